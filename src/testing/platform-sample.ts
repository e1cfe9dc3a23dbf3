import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FeatureSample } from '#testing/feature-sample.ts'

/** What the sweeps request of sync and the server itself, and who may. */
export const platformSample = {
  requests: async ({ practice, sample }) => {
    const device = uuidv7()
    const op = { opId: uuidv7(), action: 'CREATE', endpoint: '/api/clients', entity: 'clients', id: uuidv7(), data: { name: 'Dan' }, k: 1 }
    const [id, body] = [uuidv7(), { key: Buffer.alloc(32, 7).toString('base64'), deviceId: uuidv7() }]
    await practice.put(`/api/auth/kept-keys/${id}`, body)
    return {
      'GET /api/health': sample('/api/health', ''),
      'GET /api/ready': sample('/api/ready', ''),
      'POST /api/sync/push': sample('/api/sync/push', '', {
        deviceId: device,
        schema: 1,
        ops: [{ ...op, createdAt: currentTime().toISOString() }],
      }),
      'GET /api/sync/pull': sample(`/api/sync/pull?deviceId=${device}`, ''),
      'GET /api/sync/parts': sample(`/api/sync/parts?deviceId=${device}&parts=${encodeURIComponent('[{"entity":"clients"}]')}`, ''),
      'GET /api/sync/events': sample('/api/sync/events?seconds=0', ''),
      'PUT /api/auth/kept-keys/:id': sample('/api/auth/kept-keys/id', uuidv7(), body),
      'GET /api/auth/kept-keys/:id': sample('/api/auth/kept-keys/id', id),
      'DELETE /api/auth/kept-keys/:id': sample('/api/auth/kept-keys/id', id),
    }
  },
  needs: {
    'POST /api/sync/push': 'nothing',
    'DELETE /api/auth/kept-keys/:id': 'nothing',
  },
  sent: {},
} satisfies FeatureSample
