import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseCard } from '#features/records/horses/web/HorseCard.tsx'
import type { HorseActs } from '#features/records/horses/web/HorseCells.tsx'
import { usePlaceOnPage } from '#features/records/horses/web/use-place-on-page.ts'
import type { Day } from '#lib/dates.ts'
import { useIsPhone } from '#ui/use-width.ts'

type Props = HorseActs & { horses: readonly KnownHorse[]; today: Day }

const CARD = 214
const GAP = 10
const SPARE = 4

/** The same rows as cards, below 1024 px; side by side where there is room. Only the visible ones are rendered. */
export function HorseCardList({ horses, ...rest }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const across = useIsPhone() ? 1 : 2
  const rows = useWindowVirtualizer({
    count: Math.ceil(horses.length / across),
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
    <ul
      ref={list}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 [overflow-anchor:none] md:grid-cols-2"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {shown.flatMap((row) =>
        horses.slice(row.index * across, (row.index + 1) * across).map((horse, at) => (
          <li
            key={horse.id}
            aria-setsize={horses.length}
            aria-posinset={row.index * across + at + 1}
            {...(at === 0 && { ref: rows.measureElement, 'data-index': row.index })}
          >
            <HorseCard horse={horse} {...rest} />
          </li>
        )),
      )}
    </ul>
  )
}
