import type { FeatureSample } from '#testing/feature-sample.ts'
import { makeKept } from '#testing/keeping.ts'

/** The requests the sweeps make to packs and exports, and the roles that may make them. */
export const exportSample = {
  requests: async ({ practice, sample, client, spare }) => {
    const kept = await makeKept(practice, spare)
    return {
      'GET /api/exports': sample('/api/exports', ''),
      'POST /api/exports': sample('/api/exports', ''),
      'GET /api/exports/:id': sample('/api/exports/id', kept.exportId),
      'GET /api/exports/:id/file': sample('/api/exports/id/file', kept.exportId),
      'DELETE /api/exports/:id': sample('/api/exports/id', kept.exportId),
      'POST /api/clients/:id/pack': sample('/api/clients/id/pack', client, {}),
    }
  },
  needs: {
    'GET /api/exports': 'runPractice',
    'POST /api/exports': 'runPractice',
    'GET /api/exports/:id': 'runPractice',
    'GET /api/exports/:id/file': 'runPractice',
    'DELETE /api/exports/:id': 'runPractice',
    'POST /api/clients/:id/pack': 'runPractice',
  },
  sent: {
    'POST /api/clients/:id/pack': { runPractice: 'requestId' },
  },
} satisfies FeatureSample
