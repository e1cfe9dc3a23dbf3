import type { FeatureSample } from '#testing/feature-sample.ts'

/** Sample requests about API keys for the sweeps, and who may make them. */
export const apiKeySample = {
  requests: async ({ practice, sample }) => {
    const key = { name: 'Website form', scopes: ['clients:write'], days: 90 }
    const made = await practice.post('/api/api-keys', key)
    const id = made.json<{ apiKey?: { id: string } }>().apiKey?.id ?? ''
    return {
      'GET /api/api-keys': sample('/api/api-keys', ''),
      'POST /api/api-keys': sample('/api/api-keys', '', { ...key, name: 'Accountant' }),
      'DELETE /api/api-keys/:id': sample('/api/api-keys/id', id),
    }
  },
  needs: {
    'GET /api/api-keys': 'runPractice',
    'POST /api/api-keys': 'runPractice',
    'DELETE /api/api-keys/:id': 'runPractice',
  },
  sent: { 'POST /api/api-keys': { runPractice: 'name scopes days password' } },
} satisfies FeatureSample
