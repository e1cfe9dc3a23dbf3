import type { FeatureSample } from '#testing/feature-sample.ts'
import { makeKept } from '#testing/keeping.ts'

/** The requests the sweeps make to erasure, and the roles that may make them. */
export const erasureSample = {
  requests: async ({ practice, sample, client, spare }) => {
    const kept = await makeKept(practice, spare)
    return {
      'GET /api/clients/:id/erasure': sample('/api/clients/id/erasure', client),
      'POST /api/clients/:id/erasure': sample('/api/clients/id/erasure', spare, { clientName: 'nobody’s owner' }),
      'GET /api/erasures': sample('/api/erasures', ''),
      'GET /api/erasures/:id': sample('/api/erasures/id', kept.erasureId),
      'POST /api/erasures/:id/retry': sample('/api/erasures/id/retry', kept.erasureId),
      'GET /api/retention': sample('/api/retention', ''),
      'PUT /api/retention': sample('/api/retention', '', kept.retention),
      'GET /api/retention/long-gone': sample('/api/retention/long-gone', ''),
    }
  },
  needs: {
    'GET /api/clients/:id/erasure': 'runPractice',
    'POST /api/clients/:id/erasure': 'runPractice',
    'GET /api/erasures': 'runPractice',
    'GET /api/erasures/:id': 'runPractice',
    'POST /api/erasures/:id/retry': 'runPractice',
    'GET /api/retention': 'runPractice',
    'PUT /api/retention': 'runPractice',
    'GET /api/retention/long-gone': 'runPractice',
  },
  sent: {
    'POST /api/clients/:id/erasure': { runPractice: 'clientName evenWithOpenMoney requestId' },
    'PUT /api/retention': { runPractice: 'textsDays messagesDays answersDays openingsDays exportsDays inactiveYears' },
  },
} satisfies FeatureSample
