import { z } from 'zod'
import { Subscription } from '#features/core/notices/alerts-contract.ts'
import { endpoint } from '#lib/endpoint.ts'

export const guestPushEndpoints = {
  keep: endpoint({
    method: 'PUT',
    path: '/api/my/push',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'Be told of news on this phone, for as long as this session lasts',
    body: Subscription,
    response: z.undefined(),
    status: 204,
    perMinute: 30,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/my/push',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'Be told of nothing more on this phone',
    response: z.undefined(),
    status: 204,
    perMinute: 30,
  }),
}
