import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { stopTexts } from '#features/core/notices/server/stop-texts.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

/* Review requests follow from consent and the diary alone. */

const LINK = 'https://g.page/r/CfZ1/review'
const ZONE = 'Europe/London'
const DAY_MS = 86_400_000
const at = (moment: string) => expect.stringContaining(moment)
let server: TestServer
let next = 1
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  await server.stop()
  resetClock()
})
beforeEach(async () => {
  setClock('2027-03-02T10:00:00.000Z')
  // Seen in the future, so that no request moves its end: these tests pass a year in a second.
  await server.asOwner(`update directory.sessions set expires_at = '2030-01-01', last_seen_at = '2029-01-01'`)
  await server.gareth.delete('/api/integrations/reviews')
  await server.asOwner('delete from notices')
  await server.gareth.inPractice((tx) => tx.updateTable('clients').set({ deleted_at: currentTime() }).execute())
})

const pass = async (practiceId = server.gareth.practiceId) => {
  await takeExchanges(server.db, new Date(currentTime().getTime() + 48 * 3_600_000))
  const run = { db: server.db, vault: server.app.setup.vault, reach: () => Promise.reject(new Error('no network')), reachable: [] }
  const log = { error: (details: object) => Promise.reject(details) }
  await exchangePractice({ ...run, isTestVersion: true, origin: 'http://localhost:3000', log } as never, practiceId)
}
/** What has left by then. */
const sentBy = async (moment: string) => {
  setClock(moment)
  const sent: Outgoing[] = []
  const carry = async (message: Outgoing) => {
    sent.push(message)
    return { state: 'sent' as const, reference: 'ref' }
  }
  await drainPractice(server.db, { sms: carry, email: carry, push: carry }, server.gareth.practiceId, { origin: 'https://diary.example' })
  return sent
}
const put = (enabled: boolean, address: string | undefined = LINK) =>
  server.gareth.put('/api/integrations/reviews', { enabled, settings: { address } })
const client = async (more: object = {}) => {
  const body = {
    name: `Sarah Penrose ${next}`,
    phone: `07700 9001${String(next++).padStart(2, '0')}`,
    marketingConsentHow: 'said',
    ...more,
  }
  const answer = await server.gareth.post('/api/clients', body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ id: string }>().id
}
const visit = async (clientId: string) => {
  const [day, memberId] = [dayOf(currentTime(), ZONE), server.gareth.memberId]
  const body = { title: '', clientId, memberId, startTime: instantOf(day, '09:00', ZONE), endTime: instantOf(day, '09:30', ZONE) }
  return (await server.gareth.post('/api/appointments', body)).json<{ id: string }>().id
}
const set = async (id: string, body: object) => {
  const answer = await server.gareth.put(`/api/appointments/${id}`, body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const finish = (id: string) => set(id, { status: 'done' })
const finished = async (clientId: string) => {
  const id = await visit(clientId)
  await finish(id)
  return id
}
const coming = async () => (await server.gareth.get('/api/notices?coming=true')).json<Notice[]>()
const outbox = async () => (await server.gareth.get('/api/notices')).json<Notice[]>().filter(({ kind }) => kind === 'review')

test('a client who agreed is asked a day after a finished visit, once, in words without a question, with the opt-out line', async () => {
  const id = await client()
  await put(true)
  await finished(id)
  await pass()
  await pass()
  expect(await coming()).toMatchObject([
    { kind: 'review', clientId: id, channel: 'sms', purpose: 'marketing', state: 'queued', goesAt: at('2027-03-03T10:00:') },
  ])
  expect(await sentBy('2027-03-03T09:59:00.000Z')).toEqual([])
  const sent = await sentBy('2027-03-03T10:01:00.000Z')
  expect(sent).toHaveLength(1)
  const body = JSON.stringify(sent[0])
  expect(body).toContain(LINK)
  expect(body).toMatch(/STOP/)
  expect(body).not.toMatch(/\?|happy|reward|voucher|discount|free/i)
  expect(await outbox()).toMatchObject([{ state: 'sent', clientId: id }])
  expect((await server.gareth.get('/api/integrations')).json<Integration[]>().find((one) => one.id === 'reviews')).toMatchObject({
    ...{ status: 'connected', sentence: null, settings: { address: LINK } },
  })
})

test('who did not agree, cannot be reached or has no finished visit is not asked', async () => {
  await put(true)
  for (const more of [{ marketingConsentHow: null }, { phone: null }, { preferredChannel: 'none' }, { isActive: false }])
    await finished(await client(more))
  await visit(await client())
  await set(await visit(await client()), { status: 'cancelled' })
  await pass()
  expect(await coming()).toEqual([])
})

test('whoever prefers e-mail is asked by e-mail', async () => {
  await put(true)
  await finished(await client({ preferredChannel: 'email', email: 'sarah@penrose.example' }))
  await pass()
  expect(await coming()).toMatchObject([{ channel: 'email', address: 'sarah@penrose.example' }])
})

test('each owner on a visit is asked, whatever was noted of it', async () => {
  const [one, two] = [await client(), await client()]
  const horses = await Promise.all(
    [one, two].map(
      async (clientId, at) => (await server.gareth.post('/api/horses', { name: `Bramble ${at}`, clientId })).json<{ id: string }>().id,
    ),
  )
  const day = dayOf(currentTime(), ZONE)
  const body = {
    title: '',
    memberId: server.gareth.memberId,
    startTime: instantOf(day, '09:00', ZONE),
    endTime: instantOf(day, '10:00', ZONE),
  }
  const made = await server.gareth.post('/api/appointments', { ...body, clientId: one, horses: horses.map((horseId) => ({ horseId })) })
  await put(true)
  const [first, second] = made.json<{ horses: { id: string }[] }>().horses
  await server.gareth.put(`/api/visit-horses/${first?.id}`, { outcome: 'done' })
  await server.gareth.put(`/api/visit-horses/${second?.id}`, { outcome: 'not_done', reason: 'Kicked. Unhappy about the bill.' })
  await pass()
  expect((await coming()).map(({ clientId }) => clientId).sort()).toEqual([one, two].sort())
})

test('once a year: not again within twelve months, whatever became of the first', async () => {
  const id = await client()
  await put(true)
  await finished(id)
  await pass()
  await sentBy('2027-03-03T10:01:00.000Z')
  for (const moment of ['2027-04-20T10:00:00.000Z', '2028-02-20T10:00:00.000Z']) {
    setClock(moment)
    await finished(id)
    await pass()
    expect(await coming()).toEqual([])
  }
  setClock('2028-04-03T10:00:00.000Z')
  await finished(id)
  await pass()
  expect(await coming()).toMatchObject([{ clientId: id, goesAt: at('2028-04-04T10:00:') }])
})

test('one that a person stopped is not planned again', async () => {
  await put(true)
  await finished(await client())
  await pass()
  const [notice] = await coming()
  expect((await server.gareth.post(`/api/notices/${notice?.id}/cancel`, {})).statusCode).toBe(200)
  await pass()
  expect(await coming()).toEqual([])
  expect(await outbox()).toMatchObject([{ state: 'cancelled' }])
})

test('what no longer follows goes no more: the visit is open again, the consent withdrawn, texts stopped', async () => {
  await put(true)
  const [one, two, three] = [await client(), await client(), await client()]
  const [visitId] = [await finished(one), await finished(two), await finished(three)]
  await pass()
  expect(await coming()).toHaveLength(3)
  await set(visitId, { status: 'booked' })
  await server.gareth.put(`/api/clients/${two}`, { marketingConsentHow: null })
  await server.gareth.inPractice((tx, actor) => stopTexts(tx, actor, three))
  await pass()
  expect(await coming()).toEqual([])
  expect(await sentBy('2027-03-03T10:01:00.000Z')).toEqual([])
})

test('a consent withdrawn a moment before keeps it back, also before any pass', async () => {
  await put(true)
  const id = await client()
  await finished(id)
  await pass()
  await server.gareth.put(`/api/clients/${id}`, { marketingConsentHow: null })
  expect(await sentBy('2027-03-03T10:01:00.000Z')).toEqual([])
})

test('in quiet hours it waits for the morning, and a pass meanwhile leaves it', async () => {
  setClock('2027-03-02T22:30:00.000Z')
  await put(true)
  await finished(await client())
  await pass()
  expect(await sentBy('2027-03-03T22:31:00.000Z')).toEqual([])
  await pass()
  expect(await sentBy('2027-03-04T10:00:00.000Z')).toHaveLength(1)
})

test('another link: what waits has it, at its time', async () => {
  await put(true)
  await finished(await client())
  await pass()
  setClock(new Date(currentMs() + DAY_MS / 2))
  await put(true, 'https://uk.trustpilot.com/evaluate/probert.example')
  await pass()
  expect(await coming()).toMatchObject([{ goesAt: at('2027-03-03T10:00:'), body: expect.stringContaining('trustpilot') }])
})

test('switched off or disconnected, what waits is gone at once', async () => {
  await put(true)
  await finished(await client())
  await pass()
  await server.gareth.put('/api/integrations/reviews', { enabled: false })
  expect(await coming()).toEqual([])
  await put(true)
  await pass()
  expect(await coming()).toHaveLength(1)
  await server.gareth.delete('/api/integrations/reviews')
  expect(await coming()).toEqual([])
})

test('a moment that has passed is not made up for', async () => {
  await finished(await client())
  setClock(new Date(currentMs() + DAY_MS + 60_000))
  await put(true)
  await pass()
  expect(await coming()).toEqual([])
})

test('a copy of the demo asks nobody', async () => {
  await put(true)
  await finished(await client())
  await server.asOwner(`update directory.practices set mode = 'demo' where id = '${server.gareth.practiceId}'`)
  await pass()
  expect(await coming()).toEqual([])
  await server.asOwner(`update directory.practices set mode = 'live' where id = '${server.gareth.practiceId}'`)
  await pass()
  expect(await coming()).toHaveLength(1)
})

test('two who are merged are asked once', async () => {
  await put(true)
  const [kept, other] = [await client(), await client()]
  await finished(kept)
  await finished(other)
  await pass()
  expect((await server.gareth.post(`/api/clients/${kept}/merge`, { otherId: other, fields: {} })).statusCode).toBe(200)
  await pass()
  expect(await sentBy('2027-03-03T10:01:00.000Z')).toHaveLength(1)
})

test.each(['', undefined])('without a link (%j) it is not connected', async (address) => {
  const answer = await server.gareth.put('/api/integrations/reviews', { enabled: true, settings: { address } })
  expect(answer.json()).toMatchObject({ code: 'address_required' })
})

test.each([
  'http://g.page/r/x',
  'g.page/r/x',
  'javascript:alert(1)',
  'https://localhost/x',
  'https://',
  'https://a b.example/x',
  'https://me:key@x.example/',
])('the link %s is refused in a sentence', async (address) => {
  const answer = await put(true, address)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ message: string }>().message).toMatch(/^The (link|name)/)
})

test.each([LINK, 'https://www.facebook.com/probert/reviews?x=1#y', 'https://uk.trustpilot.com/evaluate/probert.example'])(
  '%s is taken',
  async (address) => {
    expect((await put(true, address)).json()).toMatchObject({ enabled: true, status: 'connected', settings: { address } })
  },
)

test('the owner alone sets it', async () => {
  const cai = await server.gareth.addMember('Cai Rowe', 'farrier')
  expect((await cai.put('/api/integrations/reviews', { enabled: true, settings: { address: LINK } })).statusCode).toBe(403)
})
