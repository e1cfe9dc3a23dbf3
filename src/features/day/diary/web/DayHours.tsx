import { CalendarPlus } from 'lucide-react'
import type { PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { DayMenuCard } from '#features/day/days/web/DayMenuCard.tsx'
import type { DayMarks } from '#features/day/diary/day-marks.ts'
import { drawnSpan, hoursFor, type Span, sideBySide, spanOf } from '#features/day/diary/hours.ts'
import { awayWords, DayBands, type OpenTimeOff } from '#features/day/diary/web/DayBands.tsx'
import { HourCard } from '#features/day/diary/web/HourCard.tsx'
import { HoursDrag } from '#features/day/diary/web/HoursDrag.tsx'
import { HoursRuler, placeOn } from '#features/day/diary/web/HoursRuler.tsx'
import { countWords, type DiaryDay, type Shown } from '#features/day/diary/web/use-diary.ts'
import { type OpenVisit, VisitCard } from '#features/day/diary/web/VisitCard.tsx'
import { DayWeatherCard } from '#features/day/weather/web/DayWeatherCard.tsx'
import { useDaylight } from '#features/visits/appointments/web/use-daylight.ts'
import { clockOf, longDay, minutesOf, weekdayOf } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { cx } from '#ui/cx.ts'

type Props = {
  day: DiaryDay
  marks: DayMarks | undefined
  /** Whose diary it is; empty for everyone's. */
  memberId: string | null
  isToday: boolean
  openId: string | null
  /** The visit that was booked just now. */
  bookedId: string | null
  onOpen: OpenVisit
  onOpenTimeOff: OpenTimeOff | undefined
}

/** Hours in which a member is away or busy, behind the visits; the bands have the words. */
const SHADED = 'absolute inset-x-0 overflow-hidden border-y border-line-2 bg-neutral-tint px-2 py-0.5 text-13 text-neutral-ink'

/** One day with its hours: stops without a time in a morning and an afternoon lane, timed visits where they are, side by side when at once. */
export function DayHours({ day, marks, memberId, isToday, openId, bookedId, onOpen, onOpenTimeOff }: Props) {
  const working = useWorkingSpan(weekdayOf(day.day))
  const timed = day.shown
    .filter(({ visit }) => !visit.isCallOnly)
    .map((shown) => ({ shown, span: spanOf(shown.visit) }))
    .sort((a, b) => a.span.from - b.span.from)
  const spans = timed.map(({ span }) => span)
  const hours = hoursFor(working ? [...spans, working] : spans)
  return (
    <section data-cell={day.day} aria-label={longDay(day.day)}>
      <DayHead day={day} memberId={memberId} isToday={isToday} working={working} />
      <DayBands marks={marks} onOpenTimeOff={onOpenTimeOff} className="px-3 pt-2" />
      <DayWeatherCard day={day.day} memberId={memberId} offers className="px-3 pt-2" />
      <Lanes day={day} openId={openId} bookedId={bookedId} onOpen={onOpen} />
      <HoursDrag day={day.day}>
        {(dropped) => (
          <HoursRuler hours={hours} working={working} isToday={isToday}>
            {marks?.away.map(
              (away) =>
                away.hours && (
                  <div key={away.timeOff.id} aria-hidden className={SHADED} style={placeOn(hours, away.span)}>
                    {awayWords(away)}
                  </div>
                ),
            )}
            {marks?.busy.map(
              ({ id, hours: isSome, span, source, who }) =>
                isSome && (
                  <div key={id} aria-hidden className={SHADED} style={placeOn(hours, span)}>
                    {['Busy', source && `(${source})`, who].filter(Boolean).join(' ')}
                  </div>
                ),
            )}
            <TimedVisits timed={timed} hours={hours} openId={openId} bookedId={bookedId} onOpen={onOpen} />
            {dropped && <DropSlot hours={hours} span={dropped} />}
          </HoursRuler>
        )}
      </HoursDrag>
    </section>
  )
}

/** The working hours of a weekday; null when it is not worked. */
function useWorkingSpan(weekday: number): Span | null {
  const rows = useRows<PracticeSettings>('settings')
  const hours = settingsFrom(rows?.[0]).workingHours.find(({ dayOfWeek }) => dayOfWeek === weekday)
  return hours?.isWorking ? { from: minutesOf(hours.startTime), to: minutesOf(hours.endTime) } : null
}

type HeadProps = Pick<Props, 'day' | 'memberId' | 'isToday'> & { working: Span | null }

const DayHead = ({ day, memberId, isToday, working }: HeadProps) => (
  <div className={cx('flex border-b border-line', isToday && 'shadow-[inset_0_4px_0_var(--ember-hot)]')}>
    <button
      type="button"
      tabIndex={-1}
      data-day={day.day}
      {...(isToday && { 'aria-current': 'date' })}
      className="flex min-h-12 min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 px-3 py-3 text-left"
    >
      <span className="sr-only">{longDay(day.day)}</span>
      <span className="text-18 font-bold">{countWords(day)}</span>
      {isToday && <span className="text-14 font-bold text-ember-ink">Today</span>}
      <span className="text-14 text-ink-2 md:ml-auto">
        {working ? `Working hours ${clockOf(working.from)} to ${clockOf(working.to)}` : 'Not a working day'}
      </span>
    </button>
    <DayMenuCard day={day.day} memberId={memberId} className="m-1" />
  </div>
)

const LANES = [
  { period: 'AM', label: 'Stops in the morning' },
  { period: 'PM', label: 'Stops in the afternoon' },
] as const

/** Stops without a time, in two lanes for the halves of the day; nothing when every visit has a time. */
function Lanes({ day, openId, bookedId, onOpen }: Pick<Props, 'day' | 'openId' | 'bookedId' | 'onOpen'>) {
  const untimed = day.shown.filter(({ visit }) => visit.isCallOnly)
  if (untimed.length === 0) return null
  return (
    <div className="grid gap-2 border-b border-line p-3 md:grid-cols-2 md:gap-4">
      {LANES.map(({ period, label }) => {
        const shown = untimed.filter(({ visit }) => visit.callPeriod === period)
        return (
          <div key={period} className={cx('min-w-0', shown.length === 0 && 'max-md:hidden')}>
            <h2 className="pb-1 text-14 font-medium text-ink-2">{label}</h2>
            {shown.length === 0 && <p className="text-14 text-ink-2">None</p>}
            <ol className="grid gap-[7px] md:grid-cols-[repeat(auto-fill,minmax(190px,1fr))]">
              {shown.map((one) => (
                <li key={one.visit.id} className="min-w-0">
                  <VisitCard
                    shown={one}
                    isSelected={one.visit.id === openId}
                    isBooked={one.visit.id === bookedId}
                    isFixed
                    tellsWeather
                    onOpen={onOpen}
                  />
                </li>
              ))}
            </ol>
          </div>
        )
      })}
    </div>
  )
}

type TimedProps = Pick<Props, 'openId' | 'bookedId' | 'onOpen'> & { timed: readonly { shown: Shown; span: Span }[]; hours: Span }

function TimedVisits({ timed, hours, openId, bookedId, onOpen }: TimedProps) {
  const daylight = useDaylight()
  const columns = sideBySide(timed.map(({ span }) => span))
  return (
    <ol>
      {timed.map(({ shown, span }, at) => {
        const { column, columns: of } = columns[at] ?? { column: 0, columns: 1 }
        const across = { left: `calc(${(100 * column) / of}% + 4px)`, width: `calc(${100 / of}% - 8px)` }
        return (
          <li key={shown.visit.id} className="absolute" style={{ ...placeOn(hours, drawnSpan(span)), ...across }}>
            <HourCard
              shown={shown}
              isSelected={shown.visit.id === openId}
              isBooked={shown.visit.id === bookedId}
              daylight={daylight(shown.visit)}
              onOpen={onOpen}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** Where the dragged visit would be dropped. */
const DropSlot = ({ hours, span }: { hours: Span; span: Span }) => (
  <div
    className="pointer-events-none absolute inset-x-1 z-10 flex items-start gap-2 overflow-hidden rounded-md border-2 border-dashed border-ember bg-ember-tint px-2 py-1 text-14 font-bold text-ember-ink"
    style={placeOn(hours, drawnSpan(span))}
  >
    <CalendarPlus size={18} aria-hidden className="shrink-0" />
    Drop here
    <span className="tabular-nums">{`${clockOf(span.from)} to ${clockOf(span.to)}`}</span>
  </div>
)
