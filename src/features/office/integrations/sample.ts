import type { FeatureSample } from '#testing/feature-sample.ts'

/** Sample requests about connections for the sweeps, and who may make them. */
export const integrationSample = {
  requests: async ({ practice, sample }) => {
    await practice.put('/api/integrations/feed', { enabled: true })
    return {
      'GET /api/integrations': sample('/api/integrations', ''),
      'GET /api/integrations/feed/address': sample('/api/integrations/feed/address', ''),
      'POST /api/integrations/feed/address': sample('/api/integrations/feed/address', ''),
      'PUT /api/integrations/:id': sample('/api/integrations/id', 'feed', { enabled: true, settings: { level: 'who' } }),
      'DELETE /api/integrations/:id': sample('/api/integrations/id', 'feed'),
    }
  },
  needs: {
    // A calendar is its member's own, of any role.
    'PUT /api/integrations/:id': 'nothing',
    'DELETE /api/integrations/:id': 'nothing',
    'POST /api/integrations/feed/address': 'nothing',
  },
  sent: { 'PUT /api/integrations/:id': { nothing: 'enabled settings' } },
} satisfies FeatureSample
