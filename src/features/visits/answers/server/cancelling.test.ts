import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { FeeProposal } from '#features/ledger/accounts/contract.ts'
import { mostForCancelling } from '#features/ledger/accounts/server/proposals.ts'
import type { VisitAnswer } from '#features/visits/answers/contract.ts'
import { answersOf, takeAnswer } from '#features/visits/answers/server/answering.ts'
import { cancellingOf, cancelOwn } from '#features/visits/answers/server/cancelling.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const visitOf = async (id: string) => (await server.gareth.get(`/api/appointments/${id}`)).json<Appointment>()
const answers = async (id: string) => (await server.gareth.get(`/api/visit-answers?appointmentId=${id}`)).json<VisitAnswer[]>()
const HOUR = 3_600_000
/** On the hour, so that no visit lies across midnight. */
function inHours(hours: number) {
  const start = Math.floor(currentMs() / HOUR + hours) * HOUR
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + 45 * 60_000).toISOString() }
}

/** A yard's visit: Sarah's Biscuit and Dolly, and Tom's Merlin; booked for `whose`. */
async function sharedVisit({ hours = 72, whose = 'sarah' }: { hours?: number; whose?: 'sarah' | 'tom' } = {}) {
  const sarah = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const tom = await add('/api/clients', { name: 'Tom Haddon', phone: '07700 900119' })
  const [biscuit, dolly] = [
    await add('/api/horses', { name: 'Biscuit', clientId: sarah }),
    await add('/api/horses', { name: 'Dolly', clientId: sarah }),
  ]
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: tom })
  const horses = [biscuit, merlin, dolly].map((horseId) => ({ horseId, plannedWork: 'Trim' }))
  const clientId = { sarah, tom }[whose]
  const visit = await add('/api/appointments', { ...inHours(hours), title: 'Biscuit, trim; Merlin, trim', clientId, horses })
  return { sarah, tom, merlin, visit }
}

async function act<T>(work: (tx: Parameters<typeof cancelOwn>[0], actor: Parameters<typeof cancelOwn>[1]) => Promise<T>): Promise<T> {
  const { practiceId } = server.gareth
  const actor = await actorOfPractice(server.db, practiceId, { origin: 'http://localhost:3000' })
  return server.db.withPractice(practiceId, (tx) => work(tx, actor))
}
const cancel = (visitId: string, clientId: string, why: string | null = null) =>
  act((tx, actor) => cancelOwn(tx, actor, { visitId, clientId }, why))
const choice = (visitId: string, clientId: string) => act((tx) => cancellingOf(tx, { visitId, clientId }))

test('an owner takes their horses off a visit in time; others’ stay and keep theirs, and nothing names those that left', async () => {
  const { sarah, tom, merlin, visit } = await sharedVisit()
  expect(await choice(visit, sarah)).toMatchObject({ isAtOnce: true, horses: ['Biscuit', 'Dolly'], others: true, noticeHours: 24 })
  expect(await cancel(visit, sarah, 'Away that day')).toBe('cancelled')
  expect(await visitOf(visit)).toMatchObject({
    status: 'booked',
    clientId: tom,
    title: 'Merlin, trim',
    horses: [{ horseId: merlin, outcome: null }],
  })
  expect(await answers(visit)).toMatchObject([
    { kind: 'cancelled', clientId: sarah, horseName: 'Biscuit and Dolly', words: 'Away that day' },
  ])
  expect(await act((tx, actor) => answersOf(tx, actor, { visitId: visit, clientId: sarah }))).toBeUndefined()
  expect(await choice(visit, tom)).toMatchObject({ horses: ['Merlin'], others: false })
  const texts = (await server.gareth.get('/api/notices')).json<Notice[]>()
  expect(texts.filter(({ clientId, kind }) => clientId === tom && kind === 'cancelled')).toEqual([])
})

test('pressed twice, at once or later, it is one cancellation', async () => {
  const { sarah, tom, visit } = await sharedVisit()
  expect((await Promise.all([cancel(visit, sarah), cancel(visit, sarah)])).toSorted()).toEqual(['already', 'cancelled'])
  expect(await cancel(visit, sarah)).toBe('already')
  expect(await answers(visit)).toHaveLength(1)
  const both = await Promise.all([cancel(visit, tom), server.gareth.put(`/api/appointments/${visit}`, { status: 'cancelled' })])
  expect(both[1].statusCode).toBe(200)
  expect(await visitOf(visit)).toMatchObject({ status: 'cancelled' })
  const lines = await server.asOwner(`select id from activity where entity_id = '${visit}' and verb = 'cancelled'`)
  expect(lines).toHaveLength(1)
})

test('without a horse left the visit is cancelled, also one booked for another client', async () => {
  const { sarah, tom, visit } = await sharedVisit({ whose: 'tom' })
  await cancel(visit, sarah)
  expect(await visitOf(visit)).toMatchObject({ status: 'booked', clientId: tom })
  expect(await cancel(visit, tom)).toBe('cancelled')
  expect(await visitOf(visit)).toMatchObject({ status: 'cancelled', statusReason: 'Owner asked' })
  expect((await answers(visit)).map(({ kind }) => kind)).toEqual(['cancelled', 'cancelled'])
})

test('later than the notice it is a wish: the visit stays, a yes takes it back, and the most it may cost is known', async () => {
  const { sarah, visit } = await sharedVisit({ hours: 20 })
  expect(await choice(visit, sarah)).toMatchObject({ isAtOnce: false })
  expect(await cancel(visit, sarah)).toBe('asked')
  expect(await cancel(visit, sarah)).toBe('asked')
  expect(await visitOf(visit)).toMatchObject({ status: 'booked', horses: [{}, {}, {}] })
  expect(await answers(visit)).toMatchObject([{ kind: 'cancel', horseName: 'Biscuit and Dolly', seenAt: null }])
  const standing = () => act(async (tx, actor) => (await answersOf(tx, actor, { visitId: visit, clientId: sarah }))?.standing)
  expect(await standing()).toBe('cancel')
  await act((tx, actor) => takeAnswer(tx, actor, { visitId: visit, clientId: sarah }, { kind: 'confirmed' }))
  expect(await standing()).toBe('confirmed')
})

test('the most that cancelling may cost is what would be proposed: nothing in time, and nothing for who does not pay', async () => {
  await server.gareth.post('/api/price-items', { serviceType: 'Trim', unitPence: 4500 })
  const late = await sharedVisit({ hours: 5 })
  const early = await sharedVisit({ hours: 72 })
  const most = ({ visit }: { visit: string }, clientId: string) =>
    act(async (tx, actor) => (await mostForCancelling(tx, actor, { visitId: visit, clientId })).pence)
  const pence = await most(late, late.sarah)
  expect(pence).toBeGreaterThan(0)
  expect(await most(early, early.sarah)).toBe(0)
  expect(await most(late, early.sarah)).toBe(0)
  await server.gareth.put(`/api/appointments/${late.visit}`, { status: 'cancelled', statusReason: 'Owner asked' })
  const proposals = (await server.gareth.get(`/api/accounts/proposals?clientId=${late.sarah}`)).json<FeeProposal[]>()
  expect(proposals.reduce((sum, one) => sum + one.pence, 0)).toBe(pence)
})

test('no one cancels what is not theirs, is over, or where the practice lets no owner do it', async () => {
  const { sarah, tom, visit } = await sharedVisit()
  const stranger = await add('/api/clients', { name: 'Huw Bevan' })
  expect(await cancel(visit, stranger)).toBeUndefined()
  expect(await choice(visit, stranger)).toBeUndefined()
  await server.asOwner(`update settings set portal = '{"may":{"cancel":false}}' where practice_id = '${server.gareth.practiceId}'`)
  expect(await choice(visit, sarah)).toBeUndefined()
  await expect(cancel(visit, sarah)).rejects.toMatchObject({ code: 'forbidden' })
  await server.asOwner(`update settings set portal = '{"noticeHours":100}' where practice_id = '${server.gareth.practiceId}'`)
  expect(await cancel(visit, tom)).toBe('asked')
  await server.asOwner(`update settings set portal = '{}' where practice_id = '${server.gareth.practiceId}'`)
})
