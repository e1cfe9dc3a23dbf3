import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    place_forecasts: PlaceForecast
  }
}

const Values = z.array(z.number().nullable())

/** What is expected in step after step, from `from` on; null: not known. */
export const ForecastSteps = z.object({
  from: z.iso.datetime(),
  stepHours: z.union([z.literal(1), z.literal(3)]),
  /** Rain, sleet and snow, over the whole step. */
  rainMm: Values,
  /** In per cent. */
  rainChance: Values,
  gustMph: Values,
  /** The lowest temperature of the air, in °C. */
  coldest: Values,
})
export type ForecastSteps = z.output<typeof ForecastSteps>

/** The weather that is expected on a day in a square of about 2 km. Only the server writes it; it names no person. */
export const PlaceForecast = z
  .object({
    id: z.string(),
    /** The square, as `cellOf` names it. */
    cell: z.string(),
    onDay: dayShape,
    hours: ForecastSteps,
    madeAt: z.iso.datetime(),
  })
  .meta({ id: 'PlaceForecast' })
export type PlaceForecast = z.output<typeof PlaceForecast>
