import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  yards: {
    changeRecords:
      'name address postcode lat lng positionSource what3words accessNotes gateCode hasCover hasLights contactClientId payerClientId',
  },
} satisfies FeatureSample['fields']

/** Sample requests about yards for the sweeps, and who may make them. */
export const yardSample = {
  records: async ({ add, fresh }) => ({
    yards: { id: await add('/api/yards', { name: 'Yard' }), create: fresh({ name: 'Another' }), change: { gateCode: '1' } },
  }),
  takes: {
    yards: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ add, sample, client, yard }) => {
    const spareYard = await add('/api/yards', { name: 'Empty Yard' })
    return {
      'GET /api/yards': sample('/api/yards', ''),
      'POST /api/yards': sample('/api/yards', '', { name: 'New', lat: 52.2, lng: -2.8, positionSource: 'pin', hasLights: true }),
      'GET /api/yards/:id': sample('/api/yards/id', yard),
      'PUT /api/yards/:id': sample('/api/yards/id', yard, { gateCode: '4471', contactClientId: client }),
      'DELETE /api/yards/:id': sample('/api/yards/id', spareYard),
    }
  },
  needs: {
    'POST /api/yards': 'changeRecords',
    'PUT /api/yards/:id': 'changeRecords',
    'DELETE /api/yards/:id': 'changeRecords',
  },
  sent: {
    'POST /api/yards': {
      changeRecords:
        'name address postcode lat lng positionSource what3words accessNotes gateCode hasCover hasLights contactClientId payerClientId id',
    },
    'PUT /api/yards/:id': fields.yards,
  },
} satisfies FeatureSample
