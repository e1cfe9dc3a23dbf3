import type { FeatureSample } from '#testing/feature-sample.ts'

/** Sample requests about the plan for the sweeps, and who may make them. */
export const billingSample = {
  requests: async ({ sample }) => ({
    'GET /api/billing': sample('/api/billing', ''),
    'POST /api/billing/trial': sample('/api/billing/trial', '', undefined, 200, 422),
    'POST /api/billing/choose': sample('/api/billing/choose', '', { tier: 'professional' }),
    'POST /api/billing/cancel': sample('/api/billing/cancel', '', undefined, 422),
    'POST /api/billing/portal': sample('/api/billing/portal', '', undefined, 422),
  }),
  needs: {
    'GET /api/billing': 'runPractice',
    'POST /api/billing/trial': 'runPractice',
    'POST /api/billing/choose': 'runPractice',
    'POST /api/billing/cancel': 'runPractice',
    'POST /api/billing/portal': 'runPractice',
  },
  sent: {
    'POST /api/billing/choose': { runPractice: 'tier' },
  },
} satisfies FeatureSample
