import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice, NoticeState } from '#features/core/notices/contract.ts'
import { holdMoved, queueNotice } from '#features/core/notices/server/service.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function held() {
  const told = await addRecipient(server.gareth)
  const [visit, second] = [await told.addVisit(), await told.addVisit()]
  const { noticeId } = await server.gareth.inPractice(async (tx, actor) => {
    await holdMoved(tx, actor, told.recipient, visit.words(), visit.words(1))
    return holdMoved(tx, actor, told.recipient, second.words(), second.words(1))
  })
  return { ...told, visit, second, noticeId }
}

const put = (noticeId: string, state: NoticeState) => server.asOwner(`update notices set state = '${state}' where id = '${noticeId}'`)
const act = (noticeId: string, action: string, body?: object) => server.gareth.post(`/api/notices/${noticeId}/${action}`, body)
const list = async (query = '') => (await server.gareth.get(`/api/notices${query}`)).json<Notice[]>()

test('the outbox shows each text as it would have gone, newest first', async () => {
  const first = await held()
  const second = await held()
  const [newest, older] = await list('?limit=2')
  expect([newest?.id, older?.id]).toEqual([second.noticeId, first.noticeId])
  expect(newest).toMatchObject({
    kind: 'moved',
    channel: 'sms',
    recipient: second.recipient.name,
    address: '+447700900118',
    state: 'held',
    alphabet: 'GSM-7',
    segments: 2,
    body: expect.stringContaining('your visits have moved.'),
  })
})

test('pages follow the Link header to the end, each text once', async () => {
  for (const _ of [1, 2, 3, 4]) await held()
  const seen: string[] = []
  let url: string | undefined = '/api/notices?limit=2'
  while (url) {
    const answer = await server.gareth.get(url)
    seen.push(...answer.json<Notice[]>().map(({ id }) => id))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual((await list('?limit=200')).map(({ id }) => id))
  expect(new Set(seen).size).toBe(seen.length)
})

test('the texts of one visit are found, merged ones too', async () => {
  const { visit, second, noticeId, recipient } = await held()
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'reminder', recipient, second.words()))
  expect((await list(`?appointmentId=offline_${visit.id}`)).map(({ id }) => id)).toEqual([noticeId])
  expect((await list(`?appointmentId=${second.id}`)).map(({ kind }) => kind)).toEqual(['reminder', 'moved'])
  expect(await list(`?appointmentId=${uuidv7()}`)).toEqual([])
  expect((await list(`?clientId=offline_${recipient.clientId}`)).length).toBeGreaterThan(0)
  expect(await list(`?clientId=${uuidv7()}`)).toEqual([])
})

test('a text opened in the farrier’s own messages is not sent by us', async () => {
  const { noticeId } = await held()
  expect((await act(noticeId, 'hand-over', { via: 'whatsapp' })).json()).toMatchObject({
    state: 'handed_over',
    stateReason: 'Opened in WhatsApp.',
    goesAt: null,
  })
  expect((await act(noticeId, 'hand-over', { via: 'sms' })).json()).toMatchObject({ stateReason: 'Opened in your own messages.' })
  expect((await act(noticeId, 'send-now')).statusCode).toBe(409)
})

test('a held text can go at once', async () => {
  const { noticeId } = await held()
  expect((await act(noticeId, 'send-now')).json()).toMatchObject({ state: 'queued', goesAt: null })
  const wakes = await server.asOwner(
    `select due_at <= clock_now() as is_due from directory.wakes where practice_id = '${server.gareth.practiceId}'`,
  )
  expect(wakes).toEqual([{ is_due: true }])
})

test('a failed text is tried again on request', async () => {
  const { noticeId } = await held()
  await server.asOwner(`update notices set state = 'failed', attempts = 8, state_reason = 'x' where id = '${noticeId}'`)
  expect((await act(noticeId, 'send-now')).json()).toMatchObject({ state: 'queued', stateReason: null })
  expect(await server.asOwner(`select attempts from notices where id = '${noticeId}'`)).toEqual([{ attempts: 0 }])
})

test('a text can be stopped, and stopped again', async () => {
  const { noticeId } = await held()
  for (const _ of [1, 2]) {
    expect((await act(noticeId, 'cancel')).json()).toMatchObject({ state: 'cancelled', stateReason: 'You chose not to send it.' })
  }
})

const ALLOWED: Record<string, NoticeState[]> = {
  'hand-over': ['held', 'queued', 'failed', 'simulated', 'unknown', 'handed_over'],
  'send-now': ['held', 'queued', 'failed'],
  cancel: ['held', 'queued', 'cancelled'],
}
const STATES: NoticeState[] = ['held', 'queued', 'sending', 'sent', 'simulated', 'handed_over', 'failed', 'unknown', 'cancelled']

test.each(Object.keys(ALLOWED))('%s is refused where it comes too late', async (action) => {
  const { noticeId } = await held()
  for (const state of STATES) {
    await put(noticeId, state)
    const answer = await act(noticeId, action, action === 'hand-over' ? { via: 'share' } : undefined)
    expect([state, answer.statusCode]).toEqual([state, ALLOWED[action]?.includes(state) ? 200 : 409])
    if (answer.statusCode === 409) expect(answer.json()).toMatchObject({ code: 'notice_gone' })
  }
})

test('no signed-out user reaches the outbox', async () => {
  const { noticeId } = await held()
  expect((await server.app.inject({ url: '/api/notices' })).statusCode).toBe(401)
  for (const action of Object.keys(ALLOWED)) {
    const answer = await server.app.inject({ method: 'POST', url: `/api/notices/${noticeId}/${action}`, payload: { via: 'sms' } })
    expect(answer.statusCode).toBe(401)
  }
})

test('no practice sees or stops another’s texts', async () => {
  const { noticeId, visit } = await held()
  expect((await server.other.get('/api/notices')).json()).toEqual([])
  expect((await server.other.get(`/api/notices?appointmentId=${visit.id}`)).json()).toEqual([])
  for (const action of Object.keys(ALLOWED)) {
    const answer = await server.other.post(`/api/notices/${noticeId}/${action}`, { via: 'sms' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'notice_not_found' })
  }
  expect((await list('?limit=200')).find(({ id }) => id === noticeId)).toMatchObject({ state: 'held' })
})

test('what is no request is answered as such', async () => {
  const { noticeId } = await held()
  expect((await act(noticeId, 'hand-over', { via: 'pigeon' })).statusCode).toBe(400)
  expect((await act(noticeId, 'hand-over')).statusCode).toBe(400)
  expect((await server.gareth.get('/api/notices?limit=0')).statusCode).toBe(400)
  expect((await server.gareth.get('/api/notices?after=nonsense')).statusCode).toBe(400)
  expect((await act('not-an-id', 'cancel')).statusCode).toBe(404)
})

test('what was done by hand is in the journal, without words or numbers', async () => {
  const { noticeId } = await held()
  await act(noticeId, 'hand-over', { via: 'sms' })
  const rows = await server.asOwner(`select verb, after from activity where entity = 'notices' and entity_id = '${noticeId}'`)
  expect(rows).toEqual([{ verb: 'handed_over', after: { kind: 'moved', via: 'sms' } }])
})
