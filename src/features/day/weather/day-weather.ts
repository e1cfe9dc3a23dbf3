import type { StopWeather } from '#features/day/weather/told.ts'
import { clockOf, minutesOf, timeOf } from '#lib/dates.ts'

/** Fewer stops than this are no reason to think of the whole day. */
const SEVERAL = 2
const HOUR = 60
const [NOON, EVENING] = [12 * HOUR, 18 * HOUR]
const OLD_MS = 6 * 3_600_000

/** What the weather means for a day. */
export type DayWeather = {
  /** Open stops. */
  open: number
  /** Why the whole day might be moved; null when too few stops have the same to bear. */
  reason: { kind: 'rain' | 'ice' | 'wind' /** As it may be kept. */; words: string /** Stops that have it. */; hit: number } | null
  /** When the oldest forecast of these was made. */
  madeAt: string
}

/** The weather of a day's open stops together; undefined when none has a warning. */
export function dayWeatherOf(stops: readonly (StopWeather | undefined)[], zone: string): DayWeather | undefined {
  const told = stops.flatMap((stop) => stop ?? [])
  const [madeAt] = told.map((stop) => stop.madeAt).sort()
  if (madeAt === undefined) return undefined
  const reason = reasonOf(told, zone)
  const isMany = reason.hit >= SEVERAL && reason.hit * 2 >= stops.length
  return { open: stops.length, reason: isMany ? reason : null, madeAt }
}

/** `Heavy rain all morning`, `Gusts of 52 mph`, `Ice in the morning`: what most stops have. */
function reasonOf(told: readonly StopWeather[], zone: string): NonNullable<DayWeather['reason']> {
  const rain = told.flatMap((one) => one.rain ?? [])
  const ice = told.flatMap((one) => one.ice ?? [])
  const gusts = told.flatMap(({ gustMph }) => gustMph ?? [])
  if (rain.length >= Math.max(ice.length, gusts.length)) {
    const isHeavy = rain.some((one) => one.isHeavy)
    return { kind: 'rain', words: `${isHeavy ? 'Heavy rain' : 'Rain'} ${partOfDay(rain, zone)}`, hit: rain.length }
  }
  if (ice.length >= gusts.length) return { kind: 'ice', words: `Ice ${partOfDay(ice, zone)}`, hit: ice.length }
  return { kind: 'wind', words: `Gusts of ${Math.max(...gusts)} mph`, hit: gusts.length }
}

function partOfDay(spans: readonly { from: number; to: number }[], zone: string): string {
  const start = minutesOf(timeOf(Math.min(...spans.map(({ from }) => from)), zone))
  const ends = minutesOf(timeOf(Math.max(...spans.map(({ to }) => to)), zone))
  const end = ends <= start ? 24 * HOUR : ends
  if (start <= 9 * HOUR && end >= 16 * HOUR) return 'all day'
  if (start <= 9 * HOUR && end >= NOON && end <= 13 * HOUR) return 'all morning'
  if (end <= 13 * HOUR) return 'in the morning'
  if (start >= NOON) return start <= 13 * HOUR && end >= 17 * HOUR ? 'all afternoon' : 'in the afternoon'
  return end >= EVENING ? `from ${clockOf(start)}` : `${clockOf(start)} to ${clockOf(end)}`
}

/** Whose forecast it is, as the Met Office requires, and of when, once it is old. */
export const creditOf = (madeAt: string, zone: string, now: number): string => {
  const made = new Date(madeAt).getTime()
  return `${now - made > OLD_MS ? `Forecast of ${ageIn(made, zone, now)}. ` : ''}Powered by Met Office data.`
}

const ageIn = (made: number, zone: string, now: number): string => {
  const hours = Math.floor((now - made) / 3_600_000)
  return hours < 24 ? `${timeOf(made, zone)}, ${hours} hours ago` : 'more than a day ago'
}
