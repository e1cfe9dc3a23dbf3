import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  photo_consents: { changeRecords: 'withdrawnAt' },
} satisfies FeatureSample['fields']

const NOW = '2026-11-20T10:00:00Z'

/** The sweeps' sample of consents to photos, and who has which rights. */
export const photoConsentSample = {
  records: async ({ add, fresh, client }) => {
    const said = { clientId: client, uses: ['social'], how: 'said', wordingVersion: 1 }
    return {
      photo_consents: { id: await add('/api/photo-consents', said), create: fresh(said), change: { withdrawnAt: NOW } },
    }
  },
  takes: {
    photo_consents: { create: 'changeRecords', change: 'changeRecords', remove: 'nobody' },
  },
  fields,
  requests: async ({ add, sample, client, horse }) => {
    const said = { clientId: client, horseId: horse, uses: ['card', 'social'], how: 'said', wordingVersion: 1 }
    return {
      'GET /api/photo-consents': sample(`/api/photo-consents?clientId=${client}`, ''),
      'POST /api/photo-consents': sample('/api/photo-consents', '', said),
      'PUT /api/photo-consents/:id': sample('/api/photo-consents/id', await add('/api/photo-consents', said), { withdrawnAt: NOW }),
      'POST /api/photo-consents/ask': sample('/api/photo-consents/ask', '', { clientId: client, uses: ['social'], method: 'sms' }),
    }
  },
  needs: {
    'POST /api/photo-consents': 'changeRecords',
    'PUT /api/photo-consents/:id': 'changeRecords',
    'POST /api/photo-consents/ask': 'sendTexts',
  },
  sent: {
    'POST /api/photo-consents': { changeRecords: 'id clientId horseId uses how wordingVersion givenAt' },
    'PUT /api/photo-consents/:id': fields.photo_consents,
    'POST /api/photo-consents/ask': { sendTexts: 'clientId horseId uses method' },
  },
} satisfies FeatureSample
