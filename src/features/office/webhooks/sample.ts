import type { FeatureSample } from '#testing/feature-sample.ts'

/** Sample requests about webhooks for the sweeps, and who may make them. */
export const webhookSample = {
  requests: async ({ practice, sample }) => {
    const webhook = { url: 'https://hooks.example/pritchel', things: ['visit', 'client'] }
    const made = await practice.post('/api/webhooks', webhook)
    const id = made.json<{ webhook?: { id: string } }>().webhook?.id ?? ''
    await practice.post('/api/clients', { name: 'Sarah Penrose' })
    const deliveries = (await practice.get(`/api/webhooks/${id}/deliveries`)).json<{ id: string }[]>()
    return {
      'GET /api/webhooks': sample('/api/webhooks', ''),
      'POST /api/webhooks': sample('/api/webhooks', '', { ...webhook, url: 'https://books.example/pritchel' }),
      'PUT /api/webhooks/:id': sample('/api/webhooks/id', id, { ...webhook, isOn: true }),
      'POST /api/webhooks/:id/secret': sample('/api/webhooks/id/secret', id, {}),
      'GET /api/webhooks/:id/deliveries': sample('/api/webhooks/id/deliveries', id),
      'POST /api/webhook-deliveries/:id/again': sample('/api/webhook-deliveries/id/again', deliveries[0]?.id ?? ''),
      'DELETE /api/webhooks/:id': sample('/api/webhooks/id', id),
    }
  },
  needs: {
    'GET /api/webhooks': 'runPractice',
    'POST /api/webhooks': 'runPractice',
    'PUT /api/webhooks/:id': 'runPractice',
    'POST /api/webhooks/:id/secret': 'runPractice',
    'GET /api/webhooks/:id/deliveries': 'runPractice',
    'POST /api/webhook-deliveries/:id/again': 'runPractice',
    'DELETE /api/webhooks/:id': 'runPractice',
  },
  sent: {
    'POST /api/webhooks': { runPractice: 'url things password' },
    'PUT /api/webhooks/:id': { runPractice: 'url things isOn' },
    'POST /api/webhooks/:id/secret': { runPractice: 'password' },
  },
} satisfies FeatureSample
