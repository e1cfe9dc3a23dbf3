import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const key = Buffer.alloc(32, 5).toString('base64')
const pathOf = (id: string) => `/api/auth/kept-keys/${id}`

test('a key is returned to its person, on every request, until they release it', async () => {
  const ann = await server.gareth.addMember('Ann Price', 'farrier')
  const id = uuidv7()
  // The answer to the first was lost.
  for (const _ of [1, 2]) expect((await ann.put(pathOf(id), { key, deviceId: uuidv7() })).statusCode).toBe(204)
  expect((await ann.get(pathOf(id))).json()).toEqual({ key })
  expect((await ann.get(pathOf(id))).json()).toEqual({ key })
  expect((await ann.delete(pathOf(id))).statusCode).toBe(204)
  expect((await ann.get(pathOf(id))).json()).toMatchObject({ code: 'kept_key_not_found' })
})

test('the last one there is room for may be sent again, and one more is refused', async () => {
  const ann = await server.gareth.addMember('Ann Price', 'farrier')
  const last = uuidv7()
  await ann.put(pathOf(last), { key, deviceId: uuidv7() })
  await server.asOwner(`insert into directory.kept_keys (id, person_id, practice_id, device_id, key, created_at)
    select gen_random_uuid(), person_id, practice_id, device_id, key, created_at from directory.kept_keys, generate_series(1, 99) where id = '${last}'`)
  expect((await ann.put(pathOf(last), { key, deviceId: uuidv7() })).statusCode).toBe(204)
  expect((await ann.put(pathOf(uuidv7()), { key, deviceId: uuidv7() })).statusCode).toBe(429)
})

test('no one else gets it, in the same practice or in another, nor overwrites or removes it', async () => {
  const [ann, ben] = [await server.gareth.addMember('Ann Price', 'farrier'), await server.gareth.addMember('Ben Rees', 'owner')]
  const id = uuidv7()
  await ann.put(pathOf(id), { key, deviceId: uuidv7() })
  for (const stranger of [ben, server.gareth, server.other]) {
    expect((await stranger.get(pathOf(id))).statusCode).toBe(404)
    expect((await stranger.delete(pathOf(id))).statusCode).toBe(404)
    await stranger.put(pathOf(id), { key: Buffer.alloc(32, 6).toString('base64'), deviceId: uuidv7() })
  }
  expect((await ann.get(pathOf(id))).json()).toEqual({ key })
})

test('a session that its person has ended may still leave a key, and only that', async () => {
  const ann = await server.gareth.addMember('Ann Price', 'farrier')
  await ann.get('/api/logout')
  const id = uuidv7()
  expect((await ann.put(pathOf(id), { key, deviceId: uuidv7() })).statusCode).toBe(204)
  expect((await ann.get(pathOf(id))).json()).toMatchObject({ code: 'signed_out' })
  expect((await ann.delete(pathOf(id))).statusCode).toBe(401)
})

test('a dismissed member leaves no key, and those left before are gone', async () => {
  const ann = await server.gareth.addMember('Ann Price', 'farrier')
  const id = uuidv7()
  await ann.put(pathOf(id), { key, deviceId: uuidv7() })
  const members = (await server.gareth.get('/api/members')).json<{ id: string; name: string; isActive: boolean }[]>()
  const last = members.filter(({ name, isActive }) => name === 'Ann Price' && isActive)
  for (const member of last) await server.gareth.put(`/api/members/${member.id}`, { isActive: false })
  await expect.poll(async () => (await ann.get(pathOf(id))).json()).toMatchObject({ code: 'dismissed' })
  expect((await ann.put(pathOf(uuidv7()), { key, deviceId: uuidv7() })).json()).toMatchObject({ code: 'dismissed' })
  expect(await server.asOwner(`select 1 from directory.kept_keys where id = '${id}'`)).toEqual([])
})

test('who has no session leaves no key', async () => {
  const url = pathOf(uuidv7())
  const payload = { key, deviceId: uuidv7() }
  for (const cookies of [{}, { [server.app.cookieName]: 'x'.repeat(43) }])
    expect((await server.app.inject({ method: 'PUT', url, payload, cookies })).json()).toMatchObject({ code: 'not_signed_in' })
})
