import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Recipient, VisitWords } from '#features/core/notices/rules.ts'
import { dropWaiting, holdMoved, lastNoticeAt, queueNotice } from '#features/core/notices/server/service.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  // The tests may run at any hour.
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(() => server.stop())

/** When a worker looks at the practice next. */
const wakes = async () =>
  (await server.asOwner(`select due_at from directory.wakes where practice_id = '${server.gareth.practiceId}'`))[0]?.due_at
const letRest = () => server.asOwner(`update directory.wakes set due_at = 'infinity'`)
const drag = (recipient: Recipient, from: VisitWords, to: VisitWords) =>
  server.gareth.inPractice((tx, actor) => holdMoved(tx, actor, recipient, from, to))

test('several drags of a client’s visits make one text, held 90 s from the last', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const [first, second] = [await addVisit(), await addVisit()]
  const one = await drag(recipient, first.words(), first.words(1))
  await drag(recipient, second.words(), second.words(1))
  const before = currentMs()
  const last = await drag(recipient, first.words(1), first.words(2))
  expect(last).toMatchObject({ noticeId: one.noticeId, state: 'held' })
  expect(Date.parse(last.goesAt ?? '')).toBeGreaterThanOrEqual(before + 90_000)
  expect(Date.parse(last.goesAt ?? '')).toBeLessThanOrEqual(currentMs() + 90_000)
  const [notice, ...others] = await notices()
  expect(others).toEqual([])
  expect(notice).toMatchObject({ state: 'held', goesAt: last.goesAt, recipient: recipient.name })
  expect(notice?.body.split('\n')).toEqual([
    'Hi Sarah, your visits have moved.',
    `Biscuit, trim: ${second.says()}, now ${second.says(1)}`,
    `Biscuit, trim: ${first.says()}, now ${first.says(2)}`,
    'Gareth Probert Farriery',
  ])
})

test('a visit moved back where it was drops out, and nothing left cancels the text', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const [first, second] = [await addVisit(), await addVisit()]
  await drag(recipient, first.words(), first.words(1))
  await drag(recipient, second.words(), second.words(3))
  await drag(recipient, first.words(1), first.words())
  expect((await notices())[0]?.body).toContain(`on ${second.says()} has moved to ${second.says(3)}.`)
  const last = await drag(recipient, second.words(3), second.words())
  expect(last).toMatchObject({ state: 'cancelled', goesAt: null })
  expect(await notices()).toMatchObject([
    { state: 'cancelled', stateReason: "The visit is back where it was, so there's nothing to tell them." },
  ])
})

test('after moving back cancelled a text, the next move makes a new text', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit()
  await drag(recipient, visit.words(), visit.words(1))
  await drag(recipient, visit.words(1), visit.words())
  expect(await drag(recipient, visit.words(), visit.words(2))).toMatchObject({ state: 'held' })
  expect((await notices()).map(({ state }) => state)).toEqual(['held', 'cancelled'])
})

test('a move after an unsent text starts from the place the client expects', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit()
  for (const [state, from, to] of [
    ['failed', 0, 1],
    ['cancelled', 1, 2],
    ['simulated', 2, 3],
  ] as const) {
    const { noticeId } = await drag(recipient, visit.words(from), visit.words(to))
    await server.asOwner(`update notices set state = '${state}' where id = '${noticeId}'`)
  }
  await drag(recipient, visit.words(3), visit.words(4))
  const told = (await notices()).map(({ body }) => /on (.*) has moved to (.*)\./.exec(body)?.slice(1))
  expect(told).toEqual([
    [visit.says(3), visit.says(4)],
    [visit.says(), visit.says(3)],
    [visit.says(), visit.says(2)],
    [visit.says(), visit.says(1)],
  ])
})

test('the moves of two clients stay apart', async () => {
  const [sarah, tom] = [await addRecipient(server.gareth), await addRecipient(server.gareth)]
  for (const told of [sarah, tom]) {
    const visit = await told.addVisit()
    await drag(told.recipient, visit.words(), visit.words(1))
  }
  expect([(await sarah.notices()).length, (await tom.notices()).length]).toEqual([1, 1])
})

test('two devices moving two visits of a client at once still make one text', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visits = [await addVisit(), await addVisit(), await addVisit()]
  await Promise.all(visits.map((visit) => drag(recipient, visit.words(), visit.words(1))))
  const [notice, ...others] = await notices()
  expect(others).toEqual([])
  expect(notice?.body.match(/, now /g)).toHaveLength(3)
})

test('the text and the hour it goes live and die with the move', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit()
  await letRest()
  const broken = server.gareth.inPractice(async (tx, actor) => {
    await holdMoved(tx, actor, recipient, visit.words(), visit.words(1))
    throw new Error('the move failed')
  })
  await expect(broken).rejects.toThrow('the move failed')
  expect(await notices()).toEqual([])
  expect(await wakes()).toBe(Number.POSITIVE_INFINITY)
  const held = await drag(recipient, visit.words(), visit.words(1))
  expect(await wakes()).toEqual(new Date(held.goesAt ?? ''))
})

test('one change notifies a recipient once per kind', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit()
  const twice = await server.gareth.inPractice(async (tx, actor) => [
    await queueNotice(tx, actor, 'reminder', recipient, visit.words()),
    await queueNotice(tx, actor, 'reminder', recipient, visit.words()),
    await queueNotice(tx, actor, 'booked', recipient, visit.words()),
  ])
  expect(twice[0]).toEqual(twice[1])
  expect(twice[0]).toMatchObject({ state: 'queued', goesAt: null })
  expect((await notices()).map(({ kind }) => kind).sort()).toEqual(['booked', 'reminder'])
})

test('a client who prefers e-mail gets one, with a subject', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth, { preferredChannel: 'email' })
  const visit = await addVisit()
  await drag(recipient, visit.words(), visit.words(1))
  expect(await notices()).toMatchObject([
    { channel: 'email', address: recipient.email, subject: expect.stringContaining('has moved'), segments: 1 },
  ])
})

test.each([
  ['no_phone', { phoneE164: null }],
  ['stopped', { stoppedAt: currentTime() }],
  ['stopped', { preferredChannel: 'none' as const }],
])('who can’t be told is refused with %s', async (code, change) => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth, change)
  const visit = await addVisit()
  await expect(drag(recipient, visit.words(), visit.words(1))).rejects.toMatchObject({ code })
  await expect(server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'reminder', recipient, visit.words()))).rejects.toMatchObject(
    { code },
  )
  expect(await notices()).toEqual([])
})

test('no one is notified of a visit in the past', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit(addDays(dayOf(currentTime(), 'Europe/London'), -2))
  await expect(drag(recipient, visit.words(), visit.words(1))).rejects.toMatchObject({ code: 'visit_is_past' })
  for (const kind of ['reminder', 'cancelled', 'booked'] as const) {
    const asked = server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, kind, recipient, visit.words()))
    await expect(asked).rejects.toMatchObject({ code: 'visit_is_past' })
  }
  expect(await notices()).toEqual([])
})

test('on my way dies after half an hour, and a late one is kept but does not go', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit(dayOf(currentTime(), 'Europe/London'))
  await letRest()
  const late = { notAfter: new Date(currentMs() - 1000) }
  const outcome = await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'on_my_way', recipient, visit.words(), late))
  expect(outcome).toMatchObject({ state: 'cancelled', goesAt: null })
  expect(await wakes()).toBe(Number.POSITIVE_INFINITY)
  expect(await notices()).toMatchObject([{ state: 'cancelled', stateReason: 'It was too late to send.' }])
})

test('a text with a queue link carries a token that opens the client’s day', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit()
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'on_my_way', recipient, visit.words(), { withQueueLink: true }))
  const token = /http:\/\/localhost:3000\/q\/(\w{12})\n/.exec((await notices())[0]?.body ?? '')?.[1]
  expect(token).toBeDefined()
  const links = await server.asOwner(`select client_id from directory.links where client_id = '${recipient.clientId}' and kind = 'queue'`)
  expect(links).toEqual([{ client_id: recipient.clientId }])
})

test('what waits about a visit is dropped; a merged text goes on without it', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const [first, second] = [await addVisit(), await addVisit()]
  await drag(recipient, first.words(), first.words(1))
  await drag(recipient, second.words(), second.words(1))
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'reminder', recipient, first.words()))
  await server.gareth.inPractice((tx, actor) => dropWaiting(tx, actor, first.id, 'The visit was cancelled.'))
  expect(await notices()).toMatchObject([
    { kind: 'reminder', state: 'cancelled', stateReason: 'The visit was cancelled.' },
    { kind: 'moved', state: 'held', appointmentId: second.id, body: expect.stringContaining(`on ${second.says()} has moved`) },
  ])
  await server.gareth.inPractice((tx, actor) => dropWaiting(tx, actor, second.id, 'The visit was cancelled.'))
  expect((await notices()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})

test('the last notice of a kind about a visit is known, but for those that were stopped', async () => {
  const { recipient, addVisit } = await addRecipient(server.gareth)
  const visit = await addVisit()
  const lastReminder = () => server.gareth.inPractice((tx) => lastNoticeAt(tx, visit.id, 'reminder'))
  expect(await lastReminder()).toBeUndefined()
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'booked', recipient, visit.words()))
  expect(await lastReminder()).toBeUndefined()
  const before = currentMs()
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'reminder', recipient, visit.words()))
  expect((await lastReminder())?.getTime()).toBeGreaterThanOrEqual(before - 1000)
  await server.gareth.inPractice((tx, actor) => dropWaiting(tx, actor, visit.id, 'x'))
  expect(await lastReminder()).toBeUndefined()
})

test('a text goes in the practice’s own words, and one that waits keeps the words it was held in', async () => {
  const { recipient, addVisit, notices } = await addRecipient(server.gareth)
  const visit = await addVisit()
  await drag(recipient, visit.words(), visit.words(1))
  const wording = { moved: '{name}: {was} is now {day} {time}. {practice}', on_my_way: 'Setting off now. {prep} {practice}' }
  await server.gareth.put('/api/settings', { wording, prepLine: 'Caught and dry, please.' })
  expect((await notices())[0]?.body).toBe(
    `Hi Sarah, your visit (Biscuit, trim) on ${visit.says()} has moved to ${visit.says(1)}.\nGareth Probert Farriery`,
  )
  await drag(recipient, visit.words(1), visit.words(2))
  expect((await notices())[0]?.body).toBe(`Sarah: ${visit.says()} is now ${visit.says(2)}. Gareth Probert Farriery`)
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'on_my_way', recipient, visit.words()))
  expect((await notices())[0]?.body).toBe('Setting off now. Caught and dry, please. Gareth Probert Farriery')
  await server.gareth.put('/api/settings', { wording: {}, prepLine: null })
})
