import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** For each endpoint of keys left by devices a request that works. */
export async function samplesOfKeys<S>(
  practice: FixturePractice,
  sample: (url: string, id: string, body?: unknown) => S,
): Promise<Record<string, S>> {
  const [id, body] = [uuidv7(), { key: Buffer.alloc(32, 7).toString('base64'), deviceId: uuidv7() }]
  await practice.put(`/api/auth/kept-keys/${id}`, body)
  return {
    'PUT /api/auth/kept-keys/:id': sample('/api/auth/kept-keys/id', uuidv7(), body),
    'GET /api/auth/kept-keys/:id': sample('/api/auth/kept-keys/id', id),
    'DELETE /api/auth/kept-keys/:id': sample('/api/auth/kept-keys/id', id),
  }
}
