import { useMutation } from '@tanstack/react-query'
import type { Invited, PendingInvitation } from '#features/core/practice/invitations.ts'
import { inviteAgain, withdrawInvitation } from '#features/core/practice/web/data.ts'
import { roleName } from '#features/core/practice/web/role-words.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  invitation: PendingInvitation
  onClose: () => void
  onChanged: () => void
  onInvited: (invited: Invited) => void
}

/** An invitation without an answer: its link can be sent again, or it can be withdrawn. */
export function InvitationDialog({ invitation, onClose, onChanged, onInvited }: Props) {
  const sending = useMutation({ mutationFn: inviteAgain, onSuccess: onInvited })
  const withdrawing = useMutation({
    mutationFn: withdrawInvitation,
    onSuccess: () => {
      toast({ title: 'Withdrawn', description: `${invitation.name}'s link no longer works.` })
      onChanged()
      onClose()
    },
  })
  const failure = sending.error ?? withdrawing.error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={invitation.name}
      footer={
        <>
          <Button
            variant="danger"
            busy={withdrawing.isPending}
            busyLabel="Withdrawing..."
            onClick={() => withdrawing.mutate(invitation.id)}
          >
            Withdraw
          </Button>
          <Button variant="primary" busy={sending.isPending} busyLabel="Sending..." onClick={() => sending.mutate(invitation.id)}>
            Send again
          </Button>
        </>
      }
    >
      <p>
        {invitation.email}, {roleName(invitation.role).toLowerCase()}
      </p>
      <p className="mt-2 text-ink-2">{untilWords(invitation)}</p>
      {failure && (
        <Note tone="late" live className="mt-3">
          {sentenceOf(failure)}
        </Note>
      )}
    </Dialog>
  )
}

const untilWords = ({ expiresAt, isExpired }: PendingInvitation) =>
  isExpired
    ? 'The link has expired. Send it again for another week.'
    : `They haven't accepted yet. The link works until ${dayAndYear(dayOf(new Date(expiresAt), 'Europe/London'))}.`
