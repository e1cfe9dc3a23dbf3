import { useMutation } from '@tanstack/react-query'
import type { MyInvitation } from '#features/core/practice/invitations.ts'
import { acceptInvitation, declineInvitation, enterPractice, useMyInvitations, useMyPractices } from '#features/core/practice/web/data.ts'
import { roleName } from '#features/core/practice/web/role-words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { toast } from '#ui/toast-store.ts'

const showError = (error: Error) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' })

/** The practices the user works in, to switch between, and the practices that have invited them; empty for the many who work in one. */
export function MyPracticesCard() {
  const { data } = useMyPractices()
  const { data: invitations = [], refetch } = useMyInvitations()
  const entering = useMutation({ mutationFn: enterPractice, onError: showError })
  if (!data || data.length + invitations.length < 2) return null
  return (
    <Card title="My practices">
      <List label="My practices">
        {data.map(({ id, name, isCurrent }) => (
          <ListRow
            key={id}
            title={name}
            aside={
              isCurrent ? (
                <Badge tone="ok">Open now</Badge>
              ) : (
                <Button size="sm" busy={entering.isPending && entering.variables === id} onClick={() => pressed(entering, id)}>
                  Open
                </Button>
              )
            }
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onAnswered={() => void refetch()} />
        ))}
      </List>
    </Card>
  )
}

type RowProps = { invitation: MyInvitation; onAnswered: () => void }

function InvitationRow({ invitation: { id, practiceName, role }, onAnswered }: RowProps) {
  const how = { onSuccess: onAnswered, onError: showError }
  const accepting = useMutation({ mutationFn: acceptInvitation, ...how })
  const declining = useMutation({ mutationFn: declineInvitation, ...how })
  return (
    <ListRow
      title={practiceName}
      detail={`Has invited you as ${roleName(role).toLowerCase()}`}
      aside={
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" busy={declining.isPending} onClick={() => declining.mutate(id)} aria-label={`Decline ${practiceName}`}>
            Decline
          </Button>
          <Button
            size="sm"
            variant="primary"
            busy={accepting.isPending}
            onClick={() => accepting.mutate(id)}
            aria-label={`Accept ${practiceName}`}
          >
            Accept
          </Button>
        </div>
      }
    />
  )
}
