import { memo } from 'react'
import { Link } from 'wouter'
import { cutTo } from '#features/talk/messaging/rules.ts'
import { emergencyBadge } from '#features/talk/messaging/web/thread-words.ts'
import { UnreadCount } from '#features/talk/messaging/web/UnreadCount.tsx'
import type { ListedThread } from '#features/talk/messaging/web/use-threads.ts'
import { whenWords } from '#features/talk/messaging/web/when-words.ts'
import type { Day } from '#lib/dates.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { cx } from '#ui/cx.ts'
import { RowMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

type Props = {
  thread: ListedThread
  zone: string
  today: Day
  isOn?: boolean
  /** The message a search found in it, shown instead of the last one. */
  found?: { id: string; content: string } | undefined
}

/** The longest piece of a message that a row shows, in characters. */
const SNIPPET = 120

/** One conversation of a list: client, subject, last message and its time, and the number of unread messages. */
export const ThreadRow = memo(({ thread, zone, today, isOn = false, found }: Props) => {
  const isUnread = thread.unread > 0
  return (
    <Link
      href={`/messages?thread=${thread.id}${found ? `&message=${found.id}` : ''}`}
      {...(isOn && { 'aria-current': 'true' as const })}
      className={cx(
        'flex w-full items-start gap-3 px-4 py-3 no-underline hover:bg-sunken focus-visible:-outline-offset-3',
        isOn && 'bg-sunken shadow-[inset_3px_0_0_var(--ember)]',
      )}
    >
      {/* An outline, because the badge's own colour is invisible on a selected row. */}
      <span className={cx('shrink-0 rounded-full', isOn && 'outline-1 outline-line-2')}>
        <PersonAvatar name={thread.clientName} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className={cx('min-w-0 flex-1 truncate', isUnread ? 'font-bold' : 'font-medium')}>{thread.clientName}</span>
          <time dateTime={thread.lastAt} className="shrink-0 text-14 text-ink-2 tabular-nums">
            {whenWords(thread.lastAt, zone, today)}
          </time>
        </span>
        <span className="flex min-w-0 items-center gap-2">
          <span className={cx('min-w-0 flex-1 truncate text-14', isUnread && 'font-medium')}>{thread.subject}</span>
          <RowMark of={[thread]} />
          {isUnread && <UnreadCount count={thread.unread} />}
        </span>
        <span className="truncate text-14 text-ink-2">{found ? cutTo(found.content, SNIPPET) : lastWords(thread)}</span>
        {thread.isEmergency && <StatusBadge status="emergency">{emergencyBadge(thread)}</StatusBadge>}
      </span>
    </Link>
  )
})

function lastWords({ last }: ListedThread): string {
  if (!last) return 'Nothing written yet'
  const words = cutTo(last.content, SNIPPET) || 'Sent a file'
  return last.senderType === 'client' ? words : `${last.isAutoReply ? 'Auto-reply' : 'You'}: ${words}`
}
