import { CircleAlert, Clock } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { KnownHorse } from '#features/horses/web/data.ts'
import { HorseCards, HorseTable } from '#features/horses/web/HorseTable.tsx'
import { countHorses, type HorseFilter, type HorseOrder, pickHorses } from '#features/horses/web/horse-list.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { ShownPart } from '#ui/ShownPart.tsx'
import { useIsRoomy } from '#ui/use-width.ts'

type Props = {
  horses: readonly KnownHorse[]
  selectedId: string | null
  onView: (id: string) => void
  onEdit?: ((horse: KnownHorse) => void) | undefined
}

/** More rows than this are shown on asking: nobody reads them, and a phone would labour. */
const SHOWN_AT_ONCE = 200

/** The horses with their search and filters. */
export function HorseList({ horses, ...act }: Props) {
  const today = useToday()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<HorseFilter>('all')
  const [order, setOrder] = useState<HorseOrder>('due')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const found = pickHorses(horses, { typed: useDeferredValue(typed), filter, order, today })
  const rows = found.slice(0, shown)
  const isRoomy = useIsRoomy()
  return (
    <Frame isCard={isRoomy}>
      <div className="flex flex-wrap items-center gap-2 lg:border-b lg:border-line lg:p-3">
        <SearchBox label="Search horses" placeholder="Name, owner or yard" value={typed} onChange={setTyped} className="w-full md:w-64" />
        <Filters filter={filter} counts={countHorses(horses, today)} onChange={setFilter} />
        <Segmented
          label="Order"
          value={order}
          onChange={setOrder}
          options={[
            { value: 'due', label: 'Next due' },
            { value: 'name', label: 'Name' },
          ]}
          className="ml-auto max-md:hidden"
        />
      </div>
      <p role="status" className="sr-only">
        {typed && `${found.length} found`}
      </p>
      {rows.length > 0 ? (
        isRoomy ? (
          <div className="overflow-x-auto">
            <HorseTable horses={rows} today={today} {...act} />
          </div>
        ) : (
          <HorseCards horses={rows} today={today} {...act} />
        )
      ) : (
        <EmptyState title="No horse fits">Try fewer letters, or another filter.</EmptyState>
      )}
      <ShownPart shown={rows.length} total={found.length} what="horses" onMore={() => setShown(shown + SHOWN_AT_ONCE)} />
    </Frame>
  )
}

/* The table is one card; cards stand on the page's own ground. */
const Frame = ({ isCard, children }: { isCard: boolean; children: ReactNode }) =>
  isCard ? (
    <Card aria-label="Horses">{children}</Card>
  ) : (
    <section aria-label="Horses" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {children}
    </section>
  )

type FilterProps = { filter: HorseFilter; counts: Record<HorseFilter, number>; onChange: (filter: HorseFilter) => void }

const Filters = ({ filter, counts, onChange }: FilterProps) => {
  const chip = (value: HorseFilter) => ({
    pressed: filter === value,
    onPressedChange: (on: boolean) => onChange(on ? value : 'all'),
    count: counts[value],
  })
  return (
    <div className="flex gap-2 overflow-x-auto p-1 max-md:-mx-1">
      <Chip {...chip('all')}>All</Chip>
      <Chip {...chip('overdue')} icon={CircleAlert}>
        Overdue
      </Chip>
      <Chip {...chip('due-soon')} icon={Clock}>
        Due soon
      </Chip>
      {counts.gone > 0 && <Chip {...chip('gone')}>Gone</Chip>}
    </div>
  )
}
