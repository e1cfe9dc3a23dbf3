import type { FeatureSample } from '#testing/feature-sample.ts'

/** What the sweeps ask of lost shoes, and who may. */
export const triageSample = {
  requests: async ({ sample, client }) => ({
    'POST /api/clients/:id/lost-shoe-link': sample('/api/clients/id/lost-shoe-link', client, { sends: false }, 201),
  }),
  needs: {
    'POST /api/clients/:id/lost-shoe-link': 'sendTexts',
  },
  sent: {
    'POST /api/clients/:id/lost-shoe-link': { sendTexts: 'sends' },
  },
} satisfies FeatureSample
