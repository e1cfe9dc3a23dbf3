import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  horses: {
    changeRecords:
      'name clientId breed birthYear color markings temperament specialNotes flags yardId payerClientId vetName vetPhone cycleDays winterCycleDays cycleRules pauses goneOn goneReason ueln microchip passportSeenOn age ownedFrom brings',
  },
} satisfies FeatureSample['fields']

/** Sample requests about horses for the sweeps, and who may make them. */
export const horseSample = {
  records: async ({ add, fresh, client }) => ({
    horses: {
      id: await add('/api/horses', { name: 'Dolly', clientId: client }),
      create: fresh({ name: 'New', clientId: client }),
      change: { color: 'Bay' },
    },
  }),
  takes: {
    horses: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
  },
  fields,
  requests: async ({ add, sample, tomorrow, client, yard, horse }) => {
    const spareHorse = await add('/api/horses', { name: 'Mistake', clientId: client })
    return {
      'GET /api/horses': sample('/api/horses', ''),
      'POST /api/horses': sample('/api/horses', '', {
        name: 'Dolly',
        clientId: client,
        age: 9,
        yardId: yard,
        flags: ['kicks'],
        cycleDays: 42,
      }),
      'GET /api/horses/:id': sample('/api/horses/id', horse),
      'PUT /api/horses/:id': sample('/api/horses/id', horse, {
        age: 12,
        winterCycleDays: 56,
        cycleRules: [{ serviceType: 'Trim', days: 56, winterDays: null }],
        pauses: [{ fromOn: tomorrow, untilOn: null, reason: 'Box rest' }],
        goneReason: null,
      }),
      'DELETE /api/horses/:id': sample('/api/horses/id', spareHorse),
    }
  },
  needs: {
    'POST /api/horses': 'changeRecords',
    'PUT /api/horses/:id': 'changeRecords',
    'DELETE /api/horses/:id': 'changeRecords',
  },
  sent: {
    'POST /api/horses': {
      changeRecords:
        'name clientId breed birthYear color markings temperament specialNotes flags yardId payerClientId vetName vetPhone cycleDays winterCycleDays cycleRules pauses goneOn goneReason ueln microchip passportSeenOn age id',
    },
    'PUT /api/horses/:id': fields.horses,
  },
} satisfies FeatureSample
