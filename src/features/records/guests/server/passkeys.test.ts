import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_PASSKEYS } from '#features/core/practice/passkeys.ts'
import { passkeysOf } from '#features/core/practice/server/passkeys-of.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { makeAuthenticator } from '#testing/authenticator.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Guest = Awaited<ReturnType<typeof makeGuest>>
const origin = 'http://localhost:3000'
const challenge = async () => (await server.app.inject({ method: 'POST', url: '/api/my/passkeys/challenge' })).json()
const use = (payload: object, cookies = {}) => server.app.inject({ method: 'POST', url: '/api/my/passkeys/use', payload, cookies })
const asks = (guest: Guest, url: string, payload?: object, method: 'POST' | 'DELETE' = 'POST') =>
  server.app.inject({ method, url, cookies: guest.cookies, ...(payload && { payload }) })

async function withPasskey(guest: Guest, phone = makeAuthenticator(origin)) {
  const options = (await asks(guest, '/api/my/passkeys/options')).json()
  expect((await asks(guest, '/api/my/passkeys', phone.create(options))).statusCode).toBe(204)
  return phone
}
const refused = (answer: LightMyRequestResponse, code: string) => expect([answer.json().code, answer.cookies]).toEqual([code, []])

test('who has a passkey signs in with it, without an address', async () => {
  const guest = await makeGuest(server.app)
  const phone = await withPasskey(guest)
  const answer = await use(phone.get(await challenge()))
  expect(answer.statusCode).toBe(204)
  const [cookie] = answer.cookies
  expect(cookie).toMatchObject({ name: guestCookie(server.app), httpOnly: true })
  expect(await server.app.guestSessions.read(cookie?.value ?? '')).toMatchObject({ personId: guest.personId, onlyPractice: null })
  expect(await passkeysOf(server.app, { personId: guest.personId, side: 'portal' })).toMatchObject([
    { id: phone.id, usedAt: expect.any(String) },
  ])
})

test('a passkey in a new browser is notified to every address of the person, in the one it was made in to none', async () => {
  const guest = await makeGuest(server.app)
  const phone = await withPasskey(guest)
  await server.asOwner(`insert into directory.proofs (address, person_id, kind, proven_at, used_at)
    select a, '${guest.personId}', 'email', now(), now() from unnest(array['${guest.personId}@one.example', '${guest.personId}@two.example']) a`)
  const told = async () =>
    (await server.asOwner(`select id from directory.asks where what = 'device' and person_id = '${guest.personId}'`)).length
  await use(phone.get(await challenge()), guest.cookies)
  expect(await told()).toBe(0)
  await use(phone.get(await challenge()))
  expect(await told()).toBe(2)
})

test('the session a browser had ends when a passkey opens another', async () => {
  const guest = await makeGuest(server.app)
  const phone = await withPasskey(guest)
  await use(phone.get(await challenge()), guest.cookies)
  expect((await asks(guest, '/api/my/passkeys/options')).statusCode).toBe(401)
})

test('what a passkey signed opens once, and only for the challenge we gave', async () => {
  const guest = await makeGuest(server.app)
  const phone = await withPasskey(guest)
  const signed = phone.get(await challenge())
  expect((await use(signed)).statusCode).toBe(204)
  refused(await use(signed), 'passkey_refused')
  refused(await use(phone.get({ challenge: 'bm90LW91cnM', rpId: 'localhost' })), 'passkey_refused')
})

test('a passkey of another site, an unknown one, one without a challenge, and a copy open nothing', async () => {
  const guest = await makeGuest(server.app)
  const phone = await withPasskey(guest)
  refused(await use(makeAuthenticator(origin).get(await challenge())), 'passkey_refused')
  refused(await use(phone.get({ ...(await challenge()), rpId: 'elsewhere.example' })), 'passkey_refused')
  await use(phone.get(await challenge()))
  phone.rewind()
  refused(await use(phone.get(await challenge())), 'passkey_refused')
  const lazy = makeAuthenticator(origin, { verifies: false })
  const options = (await asks(guest, '/api/my/passkeys/options')).json()
  refused(await asks(guest, '/api/my/passkeys', lazy.create(options)), 'passkey_refused')
})

test('a passkey is made only soon after a proof, and not by one who proved their address to one practice alone', async () => {
  const guest = await makeGuest(server.app)
  await server.asOwner(`update directory.sessions set proved_at = proved_at - interval '16 minutes' where person_id = '${guest.personId}'`)
  refused(await asks(guest, '/api/my/passkeys/options'), 'proof_too_old')
  const bound = await makeGuest(server.app)
  await server.asOwner(`update directory.sessions set practice_id = '${server.gareth.practiceId}' where person_id = '${bound.personId}'`)
  refused(await asks(bound, '/api/my/passkeys/options'), 'forbidden')
})

test("a challenge given to one person makes no other's passkey", async () => {
  const [one, other] = [await makeGuest(server.app), await makeGuest(server.app)]
  const options = (await asks(one, '/api/my/passkeys/options')).json()
  refused(await asks(other, '/api/my/passkeys', makeAuthenticator(origin).create(options)), 'passkey_refused')
})

test('a passkey that was removed opens nothing, and no one removes another’s', async () => {
  const [guest, other] = [await makeGuest(server.app), await makeGuest(server.app)]
  const phone = await withPasskey(guest)
  expect((await asks(other, `/api/my/passkeys/${phone.id}`, undefined, 'DELETE')).statusCode).toBe(404)
  expect((await asks(guest, `/api/my/passkeys/${phone.id}`, undefined, 'DELETE')).statusCode).toBe(204)
  refused(await use(phone.get(await challenge())), 'passkey_refused')
})

test('ten are the most', async () => {
  const guest = await makeGuest(server.app)
  for (let made = 0; made < MOST_PASSKEYS; made++) await withPasskey(guest)
  refused(await asks(guest, '/api/my/passkeys/options'), 'too_many_passkeys')
})
