import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentMs } from '#lib/clock.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncResult } from '#lib/sync.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'
type Noted = { name: string; last_k: string; at: Date }
const client = (data: Record<string, unknown>, id = uuidv7()) => ({ entity: 'clients' as const, action: 'CREATE' as const, id, data })
const change = (id: string, data: Record<string, unknown>) => ({
  entity: 'clients' as const,
  action: 'UPDATE' as const,
  id,
  baseRev: 1,
  data,
})

test('what a member may not see, and what no device may write, is forbidden; the rest of the batch is applied', async () => {
  await server.gareth.inPractice(addStandardRates)
  const [price] = (await server.asOwner(`select id from price_items where practice_id = '${server.gareth.practiceId}'`)) as { id: string }[]
  const [member] = (await server.asOwner(`select id from members where practice_id = '${server.gareth.practiceId}'`)) as { id: string }[]
  const apprentice = await server.gareth.addMember('Jo Young', 'apprentice')
  const forbidden = { status: 'rejected', code: 'forbidden', message: expect.stringContaining('.') }
  const theirs = apprentice.device()
  const amount = theirs.op({ entity: 'price_items', action: 'UPDATE', id: price?.id ?? '', baseRev: 1, data: { amountPence: 1 } })
  const mine = server.gareth.device()
  const name = mine.op({ entity: 'members', action: 'UPDATE', id: member?.id ?? '', baseRev: 1, data: { name: 'Someone' } })
  expect((await theirs.push(amount)).results).toMatchObject([forbidden])
  expect((await mine.push(name, mine.op(client({ name: 'Beside it' })))).results).toMatchObject([forbidden, { status: 'applied' }])
})

test('a refusal names the fields, and what the database itself will not have is one', async () => {
  const device = server.gareth.device()
  const { results } = await device.push(device.op(client({ name: '' })), device.op(client({ name: 'Good', tags: 'none' })))
  expect(results).toMatchObject([
    { status: 'rejected', code: 'bad_request', fields: ['name'] },
    { status: 'rejected', code: 'bad_request', fields: ['tags'] },
  ])
  const odd = await device.push(device.op(client({ name: 'Nul \u0000 in it' })), device.op(client({ name: 'After it' })))
  expect(odd.results).toMatchObject([
    { status: 'rejected', code: 'bad_request', message: expect.stringContaining('.') },
    { status: 'applied' },
  ])
})

test('an opId identifies one change, in the same push and later, with its fields in any order', async () => {
  const device = server.gareth.device()
  const first = device.op(client({ name: 'First', notes: 'Early.', phone: '07700 900118' }))
  const turned = { ...first, data: Object.fromEntries(Object.entries(first.data).reverse()) }
  const other = { ...device.op(client({ name: 'Other' })), opId: first.opId }
  const reused = { opId: first.opId, status: 'rejected', code: 'key_reuse' }
  expect((await device.push(first, other)).results).toMatchObject([{ status: 'applied' }, reused])
  expect((await device.push(other, turned)).results).toMatchObject([reused, { status: 'applied', row: { name: 'First' } }])
})

test('a text kept beside another’s shows whose it is, from where and of when', async () => {
  const mari = await server.gareth.addMember('Mari Lloyd', 'farrier')
  const [phone, tablet] = [server.gareth.device(), mari.device()]
  const made = phone.op(client({ name: 'Noted', notes: 'Dog bites.' }))
  await phone.push(made)
  await phone.push(phone.op(change(made.id, { notes: 'Dog gone.' })))
  const ops = [tablet.op(change(made.id, { notes: 'Two dogs.' }))]
  const body = { deviceId: tablet.deviceId, schema: 1, ops }
  const answer = await mari.send('POST', '/api/sync/push', body, { headers: { 'user-agent': IPAD } })
  const [{ status, row }] = (answer.json() as { results: [SyncResult] }).results
  expect(status).toBe('applied')
  expect(row?.notes).toMatch(/^Dog gone\.\n+— Mari, on the iPad, \w{3} \d{1,2} \w{3}:\nTwo dogs\.$/)
})

test('a device whose clock runs ahead marks its text with the day it arrived', async () => {
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const made = phone.op(client({ name: 'Ahead', notes: 'Dog bites.' }))
  await phone.push(made, phone.op(change(made.id, { notes: 'Dog gone.' })))
  const createdAt = new Date(currentMs() + 40 * 86_400_000).toISOString()
  const { results } = await tablet.push(tablet.op({ ...change(made.id, { notes: 'Two dogs.' }), createdAt }))
  expect(results[0]?.row?.notes).toContain(`${shortDay(dayOf(currentMs(), 'Europe/London'))}:\nTwo dogs.`)
})

test('another’s copy gets no news; one of another epoch or view starts from scratch, and that alone is no lost time', async () => {
  const { other } = server
  const { deviceId, op } = other.device()
  const pull = async (query: Record<string, string>) =>
    (await other.get(`/api/sync/pull?${new URLSearchParams({ deviceId, ...query })}`)).json() as Record<string, unknown>
  const { epoch, view } = (await pull({})) as { epoch: string; view: string }
  for (const theirs of [{ personId: uuidv7() }, { practiceId: uuidv7() }])
    expect(await pull(theirs)).toMatchObject({ code: 'wrong_person' })
  const ops = [op(client({ name: 'Unsent' }))]
  const anew = [
    await pull({ epoch: uuidv7() }),
    await pull({ epoch, view: uuidv7() }),
    (await other.post('/api/sync/push', { deviceId, schema: 1, epoch: uuidv7(), since: 0, ops })).json() as object,
  ]
  expect(anew).toMatchObject(anew.map(() => ({ code: 'resync', resync: true, epoch, view })))
  for (const answer of anew) expect(answer).not.toHaveProperty('lostTime')
  expect(await pull({ epoch, view })).toMatchObject({ more: false })
})

test('a push brings as much as a hundred changes', async () => {
  const device = server.other.device()
  const { results } = await device.push(...Array.from({ length: 100 }, (_, n) => device.op(client({ name: `Client ${n}` }))))
  expect(results.filter(({ status }) => status === 'applied')).toHaveLength(100)
})

test('a device another member takes up holds another view, and one member’s own stays', async () => {
  const mari = await server.gareth.addMember('Mari Ellis', 'office')
  const deviceId = uuidv7()
  const viewOf = async ({ get }: Pick<typeof mari, 'get'>) =>
    (await get(`/api/sync/pull?deviceId=${deviceId}`)).json<{ view: string }>().view
  const [first, again, hers, back] = [
    await viewOf(server.gareth),
    await viewOf(server.gareth),
    await viewOf(mari),
    await viewOf(server.gareth),
  ]
  expect(again).toBe(first)
  expect(new Set([first, hers, back]).size).toBe(3)
})

test('a device’s contact is recorded once a minute, or when it reports something new about itself', async () => {
  const deviceId = uuidv7()
  const speak = (agent: string) =>
    server.gareth.send('GET', `/api/sync/pull?deviceId=${deviceId}`, undefined, { headers: { 'user-agent': agent } })
  const noted = async () =>
    (await server.asOwner(`select name, last_k, last_seen_at as at from devices where id = '${deviceId}'`))[0] as Noted
  await speak(IPAD)
  const first = await noted()
  await speak(IPAD)
  expect(await noted()).toEqual(first)
  await speak(ANDROID)
  const renamed = await noted()
  expect(renamed.name).not.toBe(first.name)
  await server.asOwner(`update devices set last_seen_at = clock_now() - interval '61 seconds' where id = '${deviceId}'`)
  await speak(ANDROID)
  expect((await noted()).at.getTime()).toBeGreaterThanOrEqual(renamed.at.getTime())
  const op = { ...server.gareth.device().op(client({ name: 'Seventh' })), k: 7 }
  await server.gareth.post('/api/sync/push', { deviceId, schema: 1, ops: [op] })
  expect(Number((await noted()).last_k)).toBe(7)
})

test.each([
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['deflate', false],
  ['gzip;q=0', false],
  ['gzip ; q=0.0, br', false],
  ['', false],
])('who takes "%s" is answered gzipped: %s', async (accepted, isPacked) => {
  const answer = await server.other.send('GET', `/api/sync/pull?deviceId=${uuidv7()}`, undefined, {
    headers: { 'accept-encoding': accepted },
  })
  expect(answer.rawPayload.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))).toBe(isPacked)
  expect(answer.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined)
  expect(answer.headers.vary).toContain('accept-encoding')
})

test('the answer to a push is marked as JSON, packed ahead or not: a device accepts nothing else as an answer of ours', async () => {
  const device = server.gareth.device()
  const add = (name: string) =>
    device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name, notes: 'Ring first. '.repeat(200) } })
  for (const accepted of ['gzip', '']) {
    const body = { deviceId: device.deviceId, schema: 1, ops: [add('Ann'), add('Ben')] }
    const answer = await server.gareth.send('POST', '/api/sync/push', body, { headers: { 'accept-encoding': accepted } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const text = accepted ? gunzipSync(answer.rawPayload).toString() : answer.body
    expect(JSON.parse(text).results).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  }
})

test('a short answer goes as it is, and a body packed in a way we do not know is refused', async () => {
  const device = server.gareth.device()
  const body = { deviceId: device.deviceId, schema: 1, ops: [] }
  const short = await server.gareth.send('POST', '/api/sync/push', body, { headers: { 'accept-encoding': 'gzip' } })
  expect(short.headers['content-encoding']).toBeUndefined()
  const odd = await server.gareth.send('POST', '/api/sync/push', body, { headers: { 'content-encoding': 'br' } })
  expect(odd.json()).toMatchObject({ code: 'bad_request' })
})
