import type { FeatureSample } from '#testing/feature-sample.ts'

/** The requests the sweeps make to lost shoes, and the roles that may make them. */
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
