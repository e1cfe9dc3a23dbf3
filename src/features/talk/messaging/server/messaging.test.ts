import type { KyselyPlugin, RawNode } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Message, MessageRecord, Thread, ThreadRecord } from '#features/talk/messaging/contract.ts'
import { ringEmergencies } from '#features/talk/messaging/server/jobs.ts'
import { listMessages, listThreads } from '#features/talk/messaging/server/queries.ts'
import { type Inbound, receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile, storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let clients = 0
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const newClient = (more: object = {}) =>
  add('/api/clients', { name: 'Sarah Penrose', phone: `07700 9001${String(++clients).padStart(2, '0')}`, ...more })
const newThread = (clientId: string, more: object = {}) => add('/api/messages/threads', { clientId, subject: 'Dates', ...more })
const write = (threadId: string, content: string, more: object = {}) => server.gareth.post('/api/messages', { threadId, content, ...more })
const threadsOf = async (clientId: string) => (await server.gareth.get(`/api/messages/threads?clientId=${clientId}`)).json<Thread[]>()
const messagesOf = async (threadId: string, query = '') =>
  (await server.gareth.get(`/api/messages/thread/${threadId}${query}`)).json<Message[]>()
const textsTo = async (clientId: string) => (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
const receive = (inbound: Partial<Inbound> & { clientId: string }) =>
  server.gareth.inPractice((tx, actor) =>
    receiveMessage(tx, { ...actor, memberId: null }, { via: 'sms', content: 'When are you here?', ...inbound }),
  )
/** Monday, in working hours; and a Monday evening. */
const MORNING = new Date('2026-11-23T10:00:00Z')
const EVENING = new Date('2026-11-23T20:00:00Z')
const after = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)

test('a farrier’s message is sent as it was typed, and shows the delivery status of its text', async () => {
  const clientId = await newClient()
  const threadId = await newThread(clientId)
  const horse = await add('/api/horses', { name: 'Merlin', clientId })
  const when = { startTime: '2098-01-06T09:00:00Z', endTime: '2098-01-06T10:00:00Z' }
  const appointmentId = await add('/api/appointments', { clientId, horseId: horse, ...when })
  const first = (await write(threadId, 'Does Tuesday suit?')).json<Message>()
  const sent = await write(threadId, '  On my way: {name}  ', { replyToId: first.id, appointmentId })
  expect(sent.statusCode).toBe(201)
  const message = sent.json<Message>()
  expect(message).toMatchObject({
    ...{ threadId, clientId, senderType: 'farrier', memberId: server.gareth.memberId, content: 'On my way: {name}', readAt: null },
    ...{ via: 'sms', delivery: 'waiting', deliveryNote: null, isAutoReply: false, files: [] },
    replyTo: { senderType: 'farrier', content: 'Does Tuesday suit?' },
    appointment: { horse: { name: 'Merlin' }, scheduledDate: '2098-01-06', scheduledTime: '09:00' },
  })
  const [text] = (await textsTo(clientId)).filter(({ kind }) => kind === 'message')
  expect(text).toMatchObject({ id: message.noticeId, kind: 'message', channel: 'sms', body: 'On my way: {name}' })
  const device = server.gareth.device()
  const heard = async () => {
    const { rows } = (await device.pull()) as { rows: { id: string; data: MessageRecord }[] }
    return rows.find(({ id }) => id === message.id)?.data
  }
  expect(await heard()).toMatchObject({ delivery: 'waiting', appointmentId })
  await server.gareth.post(`/api/notices/${text?.id}/cancel`)
  expect((await messagesOf(threadId)).at(-1)).toMatchObject({ delivery: 'stopped', deliveryNote: expect.any(String) })
  expect(await heard()).toMatchObject({ delivery: 'stopped' })
  expect((await threadsOf(clientId))[0]).toMatchObject({
    unreadCount: 0,
    lastMessage: { content: 'On my way: {name}', senderType: 'farrier' },
  })
})

test('what cannot go is refused in words, and nothing of it is kept', async () => {
  const none = await newThread(await newClient({ phone: null }))
  expect((await write(none, 'Hello')).json()).toMatchObject({ code: 'no_phone' })
  expect(await messagesOf(none)).toEqual([])
  const threadId = await newThread(await newClient())
  const elsewhere = (await write(await newThread(await newClient()), 'Hello')).json<Message>()
  for (const [body, code] of [
    [{ content: ' ' }, 'bad_request'],
    [{ content: 'x', replyToId: elsewhere.id }, 'message_not_found'],
    [{ content: 'x', appointmentId: uuidv7() }, 'appointment_not_found'],
    [{ content: 'x', threadId: uuidv7() }, 'thread_not_found'],
    [{ content: 'x', id: elsewhere.id }, 'id_taken'],
  ] as const)
    expect((await server.gareth.post('/api/messages', { threadId, ...body })).json(), code).toMatchObject({ code })
  for (const path of [`/api/messages/thread/${threadId}`, '/api/messages/thread/nonsense'])
    expect((await server.other.get(path)).json()).toMatchObject({ code: 'thread_not_found' })
  expect((await server.other.post('/api/messages', { threadId, content: 'x' })).statusCode).toBe(404)
  expect((await server.app.inject({ url: '/api/messages/threads' })).statusCode).toBe(401)
})

test('a conversation begun offline is sent later, except messages older than half a day', async () => {
  const clientId = await newClient()
  const device = server.gareth.device()
  const [threadId, fresh, stale] = [uuidv7(), uuidv7(), uuidv7()]
  const written = (hours: number) => new Date(currentMs() - hours * 3_600_000).toISOString()
  const { results } = await device.push(
    device.op({ entity: 'threads', action: 'CREATE', id: threadId, data: { clientId, subject: 'Lost shoe', isEmergency: true } }),
    device.op({ entity: 'messages', action: 'CREATE', id: stale, data: { threadId, content: 'Ten minutes', createdAt: written(13) } }),
    device.op({
      entity: 'messages',
      action: 'CREATE',
      id: fresh,
      data: { threadId, content: 'Keep him in', createdAt: written(2), replyToId: stale },
    }),
  )
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect(results[0]?.row).toMatchObject({ subject: 'Lost shoe (EMERGENCY)', emergencyRate: expect.any(Number) })
  expect((await messagesOf(threadId)).map(({ content, delivery }) => [content, delivery])).toEqual([
    ['Ten minutes', 'stopped'],
    ['Keep him in', 'waiting'],
  ])
  const [change] = (await device.push(device.op({ entity: 'messages', action: 'UPDATE', id: fresh, data: {} }))).results
  expect(change).toMatchObject({ status: 'rejected', code: 'forbidden' })
})

test('what a client texts lands in their conversation unread, once however often it is brought, with its photo', async () => {
  const clientId = await newClient()
  const threadId = await newThread(clientId)
  const fileId = await storeFile(server.gareth)
  const inbound = {
    clientId,
    content: 'He has lost one',
    providerRef: 'SM1',
    at: MORNING,
    files: [{ fileId, fileName: 'shoe.jpg', fileType: 'image' as const }],
  }
  const [one, again] = [await receive(inbound), await receive(inbound)]
  expect([one, again]).toEqual([{ threadId, messageId: one.messageId }, one])
  const [message] = await messagesOf(threadId)
  expect(message).toMatchObject({
    ...{ id: one.messageId, senderType: 'client', via: 'sms', delivery: null, memberId: null, readAt: null },
    files: [{ fileName: 'shoe.jpg', fileType: 'image', fileUrl: `/api/objects/${fileId}` }],
  })
  await receive({ clientId, content: 'And the other', at: MORNING })
  expect((await threadsOf(clientId))[0]).toMatchObject({ unreadCount: 2, lastClientAt: expect.any(String), readTo: null })
  await server.gareth.put(`/api/messages/thread/${threadId}`, { closedAt: currentTime().toISOString() })
  const next = await receive({ clientId, content: 'Still there?', at: after(MORNING, 1) })
  expect(next.threadId).not.toBe(threadId)
  // An answer by e-mail names its conversation, and reopens it.
  expect((await receive({ clientId, via: 'email', threadId, content: 'Thanks', at: after(MORNING, 2) })).threadId).toBe(threadId)
  expect((await threadsOf(clientId)).find(({ id }) => id === threadId)).toMatchObject({ closedAt: null, unreadCount: 3 })
})

test('a message’s files are shown by its link and to no one else, photos without the camera’s metadata', async () => {
  const clientId = await newClient()
  const threadId = await newThread(clientId)
  const message = (await write(threadId, 'His new shoe, and the plan', { withFiles: true })).json<Message>()
  expect(message.content).toBe('His new shoe, and the plan')
  const [text] = (await textsTo(clientId)).filter(({ kind }) => kind === 'message')
  const [, path = ''] = /http:\/\/localhost:3000(\/m\/\w+)/.exec(text?.body ?? '') ?? []
  const open = (url: string) => server.app.inject({ url })
  expect((await open(path)).body).toContain('still on its way')
  const photo = await addFile(server.gareth, { messageId: message.id, clientId, fileName: 'shoe.jpg' })
  const plan = { fileId: await storeFile(server.gareth, Buffer.from('%PDF-1.7 the plan')), fileName: 'plan.pdf', fileType: 'document' }
  const paper = await add('/api/file-attachments', { ...plan, messageId: message.id, clientId })
  await add('/api/file-attachments', { ...plan, messageId: message.id, clientId, shownToOwner: false, fileName: 'ours.pdf' })
  const page = await open(path)
  expect([page.statusCode, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([200, 'same-origin', 'no-store'])
  expect(page.body).toContain('His new shoe, and the plan')
  expect(page.body).toContain('Save plan.pdf')
  expect(page.body).not.toContain('ours.pdf')
  const saved = await open(`${path}/file/${paper}`)
  expect([saved.body, saved.headers['content-disposition']]).toEqual(['%PDF-1.7 the plan', expect.stringContaining('attachment')])
  // The photo itself contains its place; the worker makes its picture.
  const dead = await open('/message/nonsense')
  for (const url of [`${path}/file/${photo.id}`, `${path}/picture/${photo.id}`, `${path}/file/${uuidv7()}`, '/message/nonsense'])
    expect([(await open(url)).statusCode, (await open(url)).body === dead.body], url).toEqual([404, true])
  await server.gareth.delete(`/api/file-attachments/${paper}`)
  expect((await open(`${path}/file/${paper}`)).statusCode).toBe(404)
})

test('an owner who reads on their own page gets its link alone, answers there once, and sees later messages', async () => {
  const clientId = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118', preferredChannel: 'portal' })
  const threadId = await newThread(clientId)
  await write(threadId, 'Does Tuesday suit?')
  const [text] = (await textsTo(clientId)).filter(({ kind }) => kind === 'message')
  const [, path = ''] = /answer it here: http:\/\/localhost:3000(\/m\/\w+)/.exec(text?.body ?? '') ?? []
  expect(text?.body).not.toContain('Tuesday')
  const page = await server.app.inject({ url: path })
  expect(page.body).toContain('Does Tuesday suit?')
  expect(page.body).not.toContain('still on its way')
  const formId = /name="formId" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const post = async (content: string) => {
    const form = new FormData()
    form.set('formId', formId)
    form.set('content', content)
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return server.app.inject({ method: 'POST', url: path, payload: Buffer.from(await request.arrayBuffer()), headers })
  }
  expect([(await post(' ')).statusCode, (await post('Yes, after two.')).statusCode, (await post('Yes, after two.')).statusCode]).toEqual([
    422, 303, 303,
  ])
  const said = await messagesOf(threadId)
  expect(said.filter(({ senderType }) => senderType === 'client')).toMatchObject([{ content: 'Yes, after two.', via: 'portal' }])
  await write(threadId, 'Two it is.', { replyToId: said.find(({ senderType }) => senderType === 'client')?.id })
  const after = (await server.app.inject({ url: path })).body
  expect(['Does Tuesday suit?', 'Yes, after two.', 'Two it is.'].map((words) => after.includes(words))).toEqual([true, true, true])
  expect((await server.other.get(`/api/messages/thread/${threadId}`)).statusCode).toBe(404)
})

test('the read position never moves back, holds for all members, and never passes the last message', async () => {
  const clientId = await newClient()
  const { threadId } = await receive({ clientId, content: 'One', at: MORNING })
  await receive({ clientId, content: 'Two', at: after(MORNING, 1) })
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const read = async (device: typeof phone, readTo: Date) => {
    const op = device.op({ entity: 'threads', action: 'UPDATE', id: threadId, baseRev: 1, data: { readTo: readTo.toISOString() } })
    const [result] = (await device.push(op)).results
    return [result?.status, (result?.row as ThreadRecord | undefined)?.readTo, (await threadsOf(clientId))[0]?.unreadCount]
  }
  expect(await read(phone, MORNING)).toEqual(['applied', MORNING.toISOString(), 1])
  expect(await read(tablet, after(MORNING, 1000))).toEqual(['applied', after(MORNING, 1).toISOString(), 0])
  expect(await read(phone, MORNING)).toEqual(['applied', after(MORNING, 1).toISOString(), 0])
  await receive({ clientId, content: 'Three', at: after(MORNING, 2) })
  expect((await messagesOf(threadId)).map(({ readAt }) => readAt !== null)).toEqual([true, true, false])
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  expect((await ned.get(`/api/messages/thread/${threadId}`)).json<Message[]>()).toHaveLength(3)
  expect((await ned.post(`/api/messages/thread/${threadId}/mark-read`)).statusCode).toBe(403)
  expect((await server.gareth.post(`/api/messages/thread/${threadId}/mark-read`)).json()).toMatchObject({ unreadCount: 0 })
})

test('outside working hours it is answered once an evening, and not when the practice does not want that', async () => {
  const clientId = await newClient()
  const ask = async (at: Date) => {
    const { threadId } = await receive({ clientId, at })
    return (await messagesOf(threadId)).filter(({ isAutoReply }) => isAutoReply).map(({ content }) => content)
  }
  expect(await ask(EVENING)).toEqual([])
  const settings = await server.gareth.post('/api/messaging/settings', {
    autoReplySettings: { isEnabled: true, message: 'Hi {name}, I answer {opens}.' },
  })
  expect(settings.json()).toMatchObject({
    workingHours: { length: 7 },
    autoReply: { isEnabled: true, emergencyRate: 50, emergencyMultiplier: 1.75 },
  })
  const reply = 'Hi Sarah, I answer tomorrow at 09:00.'
  expect(await ask(after(EVENING, 1))).toEqual([reply])
  expect(await ask(after(EVENING, 2))).toEqual([reply])
  expect(await ask(after(MORNING, 24))).toEqual([reply])
  expect(await ask(after(EVENING, 24))).toEqual([reply, reply])
  const [text] = (await textsTo(clientId)).filter(({ kind }) => kind === 'auto_reply')
  expect(text?.body).toContain(reply)
  // A message belongs to the client; so does their STOP.
  await server.asOwner(`update clients set stopped_at = clock_now() where id = '${clientId}'`)
  expect(await ask(after(EVENING, 48))).toEqual([reply, reply])
})

test('an emergency has a conversation of its own, states its price, and rings until a member opens or answers it', async () => {
  const { gareth } = server
  await server.asOwner(`insert into alert_phones values ('${gareth.practiceId}', '${gareth.memberId}', '+447700900999')`)
  const alerts = async () =>
    (await server.asOwner(`select body from notices where kind = 'alert' and practice_id = '${gareth.practiceId}' order by id`)).map(
      ({ body }) => String(body),
    )
  const clientId = await newClient()
  const first = await receive({ clientId, content: 'When are you here?', at: MORNING })
  expect(await alerts()).toEqual([])
  const { threadId, messageId } = await receive({ clientId, content: 'EMERGENCY nail in foot', at: EVENING })
  expect(threadId).not.toBe(first.threadId)
  const [thread] = await threadsOf(clientId)
  expect(thread).toMatchObject({
    id: threadId,
    subject: 'Text message (EMERGENCY)',
    isEmergency: true,
    emergencyRate: 50,
    emergencyMultiplier: 1.75,
    unreadCount: 1,
  })
  const [, reply] = await messagesOf(threadId)
  expect(reply).toMatchObject({ isAutoReply: true, content: expect.stringContaining('£50 and 1.75x the usual rates') })
  expect(await alerts()).toEqual([expect.stringMatching(/^Emergency: Sarah Penrose\nEMERGENCY nail in foot\n.*\/messages\?thread=/)])
  const ring = async (n: number) => {
    await ringEmergencies(server.db, { origin: 'http://localhost:3000' }).handle({ practiceId: gareth.practiceId, messageId, ring: n })
    return (await alerts()).length
  }
  // A job that runs twice calls once.
  expect([await ring(2), await ring(2), await ring(5)]).toEqual([2, 2, 3])
  await receive({ clientId, content: 'Hurry please', at: after(EVENING, 0.1) })
  const jobs = await server.asOwner(`select distinct data->>'ring' as ring from pgboss.job where name = 'ring-emergency'
    and data->>'practiceId' = '${gareth.practiceId}' order by 1`)
  expect([jobs.map((job) => job.ring), (await alerts()).length]).toEqual([['2', '3'], 4])
  expect((await messagesOf(threadId)).filter(({ isAutoReply }) => isAutoReply)).toHaveLength(1)
  await gareth.post(`/api/messages/thread/${threadId}/mark-read`)
  expect(await ring(3)).toBe(4)
  const asked = await receive({ clientId: await newClient(), content: 'Lost shoe', via: 'triage', isEmergency: true, at: MORNING })
  expect((await server.gareth.get('/api/messages/threads')).json<Thread[]>().find(({ id }) => id === asked.threadId)).toMatchObject({
    ...{ subject: 'Lost shoe (EMERGENCY)', emergencyRate: 25, emergencyMultiplier: 1 },
  })
})

test('a practice with 10,000 messages is read a page at a time, both ways, by its indexes, and searched', async () => {
  const { other } = server
  const clientId = (await other.post('/api/clients', { name: 'Tom Haddon', phone: '07700 900777' })).json<{ id: string }>().id
  const threadId = (await other.post('/api/messages/threads', { clientId, subject: 'Years' })).json<{ id: string }>().id
  await server.asOwner(`
    insert into threads (practice_id, id, client_id, subject, last_message_at, rev, seq)
      select '${other.practiceId}', gen_random_uuid(), '${clientId}', 'Old', clock_now() - n * interval '1 day', 1, 0 from generate_series(1, 400) n;
    insert into messages (practice_id, id, thread_id, client_id, sender_type, content, sent_at, rev, seq)
      select t.practice_id, gen_random_uuid(), t.id, t.client_id, 'client', 'Message ' || n, '2026-01-01'::timestamptz + n * interval '1 minute', 1, 0
      from threads t, generate_series(1, case when t.id = '${threadId}' then 2000 else 20 end) n where t.practice_id = '${other.practiceId}';
    analyze threads; analyze messages`)
  const plans = await other.inPractice(async (tx) => {
    const asking = tx.withPlugin(EXPLAIN)
    return JSON.stringify([await listThreads(asking, { limit: 50 }), await listMessages(asking, threadId, { limit: 50 })])
  })
  expect(plans.match(/messages_practice_id_thread_id_sent_at_id_idx/g)).toHaveLength(3)
  expect(plans).toContain('threads_practice_id_last_message_at_id_idx')
  expect(plans).not.toMatch(/Seq Scan on (messages|threads)/)
  const page = async (query: string) =>
    (await other.get(`/api/messages/thread/${threadId}${query}`))
      .json<Message[]>()
      .map(({ id, content }) => ({ id, n: Number(content.split(' ')[1]) }))
  const newest = await page('?limit=3')
  expect(newest.map(({ n }) => n)).toEqual([1998, 1999, 2000])
  const older = await page(`?limit=3&before=${newest[0]?.id}`)
  expect(older.map(({ n }) => n)).toEqual([1995, 1996, 1997])
  expect((await page(`?limit=2&after=${older[0]?.id}`)).map(({ n }) => n)).toEqual([1996, 1997])
  const threads = await other.get('/api/messages/threads?limit=200')
  const next = /<([^>]+)>; rel="next"/.exec(String(threads.headers.link))?.[1] ?? ''
  const ids = [...threads.json<Thread[]>(), ...(await other.get(next)).json<Thread[]>()].map(({ id }) => id)
  expect(new Set(ids).size).toBe(400)
  const found = async (q: string) =>
    (await other.get(`/api/messages/search?limit=5&q=${encodeURIComponent(q)}`)).json<Message[]>().map(({ content }) => content)
  expect(await found('message 1987')).toEqual(['Message 1987'])
  expect(await found('100%')).toEqual([])
})

/** Makes the database explain its plan instead of answering. */
const EXPLAIN: KyselyPlugin = {
  transformQuery: ({ node }) => {
    const { sqlFragments } = node as RawNode
    return { ...(node as RawNode), sqlFragments: [`explain ${sqlFragments[0]}`, ...sqlFragments.slice(1)] }
  },
  transformResult: ({ result }) => Promise.resolve(result),
}
