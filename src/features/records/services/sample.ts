import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

/** Sample requests about services that clients pay for, for the sweeps, and who may make them. */
export const serviceSample = {
  requests: async ({ sample, client }) => ({
    'GET /api/services': sample('/api/services', ''),
    'GET /api/services/tell': sample('/api/services/tell?service=vet-integration', ''),
    // It isn't offered there.
    'POST /api/services/tell': sample('/api/services/tell', '', { service: 'vet-integration', clientIds: [client] }, 409),
    // This service does not exist.
    'POST /api/services/:id/end': sample('/api/services/id/end', uuidv7(), undefined, 404),
  }),
  needs: {
    'GET /api/services': 'runPractice',
    'GET /api/services/tell': 'runPractice',
    'POST /api/services/tell': 'runPractice',
    'POST /api/services/:id/end': 'runPractice',
  },
  sent: {
    'POST /api/services/tell': { runPractice: 'service clientIds' },
  },
} satisfies FeatureSample
