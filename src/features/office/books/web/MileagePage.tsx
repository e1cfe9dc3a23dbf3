import { Gauge, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { diaryMembers, seesMoney } from '#features/core/practice/rules.ts'
import { claimByTrip, milesWords } from '#features/office/books/mileage.ts'
import { taxYearOf } from '#features/office/books/tax-year.ts'
import { BooksHead, YearSelect } from '#features/office/books/web/BooksHead.tsx'
import type { KnownTrip } from '#features/office/books/web/data.ts'
import { MileageYear } from '#features/office/books/web/MileageYear.tsx'
import { NotForEverybody } from '#features/office/books/web/NotForEverybody.tsx'
import { RoundTrips } from '#features/office/books/web/RoundTrips.tsx'
import { useTrips } from '#features/office/books/web/use-books.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { monthAndYear, shortDay } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page } from '#ui/PageHeader.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const TripDialog = lazy(() => import('#features/office/books/web/TripDialog.tsx').then((module) => ({ default: module.TripDialog })))

/** Rows shown at first; a button shows more. */
const SHOWN_AT_ONCE = 100

/** The mileage log (/money/mileage). Works offline. */
export function MileagePage() {
  const user = useSession<CurrentUser>().user
  const trips = useTrips()
  const money = useMoney()
  if (user && !seesMoney(user.role)) return <NotForEverybody title="Mileage" />
  return user && trips && money ? <Log user={user} trips={trips} tax={money.tax} /> : <Loading />
}

const HEAD = {
  title: 'Mileage',
  subtitle: 'The miles you drive for work, and what HMRC lets you claim for them.',
  path: '/money/mileage',
} as const

const Loading = () => (
  <Page>
    <BooksHead {...HEAD} />
    <Card>
      <SkeletonRows label="Loading miles..." rows={5} />
    </Card>
  </Page>
)

type LogProps = { user: CurrentUser; trips: readonly KnownTrip[]; tax: Money['tax'] }

function Log({ user, trips, tax }: LogProps) {
  const last = taxYearOf(useToday(), tax.quarters)
  const [year, setYear] = useState(last)
  const [memberId, drives] = useState(user.memberId)
  const [edited, edit] = useState<KnownTrip | 'new'>()
  const drivers = diaryMembers(useRows<Member>('members') ?? [], memberId)
  const ofYear = useMemo(() => trips.filter(({ onDay }) => taxYearOf(onDay, tax.quarters) === year), [trips, tax.quarters, year])
  const claims = useMemo(() => claimByTrip(ofYear, tax), [ofYear, tax])
  const own = ofYear.filter((trip) => trip.memberId === memberId)
  const first = trips.reduce((earliest, { onDay }) => Math.min(earliest, taxYearOf(onDay, tax.quarters)), last)
  return (
    <Page>
      <BooksHead
        {...HEAD}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => edit('new')}>
            Add miles
          </Button>
        }
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_372px]">
        <div className="grid min-w-0 gap-3.5 max-xl:order-2">
          <RoundTrips memberId={memberId} year={year} />
          <Months key={`${year} ${memberId}`} trips={own} claims={claims} onEdit={edit} />
        </div>
        <div className="grid gap-3.5">
          <div className="flex flex-wrap gap-2">
            <YearSelect year={year} first={first} last={last} onChange={setYear} />
            {drivers.length > 1 && (
              <Select
                aria-label="Who drove"
                className="min-w-[150px] flex-1"
                value={memberId}
                options={drivers.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ target }) => drives(target.value)}
              />
            )}
          </div>
          <MileageYear trips={own} tax={tax} />
        </div>
      </div>
      {edited && (
        <Suspense>
          <TripDialog trip={edited === 'new' ? undefined : edited} memberId={memberId} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

type MonthsProps = { trips: readonly KnownTrip[]; claims: ReadonlyMap<string, number>; onEdit: (trip: KnownTrip) => void }

function Months({ trips, claims, onEdit }: MonthsProps) {
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const more = trips.length - count
  const claimOf = (rows: readonly KnownTrip[]) => rows.reduce((sum, { id }) => sum + (claims.get(id) ?? 0), 0)
  if (trips.length === 0)
    return (
      <Card>
        <EmptyState icon={Gauge} title="No miles in this tax year">
          Add finished rounds with one tap. Add other drives, to the supplier or a course, yourself.
        </EmptyState>
      </Card>
    )
  return (
    <>
      {[...Map.groupBy(trips.slice(0, count), ({ onDay }) => onDay.slice(0, 7))].map(([month, rows]) => (
        <Card
          key={month}
          title={monthAndYear(`${month}-01`)}
          action={
            <span className="tabular-nums">
              {milesWords(rows.reduce((sum, { milesTenths }) => sum + milesTenths, 0))}, <b>{poundsInFull(claimOf(rows))}</b>
            </span>
          }
        >
          <List label={monthAndYear(`${month}-01`)}>
            {rows.map((trip) => (
              <TripRow key={trip.id} trip={trip} pence={claims.get(trip.id) ?? 0} onEdit={onEdit} />
            ))}
          </List>
        </Card>
      ))}
      {more > 0 && (
        <Button onClick={() => setCount(count + SHOWN_AT_ONCE)}>{`Show ${Math.min(more, SHOWN_AT_ONCE)} of ${more} more`}</Button>
      )}
    </>
  )
}

type RowProps = { trip: KnownTrip; pence: number; onEdit: (trip: KnownTrip) => void }

const TripRow = ({ trip, pence, onEdit }: RowProps) => (
  <ListRow
    title={
      <>
        <span className="[overflow-wrap:anywhere]">{trip.purpose}</span> <RowMark of={[trip]} />
      </>
    }
    detail={[shortDay(trip.onDay), wayOf(trip)].filter(Boolean).join(', ')}
    aside={
      <span className="shrink-0 text-right tabular-nums">
        <span className="block font-medium">{milesWords(trip.milesTenths)}</span>
        <span className="block text-14 text-ink-2">{poundsInFull(pence)}</span>
      </span>
    }
    onClick={() => onEdit(trip)}
  />
)

/** `Base to Hollybush Farm`, `to Hereford`. */
const wayOf = ({ fromPlace, toPlace }: KnownTrip) =>
  fromPlace && toPlace ? `${fromPlace} to ${toPlace}` : toPlace ? `to ${toPlace}` : fromPlace ? `from ${fromPlace}` : ''
