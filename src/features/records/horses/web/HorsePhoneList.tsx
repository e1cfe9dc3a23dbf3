import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { flagLabel } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseStatusBadge } from '#features/records/horses/web/HorseStatusBadge.tsx'
import type { HorseOrder } from '#features/records/horses/web/horse-list.ts'
import { headingOf } from '#features/records/horses/web/list-headings.ts'
import { usePlaceOnPage } from '#features/records/horses/web/use-place-on-page.ts'
import type { Day } from '#lib/dates.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = {
  horses: readonly KnownHorse[]
  today: Day
  /** What the rows are ordered by; null: by the best match, which needs no headings. */
  order: HorseOrder | null
  onView: (id: string) => void
}

/* Every row and heading has its height, so that none need be measured. */
const ROW = 64
const HEADING = 32
const SPARE = 8

/** The horses on a phone: a row each, which opens the record, under headings of what they are ordered by. Only the visible ones are rendered. */
export function HorsePhoneList({ horses, today, order, onView }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const items = useMemo(() => withHeadings(horses, order, today), [horses, order, today])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: (at) => (typeof items[at] === 'string' ? HEADING : ROW),
    overscan: SPARE,
    scrollMargin: usePlaceOnPage(list),
  })
  return (
    <div
      ref={list}
      className="relative -mx-3 border-y border-line bg-surface [overflow-anchor:none]"
      style={{ height: rows.getTotalSize() }}
    >
      <ul aria-label="Horses">
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          const style = { transform: `translateY(${start - rows.options.scrollMargin}px)` }
          if (typeof item === 'string') return <Heading key={item} words={item} style={style} />
          return item && <Row key={item.horse.id} item={item} count={horses.length} today={today} style={style} onView={onView} />
        })}
      </ul>
    </div>
  )
}

type Item = { horse: KnownHorse; place: number }

function withHeadings(horses: readonly KnownHorse[], order: HorseOrder | null, today: Day): (string | Item)[] {
  let last: string | null = null
  return horses.flatMap((horse, at) => {
    const heading = order && headingOf(horse, order, today)
    const isNew = heading !== null && heading !== last
    last = heading
    return isNew ? [heading, { horse, place: at + 1 }] : [{ horse, place: at + 1 }]
  })
}

const Heading = ({ words, style }: { words: string; style: { transform: string } }) => (
  <li style={style} className="absolute inset-x-0 top-0 flex h-8 items-end bg-ground px-3 pb-1">
    <h2 className="text-14 tracking-normal">{words}</h2>
  </li>
)

type RowProps = { item: Item; count: number; today: Day; style: { transform: string }; onView: (id: string) => void }

const Row = ({ item: { horse, place }, count, style, onView }: RowProps) => (
  <li aria-setsize={count} aria-posinset={place} style={style} className="absolute inset-x-0 top-0 h-16 border-t border-line">
    <button
      type="button"
      onClick={() => onView(horse.id)}
      className="flex size-full items-center gap-3 px-3 text-left hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <HorseAvatar color={horse.color} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 font-bold">
          <span className="truncate">{horse.name}</span>
          {horse.flags.length > 0 && <Flags flags={horse.flags} />}
          <PendingMark isPending={horse.isPending} needsAttention={horse.needsAttention} />
        </span>
        <span className="block truncate text-14 text-ink-2">
          {[horse.yardName ?? horse.client?.businessName, horse.client?.name ?? 'N/A'].filter(Boolean).join(', ')}
        </span>
      </span>
      <HorseStatusBadge horse={horse} counts />
    </button>
  </li>
)

/** A sign is enough to look out; the words are read aloud here, and stand first in the record. */
const Flags = ({ flags }: { flags: readonly string[] }) => (
  <span className="shrink-0 text-flag-ink">
    <TriangleAlert size={16} aria-hidden />
    <VisuallyHidden>{flags.map(flagLabel).join(', ')}</VisuallyHidden>
  </span>
)
