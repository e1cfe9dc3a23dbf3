import { Reply, Zap } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { cutTo, REPLY_IN_MESSAGE } from '#features/talk/messaging/rules.ts'
import type { KnownMessage } from '#features/talk/messaging/web/data.ts'
import { type DeliveryStatus, deliveryStatusOf } from '#features/talk/messaging/web/delivery-words.ts'
import { MessageFiles } from '#features/talk/messaging/web/MessageFiles.tsx'
import { MessageVisit } from '#features/talk/messaging/web/MessageVisit.tsx'
import { timeOf } from '#lib/dates.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  message: KnownMessage
  repliedTo: KnownMessage | undefined
  files: readonly KnownFile[]
  /** The client's first name, for sentences. */
  clientName: string
  zone: string
  /** When the client read it in their portal, in words; undefined: not the last that they read. */
  read?: string | undefined
  /** A search leads to this message. */
  isFound: boolean
  onReply?: ((message: KnownMessage) => void) | undefined
}

const THEIRS = 'border border-line bg-surface rounded-bl-sm'
const OURS = 'border border-forge-line bg-forge text-on-forge rounded-br-sm'
const AUTO = 'bg-neutral-tint text-ink rounded-br-sm'
const WAITING = 'border-2 border-dashed border-control bg-surface rounded-br-sm'

/** One message: the client's at the left, ours at the right with its delivery status; the message it replies to, its visit and its files. */
export const MessageBubble = memo(({ message, repliedTo, files, clientName, zone, read, isFound, onReply }: Props) => {
  const reachable = useReachable()
  const isOurs = message.senderType === 'farrier'
  const status = isOurs ? deliveryStatusOf(message, reachable) : undefined
  const look = !isOurs ? THEIRS : message.isAutoReply ? AUTO : status?.isWaiting ? WAITING : OURS
  const quiet = look === OURS ? 'text-on-forge-2' : 'text-ink-2'
  return (
    <article className={cx('group flex items-end gap-1', isOurs && 'flex-row-reverse')}>
      <div className={cx('grid max-w-[min(32rem,85%)] min-w-0 gap-2', isOurs ? 'justify-items-end' : 'justify-items-start')}>
        <div className={cx('max-w-full min-w-24 rounded-2xl px-3 py-2', look, isFound && 'outline-3 outline-offset-2 outline-focus')}>
          <span className="sr-only">{isOurs ? (message.isAutoReply ? '' : 'You wrote: ') : `${clientName} wrote: `}</span>
          {message.isAutoReply && (
            <p className={cx('flex items-center gap-1.5 text-14 font-medium', quiet)}>
              <Zap size={16} aria-hidden className="shrink-0" />
              Auto-reply
            </p>
          )}
          {repliedTo && <Quote of={repliedTo} clientName={clientName} quiet={quiet} />}
          {files.length > 0 && <MessageFiles files={files} />}
          {message.content && <p className="wrap-anywhere whitespace-pre-line">{message.content}</p>}
          <p className={cx('mt-0.5 flex flex-wrap items-center gap-x-2 text-14', quiet, isOurs && 'justify-end')}>
            <time dateTime={message.createdAt} className="tabular-nums">
              {timeOf(message.createdAt, zone)}
            </time>
            {status && <How standing={status} isOnForge={look === OURS} />}
          </p>
        </div>
        {read && <p className="text-14 text-ink-2">{read}</p>}
        {status?.isLost && <Lost message={message} />}
        {message.appointmentId && <MessageVisit id={message.appointmentId} />}
      </div>
      {onReply && (
        <Button
          variant="quiet"
          size="icon"
          icon={Reply}
          aria-label={`Reply to: ${cutTo(message.content, REPLY_IN_MESSAGE) || 'the file'}`}
          onClick={() => onReply(message)}
          className="text-ink-2 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-visible:opacity-100"
        />
      )}
    </article>
  )
})

const Quote = ({ of, clientName, quiet }: { of: KnownMessage; clientName: string; quiet: string }) => (
  <blockquote className={cx('mb-1 border-l-[3px] border-current pl-2 text-14', quiet)}>
    <span className="sr-only">{`In reply to ${of.senderType === 'client' ? clientName : 'you'}: `}</span>
    {cutTo(of.content, REPLY_IN_MESSAGE) || 'A file'}
  </blockquote>
)

const How = ({ standing: { words, icon: Icon, isWaiting, isLost }, isOnForge }: { standing: DeliveryStatus; isOnForge: boolean }) => (
  <span className={cx('inline-flex items-center gap-1', isWaiting && 'text-due-ink', isLost && !isOnForge && 'text-flag-ink')}>
    <Icon size={16} aria-hidden className="shrink-0" />
    {words}
  </span>
)

/** Why it was not sent, and a link to the place where that can be put right. */
const Lost = ({ message }: { message: KnownMessage }) => (
  <p role="note" className="text-right text-14 text-flag-ink">
    {message.deliveryNote ?? (message.needsAttention ? "The server didn't accept it." : "It didn't go.")}{' '}
    <Link href={message.needsAttention ? '/offline' : '/outbox'} className="link">
      {message.needsAttention ? 'Decide what to do' : 'See the outbox'}
    </Link>
  </p>
)
