import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Attachment } from '#features/evidence/files/contract.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { isUnread, lastReadByClient } from '#features/talk/messaging/rules.ts'
import type { KnownMessage, KnownThread } from '#features/talk/messaging/web/data.ts'
import { type Line, linesOf } from '#features/talk/messaging/web/lines.ts'
import { MessageBubble } from '#features/talk/messaging/web/MessageBubble.tsx'
import { currentTime } from '#lib/clock.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { canon } from '#lib/ids.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  thread: KnownThread
  messages: readonly KnownMessage[]
  clientName: string
  zone: string
  /** The message a search leads to; null: the list opens at its end. */
  foundId: string | null
  onReply?: ((message: KnownMessage) => void) | undefined
}

/** About the height of a message of two lines; each is measured when it is drawn. */
const LINE = 92
const SPARE = 6
/** Closer to the end than this counts as at the end. */
const AT_END = 80
const NO_FILES: readonly KnownFile[] = []

/** The messages of one conversation, oldest first, scrolled to the newest. Only visible rows are in the DOM. Mount one per conversation. */
export function MessageList({ thread, messages, clientName, zone, foundId, onReply }: Props) {
  // Messages that were unread on opening stay marked while they are read.
  const [readTo] = useState(thread.readTo)
  const firstUnread = useMemo(() => messages.find((message) => isUnread(message, { readTo }))?.id, [messages, readTo])
  const lines = useMemo(() => linesOf(messages, zone, firstUnread), [messages, zone, firstUnread])
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages])
  const lastRead = useMemo(() => lastReadByClient(messages, thread), [messages, thread])
  const files = useFilesOfMessages(thread.clientId)
  const { box, rows, isAtEnd, toEnd } = useScrolling(lines, foundId ?? firstUnread ?? null)
  const items = rows.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={box}
        aria-label={`Messages with ${clientName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keys must reach it
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain px-3 focus-visible:outline-offset-[-3px] md:px-4"
      >
        <ol className="[overflow-anchor:none]" style={{ paddingTop: above, paddingBottom: below }}>
          {items.map(({ index }) => {
            const line = lines[index]
            return (
              line && (
                <li key={line.key} ref={rows.measureElement} data-index={index} className="py-1">
                  {line.kind === 'message' ? (
                    <MessageBubble
                      message={line.message}
                      repliedTo={byId.get(line.message.replyToId ?? '')}
                      files={files.get(line.message.id) ?? NO_FILES}
                      clientName={clientName}
                      zone={zone}
                      read={line.message.id === lastRead?.id ? readWords(thread, zone) : undefined}
                      isFound={foundId !== null && line.message.id === canon(foundId)}
                      onReply={onReply}
                    />
                  ) : (
                    <Between line={line} />
                  )}
                </li>
              )
            )
          })}
        </ol>
      </section>
      {!isAtEnd && (
        <Button size="icon" icon={ArrowDown} aria-label="To the newest" onClick={toEnd} className="absolute right-4 bottom-3 shadow-pop" />
      )}
    </div>
  )
}

/** `read 18:52`; on another day than the message's own screen shows, with its day. */
function readWords({ clientReadTo }: KnownThread, zone: string): string | undefined {
  if (!clientReadTo) return undefined
  const day = dayOf(clientReadTo, zone)
  const isToday = day === dayOf(currentTime(), zone)
  return `read ${isToday ? '' : `${shortDay(day)}, `}${timeOf(clientReadTo, zone)}`
}

const Between = ({ line }: { line: Exclude<Line, { kind: 'message' }> }) =>
  line.kind === 'day' ? (
    <p className="pt-2 text-center text-14 font-medium text-ink-2">{shortDay(line.day)}</p>
  ) : (
    <p className="flex items-center gap-3 text-14 font-bold text-ember-ink before:h-px before:flex-1 before:bg-ember-line after:h-px after:flex-1 after:bg-ember-line">
      Unread
    </p>
  )

function useFilesOfMessages(clientId: string): ReadonlyMap<string, readonly KnownFile[]> {
  const files = useRows<Attachment>('attachments', { clientId })
  return useMemo(() => Map.groupBy(files ?? [], ({ messageId }) => messageId ?? ''), [files])
}

/** Scrolls to the first line to read, and stays at the end while messages arrive. */
function useScrolling(lines: readonly Line[], beginAt: string | null) {
  const box = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE,
    getItemKey: (at) => lines[at]?.key ?? at,
    overscan: SPARE,
    paddingStart: 8,
    paddingEnd: 12,
    onChange(instance) {
      const { scrollHeight = 0, clientHeight = 0 } = instance.scrollElement ?? {}
      setAtEnd(scrollHeight - clientHeight - (instance.scrollOffset ?? 0) < AT_END)
    },
  })
  const begin = useRef(beginAt)
  const drawn = useRef(0)
  const count = lines.length
  useLayoutEffect(() => {
    if (drawn.current === count) return
    drawn.current = count
    const at = begin.current === null ? -1 : lines.findIndex(({ key }) => key === begin.current)
    begin.current = null
    if (at >= 0) return rows.scrollToIndex(at, { align: 'start' })
    // Follows a message of one's own; another's only while the user is at the newest.
    const last = lines.at(-1)
    const isOwn = last?.kind === 'message' && last.message.isPending
    if (isAtEnd || isOwn) rows.scrollToIndex(count - 1, { align: 'end' })
  }, [lines, count, rows, isAtEnd])
  const toEnd = () => rows.scrollToIndex(lines.length - 1, { align: 'end' })
  useResized(box, () => isAtEnd && toEnd())
  return { box, rows, isAtEnd, toEnd }
}

/** Notifies when an element's height has changed since it was first drawn: the composer below a list grows and takes its room. */
function useResized(box: RefObject<HTMLElement | null>, act: () => void) {
  const acted = useEffectEvent(act)
  useEffect(() => {
    let height = box.current?.clientHeight
    const watcher = new ResizeObserver(() => {
      if (box.current?.clientHeight === height) return
      height = box.current?.clientHeight
      acted()
    })
    if (box.current) watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [box])
}
