import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeApiKey } from '#features/core/api-keys/contract.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'

let place: Awaited<ReturnType<typeof makeRestoring>>
beforeAll(async () => {
  place = await makeRestoring()
})
afterAll(() => place.close())

test('a restored backup opens no key again that was revoked since, or whose member has left, and every other one', async () => {
  const database = await place.database()
  const server = await serveDatabase(database, { dataFolder: place.dataFolder })
  const gareth = await makeFixturePractice(server.app, 'Gareth Probert')
  const nia = await gareth.addMember('Nia Rees', 'owner')
  const make = async (who: Pick<typeof gareth, 'post'>, name: string) =>
    (await who.post('/api/api-keys', { name, scopes: ['clients:read'], days: null })).json<MadeApiKey>()
  const [lost, ofNia, kept] = [await make(gareth, 'Lost'), await make(nia, 'Nia’s'), await make(gareth, 'Kept')]
  const backup = await place.backUp(database)
  await gareth.delete(`/api/api-keys/${lost.apiKey.id}`)
  const members = (await gareth.get('/api/members')).json<{ id: string; name: string }[]>()
  await gareth.put(`/api/members/${members.find(({ name }) => name === 'Nia Rees')?.id}`, { isActive: false })
  await server.stop()
  const noted = readFileSync(join(place.dataFolder, 'ended-keys.jsonl'), 'utf8')
  expect([noted.match(/"id"/g)?.length, noted.includes(lost.apiKey.id), noted.includes(ofNia.apiKey.id)]).toEqual([2, true, true])
  const restored = await place.database()
  expect(await place.restore(backup, restored)).toBe(true)
  const again = await serveDatabase(restored)
  const statuses = await Promise.all(
    [lost, ofNia, kept].map(
      async ({ key }) => (await again.app.inject({ url: '/api/clients', headers: { authorization: `Bearer ${key}` } })).statusCode,
    ),
  )
  expect(statuses).toEqual([401, 401, 200])
  await again.stop()
})
