import { kindId } from '#features/records/kinds/rules.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  service_types: { setPrices: 'label resetsCycle isOffered' },
} satisfies FeatureSample['fields']

/** Sample requests about kinds of work for the sweeps, and who may make them. */
export const kindSample = {
  records: async ({ practice }) => ({
    service_types: {
      id: kindId(practice.practiceId, 'Trim'),
      create: { id: kindId(practice.practiceId, 'Hot shoeing'), data: { serviceType: 'Hot shoeing' } },
      change: { resetsCycle: false },
    },
  }),
  takes: {
    service_types: { create: 'setPrices', change: 'setPrices', remove: 'nobody' },
  },
  fields,
  requests: async ({ practice, sample }) => {
    const kind = kindId(practice.practiceId, 'Full set new')
    return {
      'GET /api/service-types': sample('/api/service-types', ''),
      'POST /api/service-types': sample('/api/service-types', '', { serviceType: 'Hot shoeing', resetsCycle: true }),
      'PUT /api/service-types/:id': sample('/api/service-types/id', kind, { label: 'Full set', resetsCycle: true, isOffered: true }),
    }
  },
  needs: {
    'POST /api/service-types': 'setPrices',
    'PUT /api/service-types/:id': 'setPrices',
  },
  sent: {
    'POST /api/service-types': { setPrices: 'serviceType label resetsCycle' },
    'PUT /api/service-types/:id': fields.service_types,
  },
} satisfies FeatureSample
