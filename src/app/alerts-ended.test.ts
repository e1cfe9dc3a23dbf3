import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Session } from '#features/core/practice/contract.ts'
import type { MyInvitation } from '#features/core/practice/invitations.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Browser, browserOf } from '#testing/browser-of.ts'
import { invitationTo, PASSWORD, tokenIn } from '#testing/invitations.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Which devices are called once a session has ended: a lost phone shows no alert on its lock screen. */

let server: TestServer
let email: string
let phone: Browser
let laptop: Browser
beforeAll(async () => {
  server = await startTestServer({ pushKey: 'B'.repeat(87) })
})
afterAll(() => server.stop())
beforeEach(async () => {
  email = `${uuidv7()}@example.com`
  phone = browserOf(server.app)
  await phone.post('/api/auth/register', { email, password: PASSWORD, firstName: 'Nia', lastName: 'Rees', practiceName: 'Rees Farriery' })
  laptop = browserOf(server.app)
  await signIn(laptop)
  await beCalled(phone, 'phone')
  await beCalled(laptop, 'laptop')
})

const signIn = (browser: Browser) => browser.post('/api/auth/password', { email, password: PASSWORD })
const beCalled = async (browser: Browser, name: string) => {
  const device = { endpoint: `https://push.example.com/${email}/${name}`, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  expect((await browser.post('/api/alerts/devices', device)).statusCode).toBe(201)
}
const openLink = async (browser: Browser, password: string) => {
  const token = tokenIn(await resetPassword(server.db, email, ''))
  expect((await browser.post('/api/auth/email-link/use', { token, password })).statusCode).toBe(204)
}
/** The devices of this test that are called. */
const called = async () => {
  const rows = await server.asOwner(`select endpoint from push_subscriptions where endpoint like '%${email}%'`)
  return rows.map(({ endpoint }) => String(endpoint).split('/').at(-1)).sort()
}
const sessionOf = async (browser: Browser) => (await browser.get('/api/auth/sessions')).json<Session[]>().find((one) => one.isCurrent)

test('a phone that is signed out from another device is no longer called, the other still is', async () => {
  const lost = await sessionOf(phone)
  expect(await called()).toEqual(['laptop', 'phone'])
  await laptop.delete(`/api/auth/sessions/${lost?.id}`)
  expect(await called()).toEqual(['laptop'])
})

test('signing out ends the calls of that device', async () => {
  await phone.get('/api/logout')
  expect(await called()).toEqual(['laptop'])
})

test('a new password ends those of all devices but the one it was set on', async () => {
  await openLink(laptop, 'another long password')
  expect(await called()).toEqual(['laptop'])
})

test('a session that takes the place of another is called on, until it is ended; by a practice it is not in, too', async () => {
  await invitationTo(server.gareth, { email })
  await openLink(phone, PASSWORD)
  const [invitation] = (await phone.get('/api/auth/invitations')).json<MyInvitation[]>()
  expect((await phone.post(`/api/auth/invitations/${invitation?.id}/accept`)).statusCode).toBe(204)
  await signIn(phone)
  expect(await called()).toEqual(['phone'])
  await signIn(laptop)
  await laptop.delete(`/api/auth/sessions/${(await sessionOf(phone))?.id}`)
  expect(await called()).toEqual([])
})

test('another person who signs in on the same browser is not called for the one before', async () => {
  const other = `${uuidv7()}@example.com`
  await phone.post('/api/auth/register', { email: other, password: PASSWORD, firstName: 'Huw', lastName: 'Pugh', practiceName: 'Pugh' })
  expect(await called()).toEqual(['laptop'])
})
