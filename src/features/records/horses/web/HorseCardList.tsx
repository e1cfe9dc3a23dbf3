import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseCard } from '#features/records/horses/web/HorseCard.tsx'
import type { HorseActs } from '#features/records/horses/web/HorseCells.tsx'
import { usePlaceOnPage } from '#features/records/horses/web/use-place-on-page.ts'
import type { Day } from '#lib/dates.ts'

type Props = HorseActs & { horses: readonly KnownHorse[]; today: Day }

const CARD = 214
const GAP = 10
const SPARE = 4
const ACROSS = 2

/** The same rows as cards, two side by side, from 768 to 1024 px. Only the visible ones are rendered. */
export function HorseCardList({ horses, ...rest }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useWindowVirtualizer({
    count: Math.ceil(horses.length / ACROSS),
    estimateSize: () => CARD,
    gap: GAP,
    overscan: SPARE,
    scrollMargin: usePlaceOnPage(list),
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const margin = rows.options.scrollMargin
  const above = first ? first.start - margin : 0
  const below = last ? rows.getTotalSize() + margin - last.end : 0
  return (
    <ul ref={list} className="grid grid-cols-2 gap-2.5 [overflow-anchor:none]" style={{ paddingTop: above, paddingBottom: below }}>
      {shown.flatMap((row) =>
        horses.slice(row.index * ACROSS, (row.index + 1) * ACROSS).map((horse, at) => (
          <li
            key={horse.id}
            aria-setsize={horses.length}
            aria-posinset={row.index * ACROSS + at + 1}
            {...(at === 0 && { ref: rows.measureElement, 'data-index': row.index })}
          >
            <HorseCard horse={horse} {...rest} />
          </li>
        )),
      )}
    </ul>
  )
}
