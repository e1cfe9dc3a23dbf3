import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  terms_acceptances: { nobody: 'notes' },
} satisfies FeatureSample['fields']

/** Sample requests about the terms for the sweeps, and who may make them. */
export const termsSample = {
  records: async ({ add, fresh, client }) => ({
    terms_acceptances: {
      id: await add('/api/terms-acceptance', { clientId: client, acceptanceMethod: 'verbal' }),
      create: fresh({ clientId: client, acceptanceMethod: 'verbal' }),
      change: { notes: 'n' },
    },
  }),
  takes: {
    terms_acceptances: { create: 'changeRecords', change: 'nobody', remove: 'nobody' },
  },
  fields,
  requests: async ({ add, sample, client }) => {
    const accepted = await add('/api/terms-acceptance', { clientId: client, acceptanceMethod: 'verbal' })
    return {
      'GET /api/terms-acceptance': sample(`/api/terms-acceptance?clientId=${client}`, ''),
      'POST /api/terms-acceptance': sample('/api/terms-acceptance', '', {
        clientId: client,
        acceptanceMethod: 'verbal',
        notes: 'At the yard',
      }),
      'POST /api/terms-acceptance/send': sample('/api/terms-acceptance/send', '', { clientId: client, method: 'sms' }),
      'GET /api/terms-acceptance/sent': sample('/api/terms-acceptance/sent', ''),
      'GET /api/terms-acceptance/:id/evidence': sample('/api/terms-acceptance/id/evidence', accepted),
      'GET /api/terms-versions': sample('/api/terms-versions', ''),
      'POST /api/terms-versions': sample('/api/terms-versions', '', {
        sections: [{ title: 'General', text: 'Payment is due at the time of service.' }],
      }),
    }
  },
  needs: {
    'POST /api/terms-acceptance': 'changeRecords',
    'POST /api/terms-acceptance/send': 'sendTexts',
    'GET /api/terms-acceptance/sent': 'changeRecords',
    'POST /api/terms-versions': 'runPractice',
  },
  sent: {
    'POST /api/terms-acceptance': { changeRecords: 'id clientId acceptanceMethod notes acceptedAt' },
    'POST /api/terms-acceptance/send': { sendTexts: 'clientId method' },
    'POST /api/terms-versions': { runPractice: 'sections' },
  },
} satisfies FeatureSample
