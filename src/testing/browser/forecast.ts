import { cellOf } from '#features/day/weather/cells.ts'
import type { PlaceForecast } from '#features/day/weather/contract.ts'
import { type Day, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { LatLng } from '#lib/position.ts'

type Hours = { rain?: readonly number[]; gust?: number; coldest?: number; madeAt: Date }

/** A forecast for the square of a place: dry, calm and mild, but for 2 mm an hour in the hours of `rain`, and for what is given of the day. */
export function forecastOf(day: Day, place: LatLng, { rain = [], gust = 10, coldest = 6, madeAt }: Hours): PlaceForecast {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const cell = cellOf(place)
  return {
    id: uuidv7(),
    cell,
    onDay: day,
    madeAt: madeAt.toISOString(),
    hours: {
      from: instantOf(day, '00:00', 'Europe/London').toISOString(),
      stepHours: 1,
      rainMm: hours.map((hour) => (rain.includes(hour) ? 2 : 0)),
      rainChance: hours.map(() => 90),
      gustMph: hours.map(() => gust),
      coldest: hours.map(() => coldest),
    },
  }
}
