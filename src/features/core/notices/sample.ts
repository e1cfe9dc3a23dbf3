import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'
import type { Ground } from '#testing/ground.ts'

/** Sample requests about texts and alerts for the sweeps, and who may make them. */
export const noticeSample = {
  requests: async ({ practice, sample, visit, book }) => {
    const notices = await heldNotices({ practice, book, visit })
    const subscription = { endpoint: `https://push.example.com/${uuidv7()}`, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const alertDevice = await practice.inPractice(
      async (tx, actor) => (await addAlertDevice(tx, actor, subscription, { userAgent: '', browserId: null })).id,
    )
    return {
      'GET /api/notices': sample('/api/notices?limit=5', ''),
      'POST /api/notices/:id/hand-over': sample('/api/notices/id/hand-over', notices[0] ?? '', { via: 'sms' }),
      'POST /api/notices/:id/send-now': sample('/api/notices/id/send-now', notices[1] ?? ''),
      'POST /api/notices/:id/cancel': sample('/api/notices/id/cancel', notices[2] ?? ''),
      'GET /api/alerts': sample('/api/alerts', ''),
      'PUT /api/alerts': sample('/api/alerts', '', { phone: '07700 900118' }),
      // The samples' server is of the test version, which calls no devices.
      'POST /api/alerts/devices': sample('/api/alerts/devices', '', subscription, 422),
      'DELETE /api/alerts/devices/:id': sample('/api/alerts/devices/id', alertDevice),
      'POST /api/alerts/try': sample('/api/alerts/try', ''),
      'GET /api/sending': sample('/api/sending', ''),
    }
  },
  needs: {
    'POST /api/notices/:id/hand-over': 'nothing',
    'PUT /api/alerts': 'nothing',
    'POST /api/alerts/devices': 'nothing',
    'DELETE /api/alerts/devices/:id': 'nothing',
    'POST /api/alerts/try': 'nothing',
    'POST /api/notices/:id/send-now': 'sendTexts',
    'POST /api/notices/:id/cancel': 'sendTexts',
  },
  sent: {
    'POST /api/notices/:id/hand-over': { nothing: 'via' },
    'PUT /api/alerts': { nothing: 'phone' },
    'POST /api/alerts/devices': { nothing: 'endpoint p256dh auth' },
  },
} satisfies FeatureSample

/** Three texts that wait: moves of visits of three clients. */
async function heldNotices({ practice, book, visit }: Pick<Ground, 'practice' | 'book' | 'visit'>) {
  const later = (time: string) => new Date(new Date(time).getTime() + 2 * 86_400_000).toISOString()
  for (const phone of ['07700 900201', '07700 900202', '07700 900203']) {
    const clientId = (await practice.post('/api/clients', { name: `Mover ${phone}`, phone })).json<{ id: string }>().id
    const id = await book({ clientId, horseId: null })
    await practice.put(`/api/appointments/${id}`, {
      startTime: later(visit.startTime),
      endTime: later(visit.endTime),
      sendSmsNotification: true,
    })
  }
  const held = (await practice.get('/api/notices?limit=50')).json<{ id: string; state: string }[]>()
  return held.filter((notice) => notice.state === 'held').map((notice) => notice.id)
}
