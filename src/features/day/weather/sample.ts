import type { FeatureSample } from '#testing/feature-sample.ts'
import { addForecast } from '#testing/place-forecasts.ts'

/** The sweeps' sample of the weather, and who has which rights. */
export const weatherSample = {
  records: async ({ practice, tomorrow, fresh }) => ({
    place_forecasts: { id: await addForecast(practice, tomorrow), create: fresh({}), change: { cell: '0,0' } },
  }),
  takes: { place_forecasts: { create: 'nobody', change: 'nobody', remove: 'nobody' } },
  requests: async () => ({}),
  needs: {},
  sent: {},
} satisfies FeatureSample
