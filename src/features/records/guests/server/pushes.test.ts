import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { currentMs } from '#lib/clock.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Owners are notified on their phone of what is in the portal: where they have chosen it, and as long as the session there lasts. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true, pushKey: 'B'.repeat(87) })
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(() => server.stop())

const HOUR = 3_600_000
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
type Cookies = Record<string, string>
let phones = 0
const ask = (cookies: Cookies, endpoint: string) => {
  const payload = { endpoint, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  return server.app.inject({ method: 'PUT', url: '/api/my/push', cookies, payload })
}

/** A client who reads in the portal, the owner with access for them, and the address of their phone, which is notified of news. */
async function withPhone({
  preferredChannel = 'portal',
  email = 'ffion@example.com',
}: {
  preferredChannel?: string
  email?: string | null
} = {}) {
  const clientId = await add('/api/clients', { name: 'Ffion Rees', phone: '07700 900654', email, preferredChannel })
  const owner = await makeGuest(server.app, { practice: server.gareth, clientId })
  phones += 1
  const endpoint = `https://push.example.com/${phones}`
  expect((await ask(owner.cookies, endpoint)).statusCode).toBe(204)
  return { clientId, owner, endpoint }
}

/** A visit of theirs that is so far ahead is off. */
async function cancelVisit(clientId: string, hours: number) {
  const start = Math.floor(currentMs() / HOUR + hours) * HOUR
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 45 * 60_000).toISOString() }
  const visit = await add('/api/appointments', { ...times, title: 'Seren, trim £45', clientId })
  await server.gareth.put(`/api/appointments/${visit}`, { status: 'cancelled', sendSmsNotification: true })
}

/** What leaves of what is due; `push`: the answer of the push service. */
async function drain(push: Delivery = { state: 'sent', reference: null }) {
  const left: (Outgoing & { by: string })[] = []
  const by = (channel: string, delivery: Delivery) => async (message: Outgoing) => {
    left.push({ ...message, by: channel })
    return delivery
  }
  const sent = { state: 'sent', reference: 'ref' } as const
  const carriers = { sms: by('sms', sent), email: by('email', sent), push: by('push', push) }
  for (const _ of [1, 2]) await drainPractice(server.db, carriers, server.gareth.practiceId, { origin: 'https://diary.example' })
  return left
}

const known = async (endpoint: string) =>
  (await server.asOwner(`select endpoint from directory.pushes where endpoint = '${endpoint}'`)).length
const notices = async (clientId: string) =>
  (await server.gareth.get(`/api/notices?clientId=${clientId}`))
    .json<Notice[]>()
    .filter(({ kind }) => kind === 'cancelled')
    .map(({ channel, state }) => `${channel} ${state}`)
    .toSorted()

test('a phone is called in place of an e-mail, with no name, no horse and no sum on its screen, and the outbox says so', async () => {
  const { clientId, endpoint } = await withPhone()
  await cancelVisit(clientId, 72)
  const left = await drain()
  expect(left.map(({ by, to, subject, body }) => ({ by, to, subject, body }))).toEqual([
    { by: 'push', to: endpoint, subject: 'News from Gareth Probert Farriery', body: 'A visit is off. Open My horses.' },
  ])
  expect(left[0]?.device).toMatchObject({ path: '/my/visits' })
  expect(JSON.stringify(left)).not.toMatch(/Ffion|Seren|£|45/)
  expect(await notices(clientId)).toEqual(['push sent'])
})

test('that a visit within a day is off goes by text as well, once', async () => {
  const { clientId } = await withPhone()
  await cancelVisit(clientId, 5)
  expect((await drain()).map(({ by }) => by).toSorted()).toEqual(['push', 'sms'])
  expect(await notices(clientId)).toEqual(['push sent', 'sms sent'])
  const { clientId: textOnly } = await withPhone({ email: null })
  await cancelVisit(textOnly, 5)
  expect((await drain()).map(({ by }) => by).toSorted()).toEqual(['push', 'sms'])
})

test('a phone that is gone is forgotten, and the news goes by e-mail, else by text', async () => {
  for (const [email, way] of [
    ['ffion@example.com', 'email'],
    [null, 'sms'],
  ] as const) {
    const { clientId, endpoint } = await withPhone({ email })
    await cancelVisit(clientId, 72)
    const left = await drain({ state: 'failed', reason: 'This device no longer takes alerts.', because: 'gone' })
    expect(left.map(({ by }) => by)).toEqual(['push', way])
    expect(left[1]?.body).toContain('Ffion')
    expect(await notices(clientId)).toEqual([`${way} sent`])
    expect(await known(endpoint)).toBe(0)
  }
})

test('who chose e-mail or texts with this farrier is not called, no matter what they chose with another', async () => {
  const { clientId } = await withPhone({ preferredChannel: 'email' })
  await cancelVisit(clientId, 72)
  expect((await drain()).map(({ by }) => by)).toEqual(['email'])
})

test('no one is called whose access has ended, or whose session has: signed out, ended from elsewhere, or run out', async () => {
  const ended = await withPhone()
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: ended.owner.personId, clientId: ended.clientId }))
  const out = await withPhone()
  await out.owner.submit('/my/sign-out')
  const old = await withPhone()
  await server.asOwner(
    `update directory.sessions set expires_at = clock_now() - interval '1 minute' where person_id = '${old.owner.personId}'`,
  )
  const stopped = await withPhone()
  const stop = await server.app.inject({ method: 'DELETE', url: '/api/my/push', cookies: stopped.owner.cookies })
  expect(stop.statusCode).toBe(204)
  for (const { clientId } of [ended, out, old, stopped]) await cancelVisit(clientId, 72)
  expect((await drain()).map(({ by }) => by)).toEqual(['email', 'email', 'email', 'email'])
  expect(await Promise.all([out, stopped].map(({ endpoint }) => known(endpoint)))).toEqual([0, 0])
})

test('a phone belongs to the last session to register it, and no one’s on a shared computer or inside a network', async () => {
  const first = await withPhone()
  const second = await withPhone()
  expect((await ask(second.owner.cookies, first.endpoint)).statusCode).toBe(204)
  expect(await server.asOwner(`select endpoint from directory.pushes where person_id = '${first.owner.personId}'`)).toEqual([])
  expect(await server.asOwner(`select endpoint from directory.pushes where person_id = '${second.owner.personId}'`)).toEqual([
    { endpoint: first.endpoint },
  ])
  const who = { personId: first.owner.personId, onlyPractice: null, isShared: true, userAgent: 'test' }
  const shared = { [guestCookie(server.app)]: await server.db.withDirectory((tx) => openGuestSession(tx, who)) }
  expect((await ask(shared, 'https://push.example.com/shared')).statusCode).toBe(422)
  for (const inside of ['http://push.example.com/1', 'https://127.0.0.1/1', 'https://localhost/1'])
    expect((await ask(first.owner.cookies, inside)).statusCode, inside).toBe(400)
  expect((await ask({}, first.endpoint)).statusCode).toBe(401)
})
