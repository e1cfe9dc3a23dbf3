import type { FeatureSample } from '#testing/feature-sample.ts'

const fields = {
  threads: { sendTexts: 'subject readTo closedAt' },
} satisfies FeatureSample['fields']

/** The requests the sweeps make to messages, and the roles that may make them. */
export const messageSample = {
  records: async ({ practice, add, fresh, client }) => {
    await practice.put(`/api/clients/${client}`, { phone: '07700 900118' })
    const thread = await add('/api/messages/threads', { clientId: client, subject: 'Dates' })
    return {
      threads: { id: thread, create: fresh({ clientId: client, subject: 'Dates' }), change: { subject: 'Other dates' } },
      messages: {
        id: await add('/api/messages', { threadId: thread, content: 'Hello' }),
        create: fresh({ threadId: thread, content: 'Tomorrow?' }),
        change: {},
      },
    }
  },
  takes: {
    threads: { create: 'sendTexts', change: 'sendTexts', remove: 'nobody' },
    messages: { create: 'sendTexts', change: 'nobody', remove: 'nobody' },
  },
  fields,
  requests: async ({ add, sample, client, appointment }) => {
    const thread = await add('/api/messages/threads', { clientId: client, subject: 'Dates' })
    const message = await add('/api/messages', { threadId: thread, content: 'Does Tuesday suit?' })
    return {
      'GET /api/messages/threads': sample(`/api/messages/threads?clientId=${client}&limit=5`, ''),
      'POST /api/messages/threads': sample('/api/messages/threads', '', { clientId: client, subject: 'Lost shoe', isEmergency: true }),
      'GET /api/messages/thread/:id': sample('/api/messages/thread/id', thread),
      'PUT /api/messages/thread/:id': sample('/api/messages/thread/id', thread, { subject: 'Other dates', closedAt: null }),
      'POST /api/messages/thread/:id/mark-read': sample('/api/messages/thread/id/mark-read', thread),
      'POST /api/messages': sample('/api/messages', '', {
        threadId: thread,
        content: 'On Tuesday then',
        replyToId: message,
        appointmentId: appointment,
      }),
      'GET /api/messages/search': sample('/api/messages/search?q=Tuesday', ''),
      'GET /api/messaging/settings': sample('/api/messaging/settings', ''),
      'POST /api/messaging/settings': sample('/api/messaging/settings', '', { autoReplySettings: { isEnabled: true, emergencyRate: 55 } }),
    }
  },
  needs: {
    'POST /api/messages/threads': 'sendTexts',
    'PUT /api/messages/thread/:id': 'sendTexts',
    'POST /api/messages': 'sendTexts',
    'POST /api/messages/thread/:id/mark-read': 'sendTexts',
    'POST /api/messaging/settings': 'runPractice',
  },
  sent: {
    'POST /api/messages/threads': { sendTexts: 'id clientId subject isEmergency' },
    'PUT /api/messages/thread/:id': fields.threads,
    'POST /api/messages/thread/:id/mark-read': { sendTexts: 'readTo' },
    'POST /api/messages': { sendTexts: 'id threadId content replyToId appointmentId createdAt withFiles' },
    'POST /api/messaging/settings': { runPractice: 'workingHours autoReplySettings' },
  },
} satisfies FeatureSample
