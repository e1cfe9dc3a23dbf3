import type { WantedForecast } from '#features/day/weather/server/service.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** The last of the days whose stops have a forecast, from today. */
export const DAYS_AHEAD = 4
/** Hourly forecasts reach so far; beyond they are three-hourly. */
const HOURLY_DAYS = 1
const HOUR_MS = 3_600_000
/** A forecast is new every hour; older than this it may mislead. */
const EVERY_MS = 3 * HOUR_MS
/** Of the 360 of the free plan, so that keys are tried and days begin elsewhere at another hour. */
export const MOST_CALLS = 300

/** A request for a square: its days are of one kind, so that one answer has them all. */
export type ForecastRequest = { cell: string; isHourly: boolean; days: Day[]; madeAt: Date | null }

/** The requests, the nearest days first. */
export function requestsFor(wanted: readonly WantedForecast[], today: Day): ForecastRequest[] {
  const last = addDays(today, HOURLY_DAYS)
  const byKind = Map.groupBy(wanted, ({ cell, onDay }) => `${cell} ${onDay <= last}`)
  const requests = [...byKind.values()].flatMap((of): ForecastRequest[] => {
    const [first] = of
    if (!first) return []
    const days = of.map(({ onDay }) => onDay).sort()
    const made = of.map(({ madeAt }) => madeAt?.getTime() ?? 0)
    const oldest = Math.min(...made)
    return [{ cell: first.cell, isHourly: first.onDay <= last, days, madeAt: oldest > 0 ? new Date(oldest) : null }]
  })
  return requests.sort((a, b) => (a.days[0] ?? '').localeCompare(b.days[0] ?? '') || a.cell.localeCompare(b.cell))
}

/** How often each is requested: every three hours, or as often as the calls of a day last for all of them. */
export const everyMs = (requests: number): number => Math.max(EVERY_MS, (requests / MOST_CALLS) * 24 * HOUR_MS)

/** Those that are due now. */
export const dueOf = (requests: readonly ForecastRequest[], now: Date): ForecastRequest[] =>
  requests.filter(({ madeAt }) => madeAt === null || now.getTime() - madeAt.getTime() >= everyMs(requests.length))

/** The requests in words, word for word as far as they are short. */
export function requestWords(requests: readonly ForecastRequest[], placeOf: (cell: string) => { lat: number; lng: number }): string {
  const placesOf = (isHourly: boolean) => {
    const places = requests.filter((one) => one.isHourly === isHourly).map(({ cell }) => placeOf(cell))
    const named = places.slice(0, MOST_NAMED).map(({ lat, lng }) => `${lat}, ${lng}`)
    return [...named, ...(places.length > MOST_NAMED ? [`${places.length - MOST_NAMED} more`] : [])].join('; ')
  }
  return [
    ['by the hour at ', placesOf(true)],
    ['three-hourly at ', placesOf(false)],
  ]
    .flatMap(([how, places]) => (places ? [`${how}${places}`] : []))
    .join('. ')
}

const MOST_NAMED = 20
