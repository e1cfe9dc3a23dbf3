import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

const params = z.object({ id: z.uuid() })
const Key = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/)
  .describe('256 random bits in base64')

/** The keys of unsent changes that people left on a device when they signed out: the device keeps the changes, the server keeps the key. */
export const keptQueueEndpoints = {
  deposit: endpoint({
    method: 'PUT',
    path: '/api/auth/kept-keys/:id',
    audience: 'public',
    summary: 'Leave the key of what is kept on this device; a session that was just ended still may, unless its person was dismissed',
    params,
    body: z.object({ key: Key, deviceId: z.uuid() }),
    response: z.undefined(),
    status: 204,
    perMinute: 20,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/auth/kept-keys/:id',
    audience: 'member',
    summary: 'The key of what I kept on a device of mine in this practice',
    params,
    response: z.object({ key: Key }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/auth/kept-keys/:id',
    audience: 'member',
    summary: 'Forget a key of mine that is not needed any more',
    whileLapsed: true,
    params,
    response: z.undefined(),
    status: 204,
  }),
}
