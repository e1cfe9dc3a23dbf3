import { UnreadCount } from '#features/talk/messaging/web/UnreadCount.tsx'
import { useUnreadThreads } from '#features/talk/messaging/web/use-threads.ts'

/** The number of conversations with unread messages, next to the link to them; nothing if there is none. */
export function UnreadBadge() {
  const count = useUnreadThreads()
  return count > 0 ? <UnreadCount count={count} /> : null
}
