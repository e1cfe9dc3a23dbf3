import { Banknote, CalendarPlus, Check, FileText, Undo2 } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useNextHorses } from '#features/day/booking/web/use-rebooking.ts'
import { reopen } from '#features/day/closeout/web/data.ts'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import { placesToMove } from '#features/day/round/rules.ts'
import { holeOf } from '#features/day/round/web/RoundHead.tsx'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { StopRows, StopWords } from '#features/day/round/web/StopRows.tsx'
import { reorder } from '#features/day/round/web/steering.ts'
import { StopWeatherBadge } from '#features/day/weather/web/StopWeatherBadge.tsx'
import { capital } from '#lib/capital.ts'
import { shortDay, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Hole } from '#ui/Track.tsx'
import { withToast } from '#ui/with-toast.ts'

/** The open stops after the current one, with when each is likely to be reached. */
export function AfterThat({ round }: { round: RoundDay }) {
  const rest = round.stops.filter((stop) => !stop.visit.isCallComplete && stop !== round.next)
  if (rest.length === 0) return null
  const order = round.stops.map((stop) => stop.visit)
  const move = (id: string, index: number) => {
    const target = rest[index]
    if (target) void reorder(placesToMove(order, id, order.indexOf(target.visit)))
  }
  return (
    <section aria-labelledby="after-that" className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="after-that">After that</h2>
        {round.doneBy && <p className="text-14 text-ink-2">{`Done by about ${toQuarter(round.doneBy, rest[0])}`}</p>}
      </div>
      <StopRows
        rows={rest.map((stop) => ({ stop, number: stop.number, hole: holeOf(stop, round), aside: <Aside stop={stop} /> }))}
        onMove={move}
      />
    </section>
  )
}

const QUARTER = 15 * 60_000

const toQuarter = (at: number, stop: RoundStop | undefined) =>
  timeOf(Math.ceil(at / QUARTER) * QUARTER, stop?.visit.zone ?? 'Europe/London')

const Aside = ({ stop }: { stop: RoundStop }) => (
  <>
    <Likely stop={stop} />
    <StopWeatherBadge visit={stop.visit} />
  </>
)

/** Between when and when, and that it has moved. */
function Likely({ stop }: { stop: RoundStop }) {
  if (!stop.arrival) return null
  return (
    <span className="block text-14">
      <span className="text-ink-2">{capital(stop.arrival.lead)}</span>
      <span className="font-medium tabular-nums">{stop.arrival.words}</span>
      {stop.position === null && <span className="text-ink-2">, no position</span>}
    </span>
  )
}

/** The stops finished today: what follows from each, and a way to open it again. */
export function DoneToday({ round, openDialog }: { round: RoundDay; openDialog: OpenDialog }) {
  const done = round.stops.filter((stop) => stop.visit.isCallComplete)
  if (done.length === 0) return null
  return (
    <section aria-labelledby="done-today" className="grid gap-2">
      <h2 id="done-today">Done</h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {done.map((stop) => (
          <li key={stop.visit.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Hole state={holeOf(stop, round)} number={stop.number} />
            <StopWords stop={stop} />
            <span className="flex basis-full flex-wrap justify-end gap-1">
              <ShowMoney stop={stop} openDialog={openDialog} />
              <ShowCard stop={stop} openDialog={openDialog} />
              <Booked visit={stop.visit} />
              <BookNext stop={stop} openDialog={openDialog} />
              <Button
                variant="quiet"
                size="sm"
                icon={Undo2}
                aria-label={`Reopen ${stop.name}`}
                onClick={() => withToast('Reopened', `${stop.name} is to do again.`, () => reopen(stop))}
              >
                Reopen
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Its sum, its payments and the invoices; nothing for members who see no money. */
function ShowMoney({ stop, openDialog }: { stop: RoundStop; openDialog: OpenDialog }) {
  const role = useSession<CurrentUser>().user?.role
  if (stop.horses.length === 0 || !may(role, 'seeMoney')) return null
  return (
    <Button size="sm" icon={Banknote} aria-label={`Money: ${stop.name}`} onClick={() => openDialog({ what: 'money', stop })}>
      Money
    </Button>
  )
}

/** What its owners read of the stop. */
function ShowCard({ stop, openDialog }: { stop: RoundStop; openDialog: OpenDialog }) {
  const role = useSession<CurrentUser>().user?.role
  if (stop.horses.length === 0 || !may(role, 'sendTexts')) return null
  return (
    <Button size="sm" icon={FileText} aria-label={`Visit card: ${stop.name}`} onClick={() => openDialog({ what: 'visit-card', stop })}>
      Card
    </Button>
  )
}

/** `Booked Mon 4 Jan`: when its horses come back, once they are booked. */
function Booked({ visit }: { visit: RoundStop['visit'] }) {
  const next = useNextHorses(visit)
  const days = new Set(next?.flatMap(({ bookedOn }) => bookedOn ?? []))
  const count = next?.filter(({ bookedOn }) => bookedOn !== null).length ?? 0
  if (!next || count === 0) return null
  const [first = ''] = [...days].toSorted()
  const some = count < next.length ? `, ${count} of ${next.length}` : ''
  return (
    <span className="inline-flex min-h-12 items-center gap-1 px-1 text-14 text-ok-ink md:min-h-8">
      <Check size={16} aria-hidden />
      {`Booked ${shortDay(first)}${some}`}
    </span>
  )
}

/** The yard as a whole where it is one, else the next visit from the horses' cycles. */
function BookNext({ stop, openDialog }: { stop: RoundStop; openDialog: OpenDialog }) {
  const { yardId } = stop.visit
  if (stop.horses.length === 0) return null
  return (
    <Button
      size="sm"
      icon={CalendarPlus}
      aria-label={yardId ? `Rebook the yard: ${stop.name}` : `Next visit: ${stop.name}`}
      onClick={() => openDialog(yardId ? { what: 'rebook-yard', stop, yardId } : { what: 'next-visit', stop })}
    >
      {yardId ? 'Rebook' : 'Next visit'}
    </Button>
  )
}
