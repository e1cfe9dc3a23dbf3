import { UnreadCount } from '#features/talk/messaging/web/ThreadRow.tsx'
import { useUnreadThreads } from '#features/talk/messaging/web/use-threads.ts'

/** How many conversations wait, beside the way to them; nothing where none does. */
export function UnreadBadge() {
  const count = useUnreadThreads()
  return count > 0 ? <UnreadCount count={count} /> : null
}
