import { MapPin, Plus } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { type KnownYard, useYard, useYards } from '#features/records/yards/web/data.ts'
import { type YardParts, YardRecord } from '#features/records/yards/web/YardRecord.tsx'
import { YardsMap } from '#features/records/yards/web/YardsMap.tsx'
import { type Day, shortDay } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { makeSearch } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useCopyComplete, useReachable } from '#platform/web/sync/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { useTypedParam } from '#platform/web/use-typed-param.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, OfflineState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { ShownPart } from '#ui/ShownPart.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const YardDialog = lazy(() => import('#features/records/yards/web/YardDialog.tsx').then((module) => ({ default: module.YardDialog })))

type Props = YardParts & {
  /** The number of horses at a yard and their status, in a line. */
  HorseCount: ComponentType<{ yardId: string }>
  /** The day of the next visit of each yard that has one. */
  nextVisits: ReadonlyMap<string, Day>
}

/** More rows than this are shown on request. */
const SHOWN_AT_ONCE = 200

/** The yards where horses are kept (/yards), reached from Clients. */
export function YardsPage({ HorseCount, nextVisits, ...parts }: Props) {
  const yards = useYards()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [selectedId, select] = useSelected('yard')
  const selected = useYard(selectedId)
  const isCopyComplete = useCopyComplete()
  const [edited, setEdited] = useState<KnownYard | 'new'>()
  const add = mayChange && (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      Add Yard
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Yards" subtitle="Where the horses are, and how to get in" actions={yards?.length !== 0 && add} />
      {selectedId && selected === null && <MissingNote what="yard" isComplete={isCopyComplete} onClose={() => select(null)} />}
      <div className={selected ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(460px,38%)]' : 'grid gap-4'}>
        {yards?.length ? (
          <YardList yards={yards} selectedId={selected?.id ?? null} onView={select} HorseCount={HorseCount} nextVisits={nextVisits} />
        ) : (
          <Card aria-label="Yards">
            <NoYards isLoading={!yards} add={add} />
          </Card>
        )}
        {selected && (
          <YardRecord {...parts} yard={selected} onClose={() => select(null)} onEdit={mayChange ? () => setEdited(selected) : undefined} />
        )}
      </div>
      {edited && (
        <Suspense>
          <YardDialog yard={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

type ListProps = Pick<Props, 'HorseCount' | 'nextVisits'> & {
  yards: readonly KnownYard[]
  selectedId: string | null
  onView: (id: string) => void
}

function YardList({ yards, selectedId, onView, HorseCount, nextVisits }: ListProps) {
  const [typed, setTyped] = useTypedParam('q')
  const [view, setView] = useState<'list' | 'map'>('list')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const found = useFound(yards, useDeferredValue(typed))
  return (
    <section aria-label="Yards" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search yards"
          placeholder="Name, place or postcode"
          value={typed}
          onChange={setTyped}
          className="w-full md:w-80"
        />
        <Segmented label="Show as" value={view} onChange={setView} options={VIEWS} className="md:ml-auto" />
      </div>
      <p role="status" className="sr-only">
        {typed && `${found.length} found`}
      </p>
      {view === 'map' ? (
        <YardsMap yards={found} selectedId={selectedId} onSelect={onView} />
      ) : (
        <Card>
          {found.length === 0 && <EmptyState title="No yards found">Try fewer letters.</EmptyState>}
          <List>
            {found.slice(0, shown).map((yard) => (
              <ListRow
                key={yard.id}
                lead={<MapPin size={20} aria-hidden className="shrink-0 text-ink-2" />}
                title={<span className="block [overflow-wrap:anywhere]">{yard.name}</span>}
                detail={
                  <span className="block [overflow-wrap:anywhere]">
                    {[yard.address, yard.postcode].filter(Boolean).join(', ') || 'No address yet'}
                  </span>
                }
                aside={
                  <span className="flex shrink-0 items-center gap-2">
                    <NextDay day={nextVisits.get(yard.id)} />
                    <PendingMark isPending={yard.isPending} needsAttention={yard.needsAttention} />
                    <span className="flex items-center gap-2 max-md:flex-col max-md:items-end max-md:gap-0">
                      <HorseCount yardId={yard.id} />
                    </span>
                  </span>
                }
                selected={yard.id === selectedId}
                onClick={() => onView(yard.id)}
              />
            ))}
          </List>
          <ShownPart
            shown={Math.min(shown, found.length)}
            total={found.length}
            what="yards"
            onMore={() => setShown(shown + SHOWN_AT_ONCE)}
          />
        </Card>
      )}
    </section>
  )
}

/* On a phone there is no room for it; the record has it. */
const NextDay = ({ day }: { day: Day | undefined }) =>
  day && (
    <span className="text-14 text-ink-2 max-md:hidden">
      Next visit <time dateTime={day}>{shortDay(day)}</time>
    </span>
  )

const VIEWS = [
  { value: 'list' as const, label: 'List' },
  { value: 'map' as const, label: 'Map' },
]

const useFound = (yards: readonly KnownYard[], typed: string): readonly KnownYard[] => (typed.trim() ? searchOf(yards)(typed) : yards)
const searchOf = memoLast((yards: readonly KnownYard[]) => makeSearch(yards, fields))
const fields = (yard: KnownYard) => [yard.name, yard.address, yard.postcode]

/** None on the device: because there are none, or because they have not all come yet. */
function NoYards({ isLoading, add }: { isLoading: boolean; add: ReactNode }) {
  const [isCopyComplete, reachable] = [useCopyComplete(), useReachable()]
  if (isLoading || (!isCopyComplete && reachable)) return <SkeletonRows label="Loading yards..." />
  if (!isCopyComplete)
    return <OfflineState>Your yards haven't been fetched to this device yet. They'll come as soon as you have signal.</OfflineState>
  return (
    <EmptyState icon={MapPin} title="No yards yet" action={add}>
      A yard is a livery or field with several horses. Its gate code and access notes appear on every visit there.
    </EmptyState>
  )
}
