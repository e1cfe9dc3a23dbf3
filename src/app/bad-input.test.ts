import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let client: string
let horse: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  client = await made('/api/clients', { name: 'Sarah Penrose' })
  horse = await made('/api/horses', { name: 'Biscuit', clientId: client })
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const refusal = (answer: { statusCode: number; json: () => { code: string; message: string } }) => [answer.statusCode, answer.json().code]

test.each([
  ['horses', () => server.gareth.put(`/api/horses/${horse}`, { goneOn: '0000-01-01' })],
  ['tasks', () => server.gareth.post('/api/tasks', { title: 'X-ray', dueOn: '0000-01-01' })],
  ['work', () => server.gareth.post('/api/work-entries', { horseId: horse, serviceType: 'Trim', workDate: '0000-01-01' })],
  ['rounds', () => server.gareth.put('/api/rounds', { memberId: server.gareth.memberId, onDay: '0000-01-01', state: 'late' })],
  ['requests', () => server.gareth.post('/api/gdpr-requests', { clientId: client, requestType: 'complaint', receivedOn: '0000-01-01' })],
  ['statements', () => server.gareth.post(`/api/accounts/${client}/statement/link`, { from: '2201-01-01' })],
])('a day no diary has is refused with its field and a sentence: %s', async (_, send) => {
  const answer = await send()
  expect(refusal(answer)).toEqual([400, 'bad_request'])
  expect(answer.json().fields).toEqual([{ path: expect.any(String), message: 'This has to be a day between 1900 and 2200.' }])
})

test('a refusal from any layer lists the fields it is about as places and sentences', async () => {
  const visit = { title: 'Trim', clientId: client }
  const fieldsOf = async (path: string, body: object) => (await server.gareth.post(path, body)).json().fields
  const missing = 'Say when it starts and when it ends.'
  expect(await fieldsOf('/api/appointments', visit)).toEqual([
    { path: '/startTime', message: missing },
    { path: '/endTime', message: missing },
  ])
  expect(await fieldsOf('/api/clients', { tags: 7, notes: 'x'.repeat(10_001), email: 'at home' })).toEqual([
    { path: '/name', message: 'This is missing.' },
    { path: '/email', message: 'This has to be an e-mail address.' },
    { path: '/notes', message: 'This has to have at most 10000 characters.' },
    { path: '/tags', message: 'This has to be a list.' },
  ])
  expect(await fieldsOf('/api/tasks', { title: '', forWhom: 'horse' })).toEqual([
    { path: '/title', message: "This can't be empty." },
    { path: '/forWhom', message: 'This has to be one of farrier, owner.' },
  ])
})

test('no page of ours may be shown in another’s frame', async () => {
  expect((await server.app.inject('/api/health')).headers['x-frame-options']).toBe('DENY')
})

test('half a pair of a letter, and an id that is none, are refused where an id is made of them', async () => {
  expect(refusal(await server.gareth.post('/api/charges', { unitPence: 1, workEntryId: '\ud800' }))[0]).toBeLessThan(500)
  const startTime = '2030-01-07T09:00:00Z'
  const visit = await made('/api/appointments', { title: 'Trim', clientId: client, startTime, endTime: '2030-01-07T10:00:00Z' })
  const moved = { startTime: '2030-01-08T09:00:00Z', endTime: '2030-01-08T10:00:00Z', dayMove: { id: 'x', reason: 'Ice' } }
  expect(refusal(await server.gareth.put(`/api/appointments/${visit}`, moved))).toEqual([400, 'bad_request'])
})

test('an extension goes with its reason, and a reason with its extension', async () => {
  const id = await made('/api/gdpr-requests', { clientId: client, requestType: 'data_access' })
  const change = (body: object) => server.gareth.put(`/api/gdpr-requests/${id}`, body)
  const alone = await change({ extendedWhy: 'Many files' })
  expect([...refusal(alone), alone.json().message]).toEqual([400, 'bad_request', 'Say which day they were told it will take longer.'])
  expect((await change({ extendedOn: null, extendedWhy: '' })).statusCode).toBe(200)
})

test('a value that only the database finds out is the caller’s fault', async () => {
  const answer = await server.gareth.post('/api/clients', { name: 'a\u0000b' })
  expect(refusal(answer)).toEqual([400, 'bad_request'])
  expect(answer.json().message).toBe("Something in that request can't be saved as it is: a day, a number or a text. Nothing was saved.")
})

/** `[[[…]]]`, written out: to make it of arrays would need the stack it is meant to try. */
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const post = (url: string, payload: string) =>
  server.app.inject({ method: 'POST', url, cookies: server.gareth.cookies, headers: { 'content-type': 'application/json' }, payload })

test('a body that nests too deep is refused, and so is a batch of a device', async () => {
  expect(refusal(await post('/api/clients', `{"name":"Ann","tags":${nested(5000)}}`))).toEqual([400, 'bad_request'])
  const device = server.gareth.device()
  const op = (name: string) => device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name } })
  const deep = JSON.stringify(op('Deep')).replace('{"name":"Deep"}', `{"name":"Deep","x":${nested(5000)}}`)
  // The device sends the others of its batch without it.
  const batch = `{"deviceId":"${device.deviceId}","schema":1,"ops":[${deep},${JSON.stringify(op('Flat'))}]}`
  expect(refusal(await post('/api/sync/push', batch))).toEqual([400, 'bad_request'])
})

test.each([
  ['lists', '[],'],
  ['objects', '{},'],
  ['numbers', '1,'],
  ['texts', '"\\\\",'],
])('a body of more things than anything of ours is refused: %s', async (_, unit) => {
  const many = `[${unit.repeat(20_000)}0]`
  for (const path of ['/api/clients', '/api/sync/push', '/api/auth/password'])
    expect(refusal(await post(path, `{"name":"Ann","tags":${many}}`))).toEqual([413, 'too_large'])
})

test('an import has as many choices as its file may have records', async () => {
  const choices = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`h${n}`, 'skip']))
  const answer = await server.gareth.post(`/api/imports/${uuidv7()}/start`, { plan: null, choices })
  expect(refusal(answer)).toEqual([404, 'import_not_found'])
})

test('brackets, commas and quotes within a text are a text', async () => {
  const notes = '"[{,]}\\'.repeat(1400)
  const answer = await server.gareth.post('/api/clients', { name: 'Ann', notes })
  expect([answer.statusCode, answer.json().notes]).toEqual([201, notes])
})

test.each([
  ['one name', 'a&'.repeat(20_000)],
  ['many', Array.from({ length: 1001 }, (_, n) => `a${n}=`).join('&')],
])('a form of more fields than anybody’s is refused: of %s', async (_, payload) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(refusal(await server.app.inject({ method: 'POST', url: '/hooks/sms/inbound', headers, payload }))).toEqual([413, 'too_large'])
})

test('nothing is read of a body from a sender who is not signed in, and their connection goes on', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const many = '[],'.repeat(200_000)
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${many.length}`
  socket.write(`POST /api/imports HTTP/1.1\r\n${head}\r\n\r\n${many}GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect((await text(socket)).match(/HTTP\/1.1 \d+|\{.*?\}/g)).toEqual([
    'HTTP/1.1 401',
    expect.stringContaining('not_signed_in'),
    'HTTP/1.1 200',
    '{"ok":true}',
  ])
})

test('a foreign site’s body is not read either', async () => {
  const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' }
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/password', headers, payload: '[' })
  expect(refusal(answer)).toEqual([403, 'wrong_origin'])
})

test('where a body may be left out, none is none, though it is announced as JSON', async () => {
  expect((await post('/api/objects/upload', '')).statusCode).toBe(200)
  expect(refusal(await post('/api/clients', ''))).toEqual([400, 'bad_request'])
})

test('every body has two minutes and longer the more it brings, and a letter one', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const waitsFor = async (url: string, payload: string) => {
    timers.mockClear()
    await server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
    return timers.mock.calls.map(([, ms]) => ms)
  }
  expect(await waitsFor('/api/clients', '"'.repeat(16_000))).toContain(121_000)
  expect(await waitsFor('/hooks/mail/inbound', '"'.repeat(16_000))).toContain(60_000)
  timers.mockRestore()
})
