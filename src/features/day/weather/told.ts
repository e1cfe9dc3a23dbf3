import type { PlaceForecast } from '#features/day/weather/contract.ts'
import { type Step, stepsOf } from '#features/day/weather/steps.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { instantOf, minutesOf, timeOf } from '#lib/dates.ts'

/** The Met Office calls it moderate rain from half a millimetre an hour on: below that a coat will do. */
const WET_MM = 0.5
/** And heavy from four on. */
const HEAVY_MM = 4
/** As likely as not: anything less likely gives no warning. */
const LIKELY_PERCENT = 50
/** Where a gale begins on the Beaufort scale (39 mph): doors and rugs fly, and horses won't stand. */
const GUST_MPH = 40
/** Water freezes. The ground may do so earlier, but a warning on every cold morning would be read on none. */
const FREEZING = 0
/** Ice on the way there, and what has not thawed yet. */
const BEFORE_MS = 3_600_000
/** A stop without a time is at any of these hours. */
const HALVES = { AM: ['08:00', '12:00'], PM: ['12:00', '17:00'] } as const
/** What begins before people set out, or lasts beyond the working day, has no beginning, or no end, worth a time. */
const [EARLY, LATE] = [7 * 60, 18 * 60]

type Span = { from: number; to: number }
/** The weather warnings at a stop. */
export type StopWeather = {
  rain: (Span & { isHeavy: boolean }) | null
  gustMph: number | null
  ice: Span | null
  /** The yard has no cover to work under; false also where it is not recorded. */
  isOpen: boolean
  madeAt: string
}

type ForecastVisit = Pick<
  VisitRow,
  'status' | 'clientId' | 'yardId' | 'isCallOnly' | 'isCallComplete' | 'callPeriod' | 'onDay' | 'zone' | 'startTime' | 'endTime'
>

/**
 * The weather at an open stop in its hours: rain and gusts where there is no cover, ice anywhere; undefined when there is no warning.
 * `hasCover` null: not recorded, as for every client's own place; it counts as none.
 */
export function weatherAt(
  visit: ForecastVisit,
  hasCover: boolean | null,
  forecast: PlaceForecast | undefined,
  now: number,
): StopWeather | undefined {
  if (!forecast || !isStop(visit) || visit.isCallComplete) return undefined
  const hours = hoursOf(visit)
  const steps = stepsOf(forecast.hours).filter(({ to }) => to > now)
  const there = steps.filter((step) => step.to > hours.from && step.from < hours.to)
  const isOut = hasCover !== true
  const rain = isOut ? spellOf(steps, there, isWet) : null
  const gustMph = isOut ? Math.max(0, ...there.map((step) => step.gustMph ?? 0)) : 0
  const ice = spellOf(
    steps,
    steps.filter((step) => step.to > hours.from - BEFORE_MS && step.from < hours.to),
    isIcy,
  )
  if (!rain && gustMph < GUST_MPH && !ice) return undefined
  return {
    rain: rain && { from: rain.from, to: rain.to, isHeavy: rain.steps.some(({ rainMm }) => (rainMm ?? 0) > HEAVY_MM) },
    gustMph: gustMph >= GUST_MPH ? Math.round(gustMph) : null,
    ice: ice && { from: ice.from, to: ice.to },
    isOpen: hasCover === false,
    madeAt: forecast.madeAt,
  }
}

const isWet = ({ rainMm, rainChance }: Step) => rainMm !== null && rainMm >= WET_MM && (rainChance === null || rainChance >= LIKELY_PERCENT)
const isIcy = ({ coldest }: Step) => coldest !== null && coldest <= FREEZING

function hoursOf({ isCallOnly, callPeriod, onDay, zone, startTime, endTime }: ForecastVisit): Span {
  if (!isCallOnly) return { from: new Date(startTime).getTime(), to: new Date(endTime).getTime() }
  const [from, to] = HALVES[callPeriod]
  return { from: instantOf(onDay, from, zone).getTime(), to: instantOf(onDay, to, zone).getTime() }
}

/** From when until when it is so at the stop, as long as it was before and will be after. */
function spellOf(all: readonly Step[], there: readonly Step[], isSo: (step: Step) => boolean): (Span & { steps: Step[] }) | null {
  const so = there.filter(isSo)
  const [first, last] = [so[0], so.at(-1)]
  if (!first || !last) return null
  let [from, to] = [all.indexOf(first), all.indexOf(last)]
  while (from > 0 && isSo(all[from - 1] as Step)) from--
  while (to < all.length - 1 && isSo(all[to + 1] as Step)) to++
  const steps = all.slice(from, to + 1)
  return { from: steps[0]?.from ?? first.from, to: steps.at(-1)?.to ?? last.to, steps: steps.filter(isSo) }
}

/** `Rain 09:00 to 12:00`, `Gusts 45 mph`, `Ice until 10:00`: the worst first. */
export const weatherLines = ({ rain, gustMph, ice }: StopWeather, zone: string, now: number): string[] => [
  ...(ice ? [`Ice ${whenIn(ice, zone, now)}`] : []),
  ...(rain ? [`${rain.isHeavy ? 'Heavy rain' : 'Rain'} ${whenIn(rain, zone, now)}`] : []),
  ...(gustMph === null ? [] : [`Gusts ${gustMph} mph`]),
]

function whenIn({ from, to }: Span, zone: string, now: number): string {
  const [start, end] = [timeOf(from, zone), timeOf(to, zone)]
  const isEarly = from <= now || minutesOf(start) <= EARLY
  // Midnight is the end of a day.
  const isLate = minutesOf(end) >= LATE || minutesOf(end) < minutesOf(start)
  if (isEarly) return isLate ? 'all day' : `until ${end}`
  return isLate ? `from ${start}` : `${start} to ${end}`
}
