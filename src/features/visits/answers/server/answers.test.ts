import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import type { GivenAnswer, VisitAnswer } from '#features/visits/answers/contract.ts'
import { readAnswer } from '#features/visits/answers/reading.ts'
import { giveAnswer, openAnswers } from '#features/visits/answers/server/answering.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { answerToken } from '#testing/answers.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Regardless of the hour at which the tests run.
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const places = () => ({ db: server.db, origin: 'http://localhost:3000' })
const open = (token: string) => openAnswers(places(), token)
const give = (token: string, given: GivenAnswer) => giveAnswer(places(), token, given)
const answers = async (visit: string) => (await server.gareth.get(`/api/visit-answers?appointmentId=${visit}`)).json<VisitAnswer[]>()
const WHEN = { startTime: '2098-01-06T09:00:00Z', endTime: '2098-01-06T10:00:00Z' }

/** A visit to two owners at one yard: the page of one must reveal nothing about the other. */
async function sharedVisit() {
  const sarah = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const tom = await add('/api/clients', { name: 'Tom Haddon' })
  const yard = await add('/api/yards', { name: 'Hollybush', gateCode: '4711' })
  const biscuit = await add('/api/horses', { name: 'Biscuit', clientId: sarah, yardId: yard })
  const dolly = await add('/api/horses', { name: 'Dolly', clientId: sarah, yardId: yard })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: tom, yardId: yard })
  const horses = [
    { horseId: biscuit, plannedWork: 'Trim' },
    { horseId: merlin, plannedWork: 'Full set new' },
  ]
  const visit = await add('/api/appointments', { ...WHEN, title: 'Hollybush', clientId: tom, notes: 'Owes us', horses })
  return { sarah, tom, biscuit, dolly, merlin, visit, token: await answerToken(server.gareth, visit, sarah) }
}

test('an owner reads their own part of a visit by their link, and nothing of anyone else', async () => {
  const { token, biscuit, dolly } = await sharedVisit()
  const page = await open(token)
  expect(page).toEqual({
    picture: null,
    practiceName: 'Gareth Probert Farriery',
    farrierName: 'Gareth Probert',
    ownerName: 'Sarah',
    title: 'Biscuit, trim',
    when: 'Monday 6 January at 09:00',
    yardName: 'Hollybush',
    isOff: false,
    horses: [{ id: biscuit, name: 'Biscuit' }],
    others: [{ id: dolly, name: 'Dolly' }],
    kinds: [],
    prepLine: null,
    standing: null,
    said: [],
    today: dayOf(currentTime(), 'Europe/London'),
  })
  expect(await open('unknown')).toBeUndefined()
})

test('an owner’s answer reaches the visit, alerts the member who drives there, and counts once however often it is sent', async () => {
  const { token, visit, dolly, biscuit, sarah } = await sharedVisit()
  const { memberId, practiceId } = server.gareth
  await server.asOwner(`insert into push_subscriptions (practice_id, id, member_id, endpoint, p256dh, auth)
    values ('${practiceId}', gen_random_uuid(), '${memberId}', 'https://push.example/1', 'k', 'a')`)
  const move = readAnswer({ kind: 'move', suits: ['Mornings', 'A weekday'], words: 'Not Tuesday' }).given
  expect(move).toEqual({ kind: 'move', words: 'Mornings, A weekday. Not Tuesday' })
  await give(token, { kind: 'confirmed' })
  await Promise.all([give(token, { kind: 'confirmed' }), give(token, { kind: 'confirmed' })])
  expect((await open(token))?.standing).toBe('confirmed')
  if (move) await give(token, move)
  expect((await open(token))?.standing).toBe('move')
  await give(token, { kind: 'add_horse', horseId: dolly, work: 'Trim' })
  await give(token, { kind: 'add_horse', horseId: dolly, work: 'Trim' })
  await give(token, { kind: 'box_rest', horseId: biscuit, untilOn: '2098-02-01' })
  await give(token, { kind: 'gate_code', words: '1881' })
  const said = (await answers(visit)).toReversed()
  expect(said.map(({ kind, words, horseId, work, untilOn }) => [kind, words, horseId, work, untilOn])).toEqual([
    ['confirmed', null, null, null, null],
    ['move', 'Mornings, A weekday. Not Tuesday', null, null, null],
    ['add_horse', null, dolly, 'Trim', null],
    ['box_rest', null, biscuit, null, '2098-02-01'],
    ['gate_code', '1881', null, null, null],
  ])
  expect(said[0]).toMatchObject({ clientId: sarah, visitStart: '2098-01-06T09:00:00.000Z', seenAt: null })
  const rung = await server.asOwner(`select body from notices where kind = 'alert' and member_id = '${memberId}' order by id`)
  expect(rung.map(({ body }) => body)).toEqual([
    'Asks to move: Mornings, A weekday. Not Tuesday',
    'Asks to add Dolly, trim',
    'Biscuit is on box rest until Sat 1 Feb',
    'Gate code: 1881',
  ])
  const page = await open(token)
  expect(page?.said.map(({ words }) => words)[0]).toBe('You gave the gate code: 1881')
  const [news] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ title: string; description: string }[]>()
  expect(news).toMatchObject({ title: 'Sarah Penrose gives the gate code' })
  // Their device receives it with its next pull, and marks it seen; there is no conflict.
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const device = ned.device()
  const seenAt = '2026-11-20T10:00:00.000Z'
  const op = device.op({ entity: 'visit_answers', action: 'UPDATE', id: said[1]?.id ?? '', baseRev: 1, data: { seenAt } })
  expect((await device.push(op)).results).toMatchObject([{ status: 'applied' }])
  expect((await answers(visit)).find(({ kind }) => kind === 'move')).toMatchObject({
    seenAt,
    seenBy: expect.not.stringContaining(memberId),
  })
  expect((await open(token))?.said.find(({ words }) => words.startsWith('You asked for another'))?.isSeen).toBe(true)
})

test('a horse that is not theirs is refused; a visit moved needs an answer again, a cancelled one shows that, and one that is over opens nothing', async () => {
  const { token, visit, merlin } = await sharedVisit()
  await expect(give(token, { kind: 'box_rest', horseId: merlin })).rejects.toMatchObject({ code: 'horse_not_found' })
  await expect(give(token, { kind: 'add_horse' })).rejects.toMatchObject({ message: 'Say which horse it is.' })
  await give(token, { kind: 'confirmed' })
  await server.gareth.put(`/api/appointments/${visit}`, { startTime: '2098-01-09T09:00:00Z', endTime: '2098-01-09T10:00:00Z' })
  expect(await open(token)).toMatchObject({ standing: null, when: 'Thursday 9 January at 09:00' })
  await give(token, { kind: 'confirmed' })
  expect(await answers(visit)).toHaveLength(2)
  await server.gareth.post(`/api/appointments/${visit}/cancel`, {})
  expect(await open(token)).toMatchObject({ isOff: true })
  await expect(give(token, { kind: 'confirmed' })).rejects.toMatchObject({ code: 'visit_is_cancelled' })
  await server.asOwner(`update appointments set status = 'booked', ends_at = clock_now() - interval '1 minute', starts_at = clock_now() - interval '1 hour'
    where id = '${visit}'`)
  expect([await open(token), await give(token, { kind: 'confirmed' })]).toEqual([undefined, undefined])
})

test('a text that a visit is booked brings its owner the link as it leaves', async () => {
  const { sarah } = await sharedVisit()
  const horse = await add('/api/horses', { name: 'Fen', clientId: sarah })
  const visit = await add('/api/appointments', { ...WHEN, clientId: sarah, horseId: horse, sendSmsNotification: true })
  const carry = async () => ({ state: 'sent', reference: null }) as const
  await drainPractice(server.db, { sms: carry, email: carry, push: carry }, server.gareth.practiceId, { origin: 'http://localhost:3000' })
  const texts = (await server.gareth.get(`/api/notices?appointmentId=${visit}`)).json<Notice[]>()
  const token = /\/a\/(\w+)/.exec(texts.find(({ kind }) => kind === 'booked')?.body ?? '')?.[1] ?? ''
  expect(await open(token)).toMatchObject({ ownerName: 'Sarah', horses: [{ id: horse, name: 'Fen' }] })
})
