import '#features/day/weather/server/tables.ts'
import { forecastId } from '#features/day/weather/cells.ts'
import { forecastSync } from '#features/day/weather/server/put-forecasts.ts'
import type { Entities } from '#platform/server/entity.ts'

export const weatherEntities = {
  /** Written as the weather service gives them, and in no journal of their own. */
  place_forecasts: {
    sync: forecastSync,
    journal: { kind: 'diary', noun: 'a forecast' },
    holding: 'the weather in squares of 2 km, for five days',
    namesClient: [],
    derivedId: ({ practice_id, cell, on_day }) => practice_id && forecastId(practice_id, cell ?? '', on_day ?? ''),
  },
} satisfies Entities
