import { CircleAlert, Clock } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseCardList } from '#features/records/horses/web/HorseCardList.tsx'
import type { HorseActs } from '#features/records/horses/web/HorseCells.tsx'
import { HorseGrid } from '#features/records/horses/web/HorseGrid.tsx'
import { HorseNarrowing } from '#features/records/horses/web/HorseNarrowing.tsx'
import { HorsePhoneList } from '#features/records/horses/web/HorsePhoneList.tsx'
import { countHorses, type HorseFilter, pickHorses, USUAL_ORDER } from '#features/records/horses/web/horse-list.ts'
import { useHorseQuery } from '#features/records/horses/web/use-horse-query.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { useIsPhone, useIsRoomy } from '#ui/use-width.ts'

type Props = HorseActs & { horses: readonly KnownHorse[]; selectedId: string | null }

/** The horses with their search, filters and order, which the address keeps. */
export function HorseList({ horses, selectedId, ...act }: Props) {
  const today = useToday()
  const { query, setTyped, setFilter, narrow, orderBy } = useHorseQuery()
  const typed = useDeferredValue(query.typed)
  const { filter, yardId, ownerId, breed, order } = query
  const [by, isDescending] = [order?.by, order?.isDescending]
  const rows = useMemo(
    () =>
      pickHorses(
        horses,
        { typed, filter, yardId, ownerId, breed, order: by === undefined ? null : { by, isDescending: isDescending ?? false } },
        today,
      ),
    [horses, typed, filter, yardId, ownerId, breed, by, isDescending, today],
  )
  const isRoomy = useIsRoomy()
  const isPhone = useIsPhone()
  return (
    <Frame isCard={isRoomy}>
      <div className="flex flex-wrap items-center gap-2 lg:p-3">
        <SearchBox
          label="Search horses"
          placeholder="Name, owner or yard"
          value={query.typed}
          onChange={setTyped}
          className="min-w-0 flex-1 lg:w-56 lg:flex-none"
        />
        <Filters filter={filter} counts={countHorses(horses, today)} onChange={setFilter} />
        <HorseNarrowing horses={horses} query={query} onNarrow={narrow} />
      </div>
      <p role="status" className="sr-only">
        {typed && `${rows.length} found`}
      </p>
      {rows.length === 0 ? (
        <EmptyState title="No horses found">Try fewer letters, or another filter.</EmptyState>
      ) : isRoomy ? (
        <HorseGrid
          horses={rows}
          selectedId={selectedId}
          today={today}
          order={order ?? (typed.trim() ? null : USUAL_ORDER)}
          onOrder={orderBy}
          {...act}
        />
      ) : isPhone ? (
        <HorsePhoneList horses={rows} today={today} order={order ?? (typed.trim() ? null : USUAL_ORDER)} onView={act.onView} />
      ) : (
        <HorseCardList horses={rows} today={today} {...act} />
      )}
    </Frame>
  )
}

/* The table is one card; cards lie directly on the page's background. */
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
    <div className="flex min-w-0 gap-2 overflow-x-auto p-1.5 max-lg:order-1 max-lg:-m-1.5 max-lg:w-[calc(100%+12px)]">
      <Chip {...chip('all')}>All</Chip>
      <Chip {...chip('overdue')} icon={CircleAlert}>
        Overdue
      </Chip>
      <Chip {...chip('due-soon')} icon={Clock}>
        Due soon
      </Chip>
      {(counts.gone > 0 || filter === 'gone') && <Chip {...chip('gone')}>Gone</Chip>}
    </div>
  )
}
