import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { LOST_AFTER_SECONDS, MOST_ATTEMPTS } from '#features/core/notices/rules.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { holdMoved, queueNotice } from '#features/core/notices/server/service.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { takeDue } from '#platform/server/database/wakes.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import { newPushKeys } from '#platform/server/sending/push.ts'
import { type Carriers, openCarriers } from '#platform/server/sending/sending.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  // The tests may run at any hour.
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(() => server.stop())
afterEach(() => server.asOwner(`update notices set state = 'cancelled' where state in ('held', 'queued', 'sending')`))

/** A carrier that returns the given result and records its input. */
function carriers(answer: () => Promise<Delivery>) {
  const sent: Outgoing[] = []
  const carry = (message: Outgoing) => {
    sent.push(message)
    return answer()
  }
  return { sent, sms: carry, email: carry, push: carry }
}
const delivering = () => carriers(async () => ({ state: 'sent', reference: 'ref-1' }))

/** As a worker does whenever something of the practice may be due. */
const run = (by: Carriers, practiceId = server.gareth.practiceId) =>
  drainPractice(server.db, by, practiceId, { origin: 'https://diary.example' })
const inTest = { mode: 'test', dataFolder: '', origin: '' } as const

/** Lets time pass for one row. */
const age = (noticeId: string, columns: string) => server.asOwner(`update notices set ${columns} where id = '${noticeId}'`)
const HOLD_IS_OVER = `hold_until = clock_now() - interval '1 second'`
/* A second longer: the database's clock is finer than ours. */
const GIVEN_UP = `state_at = clock_now() - interval '${LOST_AFTER_SECONDS + 1} seconds'`
const PAUSE_IS_OVER = `not_before = clock_now() - interval '1 second'`

/** Seconds until the practice is looked at again. */
const nextLook = async () => {
  const [row] = await server.asOwner(
    `select extract(epoch from due_at - clock_now())::float as rests from directory.wakes where practice_id = '${server.gareth.practiceId}'`,
  )
  return Number(row?.rests)
}

async function heldMove() {
  const told = await addRecipient(server.gareth)
  const visit = await told.addVisit()
  const { noticeId } = await server.gareth.inPractice((tx, actor) => holdMoved(tx, actor, told.recipient, visit.words(), visit.words(1)))
  await visit.move(1)
  return { ...told, visit, noticeId, notice: () => one(told.notices) }
}

async function queued(change: Parameters<typeof addRecipient>[1] = {}, kind: 'reminder' | 'cancelled' = 'reminder') {
  const told = await addRecipient(server.gareth, change)
  const visit = await told.addVisit()
  const { noticeId } = await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, kind, told.recipient, visit.words()))
  return { ...told, visit, noticeId, notice: () => one(told.notices) }
}

async function one(notices: () => Promise<Notice[]>): Promise<Notice> {
  const [notice, ...others] = await notices()
  if (!notice || others.length > 0) throw new Error('not one notice')
  return notice
}

test('a text waits out its hold, then goes once however often its job runs', async () => {
  const { noticeId, notice } = await heldMove()
  const by = delivering()
  await run(by)
  expect(await notice()).toMatchObject({ state: 'held' })
  expect(by.sent).toEqual([])
  await age(noticeId, HOLD_IS_OVER)
  for (const _ of [1, 2, 3]) await run(by)
  const { body, address, id } = await notice()
  expect(by.sent).toEqual([{ id, practiceId: server.gareth.practiceId, to: address, subject: expect.any(String), body }])
  expect(await notice()).toMatchObject({ state: 'sent', goesAt: null, stateReason: null })
})

test('two workers at once send it once', async () => {
  await queued()
  const by = delivering()
  await Promise.all([run(by), run(by)])
  expect(by.sent).toHaveLength(1)
})

test('in the test version nothing leaves', async () => {
  const { notice } = await queued()
  await run(openCarriers({ ...inTest, mail: { url: 'smtp://127.0.0.1:1', from: 'a@b.example' } }))
  expect(await notice()).toMatchObject({ state: 'simulated' })
})

test('without a provider a text fails and shows what to do', async () => {
  const { notice } = await queued()
  await run(openCarriers({ ...inTest, mode: 'production', pushKeys: newPushKeys() }))
  expect(await notice()).toMatchObject({
    state: 'failed',
    stateReason: 'No text provider is set up. Open it in your own messages instead.',
  })
})

test('no text is sent about a visit that was moved on without a text, cancelled or removed', async () => {
  const by = delivering()
  const changes = [
    ['The visit has since moved.', { on_day: '2099-01-01' }],
    ['The visit was cancelled.', { status: 'cancelled' }],
    ['The visit was cancelled.', { status: 'no_show' }],
    ['The visit was cancelled.', { deleted_at: currentTime() }],
  ] as const
  for (const [stateReason, values] of changes) {
    const { noticeId, visit, notice } = await heldMove()
    await visit.change(values)
    await age(noticeId, HOLD_IS_OVER)
    await run(by)
    expect(await notice()).toMatchObject({ state: 'cancelled', stateReason })
  }
  expect(by.sent).toEqual([])
})

test('a cancellation is sent only while the visit is cancelled', async () => {
  const by = delivering()
  const off = await queued({}, 'cancelled')
  await off.visit.change({ status: 'cancelled' })
  await run(by)
  expect(await off.notice()).toMatchObject({ state: 'sent' })
  const reopened = await queued({}, 'cancelled')
  await run(by)
  expect(await reopened.notice()).toMatchObject({ state: 'cancelled', stateReason: 'The visit is on again.' })
})

test('nothing goes after its last moment', async () => {
  const { noticeId, notice } = await queued()
  const by = delivering()
  await age(noticeId, `not_after = clock_now() - interval '1 second'`)
  await run(by)
  expect(by.sent).toEqual([])
  expect(await notice()).toMatchObject({ state: 'cancelled', stateReason: 'It was too late to send.' })
})

test('a client who stopped texts in the meantime gets none', async () => {
  const { notice, recipient } = await queued()
  const by = delivering()
  await server.asOwner(`update clients set stopped_at = clock_now() where id = '${recipient.clientId}'`)
  await run(by)
  expect(by.sent).toEqual([])
  expect(await notice()).toMatchObject({ state: 'cancelled', stateReason: 'This client has asked for no more texts.' })
})

test('a crash while sending leaves it unknown, and nothing sends it again', async () => {
  const { noticeId, notice } = await queued()
  const crashed = run(carriers(() => Promise.reject(new Error('power cut'))))
  await expect(crashed).rejects.toThrow('power cut')
  expect(await notice()).toMatchObject({ state: 'sending' })
  const by = delivering()
  await run(by)
  expect(await notice()).toMatchObject({ state: 'sending' })
  expect(await nextLook()).toBeGreaterThan(LOST_AFTER_SECONDS - 10)
  await age(noticeId, GIVEN_UP)
  for (const _ of [1, 2]) await run(by)
  expect(by.sent).toEqual([])
  expect(await notice()).toMatchObject({ state: 'unknown', stateReason: 'The server stopped while sending. It may have gone.' })
})

test('a slow send that ends well after it was given up is still known as sent', async () => {
  const { noticeId, notice } = await queued()
  const answer = Promise.withResolvers<Delivery>()
  const started = Promise.withResolvers<void>()
  const slow = run(
    carriers(() => {
      started.resolve()
      return answer.promise
    }),
  )
  await started.promise
  await age(noticeId, GIVEN_UP)
  await run(delivering())
  expect(await notice()).toMatchObject({ state: 'unknown' })
  answer.resolve({ state: 'sent', reference: null })
  await slow
  expect(await notice()).toMatchObject({ state: 'sent' })
})

test('trouble for now is tried again after a pause, in the end it fails', async () => {
  const { noticeId, notice } = await queued({ preferredChannel: 'email' })
  const by = carriers(async () => ({ state: 'later', reason: "The mail server couldn't be reached." }))
  await run(by)
  const waiting = await notice()
  expect(waiting).toMatchObject({ state: 'queued', channel: 'email', stateReason: "The mail server couldn't be reached." })
  expect(Date.parse(waiting.goesAt ?? '')).toBeGreaterThan(currentMs() + 3000)
  await run(by)
  expect(by.sent).toHaveLength(1)
  for (const _ of Array.from({ length: MOST_ATTEMPTS + 3 })) {
    await age(noticeId, PAUSE_IS_OVER)
    await run(by)
  }
  expect(by.sent).toHaveLength(MOST_ATTEMPTS)
  expect(new Set(by.sent.map(({ id }) => id)).size).toBe(1)
  expect(await notice()).toMatchObject({ state: 'failed', stateReason: "The mail server couldn't be reached.", goesAt: null })
})

test('the carrier’s outcome is stored: failed for good, or unknown', async () => {
  for (const state of ['failed', 'unknown'] as const) {
    const { notice } = await queued()
    await run(carriers(async () => ({ state, reason: 'Because.' })))
    expect(await notice()).toMatchObject({ state, stateReason: 'Because.' })
  }
})

test('a practice sends only its own', async () => {
  const { notice } = await queued()
  const by = delivering()
  await run(by, server.other.practiceId)
  expect(by.sent).toEqual([])
  expect(await notice()).toMatchObject({ state: 'queued' })
})

test('a practice is woken for what it queues, and rests until the next is due', async () => {
  await run(delivering())
  expect(await takeDue(server.db, currentTime())).not.toContain(server.gareth.practiceId)
  await queued()
  expect(await takeDue(server.db, currentTime())).toContain(server.gareth.practiceId)
  await heldMove()
  await run(delivering())
  const rests = await nextLook()
  expect(rests).toBeGreaterThan(60)
  expect(rests).toBeLessThanOrEqual(90)
})
