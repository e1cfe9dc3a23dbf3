import { useVirtualizer } from '@tanstack/react-virtual'
import { MessageSquare, SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { ThreadRow } from '#features/talk/messaging/web/ThreadRow.tsx'
import { type FoundThread, useThreadSearch } from '#features/talk/messaging/web/use-thread-search.ts'
import type { ListedThread } from '#features/talk/messaging/web/use-threads.ts'
import { canon } from '#lib/ids.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { threads: readonly ListedThread[] | undefined; selectedId: string | null; zone: string; start: ReactNode }
type Only = 'unread' | 'away' | undefined

/** Spec §2 Messaging panel, left: every conversation, unread ones emphasised; searched by client, subject and message text. */
export function ThreadList({ threads, selectedId, zone, start }: Props) {
  const [question, ask] = useState('')
  const [only, show] = useState<Only>()
  const found = useThreadSearch(threads, question)
  const shown = found?.filter(({ thread }) => isWanted(thread, only, question !== ''))
  const toggle = (which: Only) => (isOn: boolean) => show(isOn ? which : undefined)
  const unread = threads?.filter((thread) => thread.unread > 0).length ?? 0
  return (
    <>
      <div className="grid gap-2 border-b border-line p-3">
        <SearchBox label="Search messages" placeholder="Search names and words" value={question} onChange={ask} />
        <fieldset className="flex gap-2">
          <legend className="sr-only">Show only</legend>
          <Chip pressed={only === 'unread'} onPressedChange={toggle('unread')} count={unread}>
            Unread
          </Chip>
          <Chip pressed={only === 'away'} onPressedChange={toggle('away')}>
            Archive
          </Chip>
        </fieldset>
      </div>
      {!shown && <SkeletonRows label="Loading messages..." rows={5} />}
      {shown?.length === 0 && <Nothing isNone={threads?.length === 0} start={start} />}
      {shown && shown.length > 0 && <Rows key={`${only} ${question}`} shown={shown} selectedId={selectedId} zone={zone} />}
    </>
  )
}

/* Archived conversations are hidden, except in a search. */
const isWanted = ({ unread, closedAt }: ListedThread, only: Only, isSearched: boolean): boolean => {
  if (only === 'unread') return unread > 0
  if (only === 'away') return closedAt !== null
  return isSearched || closedAt === null || unread > 0
}

const ROW = 89
const SPARE = 6

function Rows({ shown, selectedId, zone }: { shown: readonly FoundThread[]; selectedId: string | null; zone: string }) {
  const today = useToday()
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (at) => shown[at]?.thread.id ?? at,
    overscan: SPARE,
  })
  const items = rows.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul
        aria-label="Conversations"
        className="divide-y divide-line [overflow-anchor:none]"
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {items.map(({ index }) => {
          const one = shown[index]
          if (!one) return null
          const { thread, found } = one
          const isOn = selectedId !== null && thread.id === canon(selectedId)
          return (
            <li key={thread.id} ref={rows.measureElement} data-index={index} aria-setsize={shown.length} aria-posinset={index + 1}>
              <ThreadRow thread={thread} found={found} zone={zone} today={today} isOn={isOn} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Nothing = ({ isNone, start }: { isNone: boolean; start: ReactNode }) =>
  isNone ? (
    <EmptyState icon={MessageSquare} title="No messages yet" action={start}>
      Texts and e-mails from your clients arrive here, and you answer them here.
    </EmptyState>
  ) : (
    <EmptyState icon={SearchX} title="No conversation found">
      Try another name or word, or show all of them.
    </EmptyState>
  )
