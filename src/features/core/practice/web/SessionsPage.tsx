import { useMutation } from '@tanstack/react-query'
import type { Session } from '#features/core/practice/contract.ts'
import { endSession, useSessions } from '#features/core/practice/web/data.ts'
import { PasskeysCard } from '#features/core/practice/web/PasskeysCard.tsx'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** Every device this person is signed in on, each to be signed out from here: a lost phone, a borrowed computer. */
export function SessionsPage() {
  const sessions = useSessions()
  return (
    <Page>
      <PageHeader title="Where I am signed in" subtitle="A device you sign out is locked out within two seconds." />
      <Card className="max-w-[760px]">
        {sessions.isPending && <SkeletonRows label="Loading devices..." />}
        {sessions.error instanceof Unreachable && (
          <OfflineState action={<Button onClick={() => sessions.refetch()}>Try again</Button>}>
            The list comes from the server, and so does signing a device out. Both work again when you have signal.
          </OfflineState>
        )}
        {sessions.error && !(sessions.error instanceof Unreachable) && (
          <ErrorState title="The devices couldn't be loaded" onRetry={() => void sessions.refetch()}>
            {sentenceOf(sessions.error)}
          </ErrorState>
        )}
        {sessions.data && (
          <List label="Devices">
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={() => void sessions.refetch()} />
            ))}
          </List>
        )}
      </Card>
      <PasskeysCard />
    </Page>
  )
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const ending = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => {
      toast({ title: 'Signed out', description: `${session.device} is signed out.` })
      onEnded()
    },
    onError: (error) => toast({ title: 'Not signed out', description: sentenceOf(error), variant: 'destructive' }),
  })
  const since = dayAndYear(dayOf(session.createdAt, ZONE))
  return (
    <ListRow
      title={session.device}
      detail={`Signed in ${since}, last used ${dayAndYear(dayOf(session.lastSeenAt, ZONE))}`}
      aside={
        session.isCurrent ? (
          <Badge tone="ok">This device</Badge>
        ) : (
          <Button
            size="sm"
            busy={ending.isPending}
            busyLabel="Signing out..."
            onClick={() => pressed(ending, undefined)}
            aria-label={`Sign out ${session.device}, signed in ${since}`}
          >
            Sign out
          </Button>
        )
      }
    />
  )
}

/** The device's own clock: these are times of the person, not of the diary. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
