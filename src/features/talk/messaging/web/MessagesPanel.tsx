import { MessageSquare } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { ThreadRow } from '#features/talk/messaging/web/ThreadRow.tsx'
import { UnreadCount } from '#features/talk/messaging/web/UnreadCount.tsx'
import { type ListedThread, useThreads } from '#features/talk/messaging/web/use-threads.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Spec §2 Dashboard, Messages: the newest conversations, those awaiting an answer first; each opens its screen. */
export function MessagesPanel({ most = 4 }: { most?: number }) {
  const threads = useThreads()
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const today = useToday()
  const unread = threads?.reduce((sum, thread) => sum + thread.unread, 0) ?? 0
  const shown = threads && firstOf(threads, most)
  return (
    <Card title="Messages" action={unread > 0 && <UnreadCount count={unread} />}>
      {!shown && <SkeletonRows label="Loading messages..." rows={2} />}
      {shown?.length === 0 && (
        <EmptyState icon={MessageSquare} title="No messages yet">
          Texts and e-mails from your clients arrive here.
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label="Conversations" className="divide-y divide-line">
          {shown.map((thread) => (
            <li key={thread.id}>
              <ThreadRow thread={thread} zone={zone} today={today} />
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line p-1 text-center">
        <LinkButton variant="quiet" size="sm" href="/messages">
          All messages
        </LinkButton>
      </div>
    </Card>
  )
}

/** Emergencies that wait, then others that wait, then the newest; an archived one only while it waits. */
const firstOf = (threads: readonly ListedThread[], most: number): ListedThread[] =>
  threads
    .filter(({ closedAt, unread }) => closedAt === null || unread > 0)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)

const rank = ({ unread, isEmergency }: ListedThread) => (unread === 0 ? 2 : isEmergency ? 0 : 1)
