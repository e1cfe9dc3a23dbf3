import type { FeatureSample } from '#testing/feature-sample.ts'

const NOTHING_HELD = '019f2a1c-0000-7000-8000-000000000001'

/** Sample requests about connections for the sweeps, and who may make them. */
export const integrationSample = {
  requests: async ({ practice, sample }) => {
    await practice.put('/api/integrations/feed', { enabled: true })
    const settings = {
      address: 'https://caldav.icloud.com',
      account: 'gareth',
      apiKey: 'abcd-efgh',
      onMoved: 'ask',
      busyCalendars: [],
      calendarId: null,
    }
    await practice.put('/api/integrations/caldav', { enabled: true, settings })
    return {
      'GET /api/integrations': sample('/api/integrations', ''),
      'GET /api/integrations/feed/address': sample('/api/integrations/feed/address', ''),
      'POST /api/integrations/feed/address': sample('/api/integrations/feed/address', ''),
      'PUT /api/integrations/:id': sample('/api/integrations/id', 'feed', { enabled: true, settings: { ...settings, level: 'who' } }),
      'POST /api/integrations/:id/sign-in': sample('/api/integrations/id/sign-in', 'google', { settings: { level: 'who' } }),
      'DELETE /api/integrations/:id': sample('/api/integrations/id', 'caldav'),
      'POST /api/integrations/:id/check': sample('/api/integrations/id/check', 'caldav', { many: 'ask' }),
      'GET /api/integrations/:id/log': sample('/api/integrations/id/log', 'caldav'),
      'GET /api/integrations/:id/calendars': sample('/api/integrations/id/calendars', 'caldav'),
      'GET /api/integrations/:id/lists': sample('/api/integrations/id/lists', 'mailchimp'),
      'GET /api/integrations/:id/rehearsal': sample('/api/integrations/id/rehearsal', 'caldav'),
      'GET /api/integrations/:id/papers': sample('/api/integrations/id/papers?from=2026-01-01', 'freeagent'),
      'GET /api/integrations/:id/held': sample('/api/integrations/id/held', 'freeagent'),
      'POST /api/integrations/:id/held/:itemId': sample(`/api/integrations/id/held/${NOTHING_HELD}`, 'freeagent', { answer: 'leave' }),
    }
  },
  needs: {
    // A calendar is its member's own, of any role.
    'GET /api/integrations/:id/lists': 'connectPractice',
    'PUT /api/integrations/:id': 'nothing',
    'POST /api/integrations/:id/sign-in': 'nothing',
    'DELETE /api/integrations/:id': 'nothing',
    'POST /api/integrations/:id/check': 'nothing',
    'POST /api/integrations/feed/address': 'nothing',
    // Accounting is the practice's, and how much goes there its owner's.
    'GET /api/integrations/:id/papers': 'connectPractice',
    'GET /api/integrations/:id/held': 'connectPractice',
    'POST /api/integrations/:id/held/:itemId': 'connectPractice',
  },
  sent: {
    'PUT /api/integrations/:id': { nothing: 'enabled settings' },
    'POST /api/integrations/:id/check': { nothing: 'many' },
    'POST /api/integrations/:id/held/:itemId': { connectPractice: 'answer' },
    'POST /api/integrations/:id/sign-in': { nothing: 'settings' },
  },
} satisfies FeatureSample
