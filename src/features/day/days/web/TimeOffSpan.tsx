import { CalendarPlus, FileText, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { BookingPresets } from '#features/day/booking/presets.ts'
import { type TimeOffValues, timeOffFaults } from '#features/day/days/web/time-off-form.ts'
import { type DueHorse, useTimeOffSpan } from '#features/day/days/web/use-time-off-span.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { type Day, shortDay } from '#lib/dates.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

type Props = { values: TimeOffValues; id: string | undefined }

/** What falls into time off: the visits that are booked in it, and the horses that fall due, each with a day before and after. */
export function TimeOffSpan({ values, id }: Props) {
  const faults = timeOffFaults(values)
  if (faults.fromDay || faults.toDay) return null
  return <Span values={values} id={id} />
}

function Span({ values, id }: Props) {
  const span = useTimeOffSpan(values)
  const [booking, setBooking] = useState<BookingPresets>()
  if (!span) return null
  const { visits, due, beside } = span
  const isLong = values.kind === 'holiday' || values.fromDay !== values.toDay
  const book = ({ horse }: DueHorse, onDay: Day) =>
    setBooking({
      onDay,
      clientId: horse.clientId,
      ...(horse.yardId && { yardId: horse.yardId }),
      horses: [{ horseId: horse.id, plannedWork: horse.lastServiceType ?? '' }],
      because: `${horse.name} is due in your time off.`,
    })
  return (
    <div className="mt-5 grid gap-4">
      {visits.length > 0 && (
        <Note tone="due" icon={TriangleAlert} live>
          <p>{bookedWords(visits)}</p>
          <p className="text-14">They stay put. Move them from that day's menu.</p>
        </Note>
      )}
      {isLong && due.length > 0 && (
        <section aria-label="Horses due in it" className="grid gap-2">
          <h3 className="text-16">{due.length === 1 ? 'One horse is due in it' : `${due.length} horses are due in it`}</h3>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {due.map((one) => (
              <li key={one.horse.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
                <HorseAvatar color={one.horse.color} size="sm" />
                <p className="min-w-40 flex-1">
                  <span className="block font-bold">{one.horse.name}</span>
                  <span className="block text-14 text-ink-2">{[one.owner, `due ${shortDay(one.due)}`].filter(Boolean).join(', ')}</span>
                </p>
                <Days beside={beside} horse={one.horse.name} onBook={(day) => book(one, day)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {id && isLong && (
        <LinkButton href={`/cover-sheet?id=${id}`} icon={FileText} className="w-fit">
          Cover sheet
        </LinkButton>
      )}
      {booking && (
        <Suspense>
          <AppointmentDialogCard presets={booking} onClose={() => setBooking(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** `2 visits are booked in it: Tue 8 Dec Rosie, trim; …`; of many only how many on each day. */
function bookedWords(visits: readonly VisitRow[]): string {
  const head = visits.length === 1 ? 'One visit is booked in it' : `${visits.length} visits are booked in it`
  if (visits.length <= FEW) return `${head}: ${visits.map((visit) => `${shortDay(visit.onDay)} ${visit.title}`).join('; ')}.`
  const days = Map.groupBy(visits, (visit) => visit.onDay)
  return `${head}: ${[...days].map(([day, on]) => `${on.length} on ${shortDay(day)}`).join(', ')}.`
}

const FEW = 3

type DaysProps = { beside: { before: Day | null; after: Day | null }; horse: string; onBook: (day: Day) => void }

const Days = ({ beside, horse, onBook }: DaysProps) => (
  <span className="flex flex-wrap justify-end gap-1.5">
    {[beside.before, beside.after].map(
      (day) =>
        day && (
          <Button key={day} size="sm" icon={CalendarPlus} aria-label={`Book ${horse} on ${shortDay(day)}`} onClick={() => onBook(day)}>
            {shortDay(day)}
          </Button>
        ),
    )}
  </span>
)
