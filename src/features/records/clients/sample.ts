import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  clients: {
    changeRecords:
      'name email phone businessName address notes isActive isBusiness postcode preferredChannel tags lat lng positionSource what3words payerClientId marketingConsentHow notSameAs portal portalShows',
  },
  sms_preferences: { changeRecords: 'enableReminders reminderHours enableUpdates enableConfirmations nextStopsBefore' },
} satisfies FeatureSample['fields']

/** Sample requests about clients for the sweeps, and who may make them. */
export const clientSample = {
  records: async ({ practice, add, fresh, client, spare }) => {
    const unset = await add('/api/clients', { name: 'Without preferences' })
    const preferences = (await practice.put(`/api/clients/${client}/sms-preferences`, { reminderHours: 24 })).json<{ id: string }>().id
    return {
      clients: { id: spare, create: fresh({ name: 'Another' }), change: { notes: 'n' } },
      sms_preferences: { id: preferences, create: fresh({ clientId: unset, reminderHours: 48 }), change: { enableReminders: false } },
    }
  },
  takes: {
    clients: { create: 'changeRecords', change: 'changeRecords', remove: 'changeRecords' },
    sms_preferences: { create: 'changeRecords', change: 'changeRecords', remove: 'nobody' },
  },
  fields,
  requests: async ({ add, sample, client, spare }) => {
    const double = await add('/api/clients', { name: 'S. Penrose', phone: '07700 900118' })
    return {
      'GET /api/clients': sample('/api/clients?limit=5', ''),
      'POST /api/clients': sample('/api/clients', '', {
        name: 'Tom',
        email: 't@example.com',
        phone: '07700 900119',
        notes: 'n',
        tags: ['a'],
      }),
      'GET /api/clients/:id': sample('/api/clients/id', client),
      'PUT /api/clients/:id': sample('/api/clients/id', client, {
        notes: 'Dogs loose',
        isActive: true,
        preferredChannel: 'sms',
        payerClientId: null,
        lat: 52.2,
        lng: -2.8,
        positionSource: 'pasted',
        what3words: 'filled.count.soap',
        notSameAs: [],
      }),
      'DELETE /api/clients/:id': sample('/api/clients/id', spare),
      'GET /api/clients/:id/sms-preferences': sample('/api/clients/id/sms-preferences', client),
      'PUT /api/clients/:id/sms-preferences': sample('/api/clients/id/sms-preferences', client, {
        enableReminders: true,
        reminderHours: 24,
        nextStopsBefore: 2,
      }),
      'POST /api/clients/:id/merge': sample('/api/clients/id/merge', client, {
        otherId: double,
        fields: { notes: 'Dogs' },
        textsOf: 'other',
      }),
    }
  },
  needs: {
    'POST /api/clients': 'changeRecords',
    'PUT /api/clients/:id': 'changeRecords',
    'DELETE /api/clients/:id': 'changeRecords',
    'PUT /api/clients/:id/sms-preferences': 'changeRecords',
    'POST /api/clients/:id/merge': 'changeRecords',
  },
  sent: {
    'POST /api/clients': {
      changeRecords:
        'name email phone businessName address notes isActive isBusiness postcode preferredChannel tags lat lng positionSource what3words payerClientId marketingConsentHow notSameAs portal portalShows id',
    },
    'PUT /api/clients/:id': fields.clients,
    'PUT /api/clients/:id/sms-preferences': fields.sms_preferences,
    'POST /api/clients/:id/merge': { changeRecords: 'otherId fields textsOf' },
  },
} satisfies FeatureSample
