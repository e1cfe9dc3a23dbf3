import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { uuidv7 } from '#lib/ids.ts'
import { forgetOld } from '#platform/server/sync/forget.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const client = (name: string, id = uuidv7()) => ({ entity: 'clients' as const, action: 'CREATE' as const, id, data: { name } })
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/604.1'
type Answer = {
  epoch: string
  view: string
  lastK: number
  cursor: number
  proof: string
  results: Record<string, unknown>[]
  rows: Record<string, unknown>[]
}

/** A push as it is, with what the fixture's device leaves out. */
const send = async (body: object, headers: Record<string, string> = {}, who = server.gareth) => {
  const answer = await who.send('POST', '/api/sync/push', { schema: 1, ...body }, { headers })
  return { statusCode: answer.statusCode, ...(answer.json() as Answer & { code?: string; most?: number }) }
}
const fetchFrom = async (query: Record<string, string>, who = server.gareth) => {
  const answer = await who.send('GET', `/api/sync/pull?${new URLSearchParams(query)}`)
  return { statusCode: answer.statusCode, ...(answer.json() as Answer & { code?: string }) }
}

test('changes come and news goes gzipped, and what unpacks to more than a body may be is refused whole', async () => {
  const device = server.gareth.device()
  const ops = Array.from({ length: 20 }, (_, n) => device.op(client(`Gzipped ${n}`)))
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  const post = (body: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      cookies: server.gareth.cookies,
      headers,
      payload: gzipSync(JSON.stringify({ deviceId: device.deviceId, schema: 1, ...body })),
    })
  const answer = await post({ ops })
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
  const { results } = JSON.parse(gunzipSync(answer.rawPayload).toString()) as Answer
  expect(results.every(({ status }) => status === 'applied')).toBe(true)
  const bomb = await post({ ops: [{ ...device.op(client('Bomb')), data: { name: 'x'.repeat(30_000_000) } }] })
  expect(bomb.statusCode).toBe(413)
  const broken = await server.app.inject({
    method: 'POST',
    url: '/api/sync/push',
    cookies: server.gareth.cookies,
    headers,
    payload: 'no gzip',
  })
  expect(broken.statusCode).toBe(400)
})

test('I8: one that is no op gets an answer of its own, and the others of its batch are applied', async () => {
  const device = server.gareth.device()
  const good = [device.op(client('Before')), device.op(client('After'))] as const
  const junk = [
    null,
    'text',
    { opId: 'no id' },
    { ...device.op(client('Odd')), entity: 'spaceships' },
    { ...device.op(client('Odd')), id: 'no id' },
  ]
  const { results } = await send({ deviceId: device.deviceId, ops: [good[0], ...junk, good[1]] })
  expect(results.map(({ status }) => status)).toEqual(['applied', ...junk.map(() => 'rejected'), 'applied'])
  expect(results[3]).toMatchObject({ opId: 'no id', code: 'bad_request' })
  expect(results[4]).toMatchObject({ fields: ['entity'] })
  expect(results[5]).toMatchObject({ fields: ['id'] })
})

test('a batch too large, another user’s copy and an unknown copy are refused whole', async () => {
  const device = server.gareth.device()
  const many = await send({ deviceId: device.deviceId, ops: Array.from({ length: 101 }, (_, n) => device.op(client(`${n}`))) })
  expect(many).toMatchObject({ statusCode: 413, code: 'too_large', most: 100 })
  const ops = [device.op(client('Theirs'))]
  expect(await send({ deviceId: device.deviceId, personId: uuidv7(), ops })).toMatchObject({ statusCode: 403, code: 'wrong_person' })
  expect(await send({ deviceId: device.deviceId, personId: server.gareth.personId, ops })).toMatchObject({
    results: [{ status: 'applied' }],
  })
})

test('ops are applied after what they wait for, whichever comes first, and a ring of them is refused', async () => {
  const device = server.gareth.device()
  const [owner, horse] = [uuidv7(), uuidv7()]
  const first = device.op(client('Owner', owner))
  const second = device.op({ entity: 'horses', action: 'CREATE', id: horse, data: { name: 'Tally', clientId: owner }, deps: [first.opId] })
  const { results } = await send({ deviceId: device.deviceId, ops: [second, first] })
  expect(results).toMatchObject([
    { opId: second.opId, status: 'applied' },
    { opId: first.opId, status: 'applied' },
  ])
  const [a, b, c] = [device.op(client('A')), device.op(client('B')), device.op(client('C'))]
  const ring = await send({ deviceId: device.deviceId, ops: [{ ...a, deps: [b.opId] }, { ...b, deps: [a.opId] }, c] })
  expect(ring.results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'applied'])
})

test('an id of another practice is free here, and what is not here cannot be changed', async () => {
  const theirs = uuidv7()
  const other = server.other.device()
  await other.push(other.op(client('Secret', theirs)))
  const device = server.gareth.device()
  const change = device.op({ entity: 'clients', action: 'UPDATE', id: theirs, baseRev: 1, data: { name: 'Mine' } })
  expect((await device.push(change)).results).toMatchObject([{ status: 'rejected', code: 'client_not_found' }])
  expect((await device.push(device.op(client('Mine', theirs)))).results).toMatchObject([{ status: 'applied', row: { name: 'Mine' } }])
  expect((await device.push(device.op(client('Again', theirs)))).results).toMatchObject([{ status: 'rejected', code: 'id_taken' }])
  const [row] = (await server.asOwner(`select name from clients where id = '${theirs}' order by name desc`)) as { name: string }[]
  expect(row?.name).toBe('Secret')
})

test('a batch of a newer build waits on the device; an op sent again in another schema is still the same op', async () => {
  const device = server.gareth.device()
  const op = device.op(client('Newer'))
  const newer = await send({ deviceId: device.deviceId, schema: 99, ops: [op, null] })
  expect(newer.results).toEqual([
    { opId: op.opId, id: op.id, status: 'upgrade' },
    { opId: '', id: '', status: 'upgrade' },
  ])
  expect((await device.push(op)).results).toMatchObject([{ status: 'applied' }])
  await server.asOwner(`update sync_ops set schema = 0 where op_id = '${op.opId}'`)
  expect((await device.push({ ...op, data: { name: 'Upcast' } })).results).toMatchObject([{ status: 'applied', row: { name: 'Newer' } }])
})

test('a conflict names the last author and their device, and a device receives the highest number the server has of it', async () => {
  const mari = await server.gareth.addMember('Mari Lloyd', 'farrier')
  const [phone, tablet] = [server.gareth.device(), mari.device()]
  const create = phone.op(client('Shared'))
  await phone.push(create)
  const change = (name: string) => ({ entity: 'clients' as const, action: 'UPDATE' as const, id: create.id, baseRev: 1, data: { name } })
  await mari.send(
    'POST',
    '/api/sync/push',
    { deviceId: tablet.deviceId, schema: 1, ops: [tablet.op(change('Hers'))] },
    { headers: { 'user-agent': IPAD } },
  )
  const { results, lastK } = await send({ deviceId: phone.deviceId, ops: [phone.op({ ...change('His'), k: 41 })] })
  expect(results).toMatchObject([{ status: 'conflict', fields: ['name'], by: { member: 'Mari Lloyd', device: 'on the iPad' } }])
  expect([lastK, (await fetchFrom({ deviceId: phone.deviceId })).lastK]).toEqual([41, 41])
})

test('I18: a server that has lost time ends its epoch, whether a push or a pull finds it out, and applies what comes again once', async () => {
  const { other } = server
  const device = other.device()
  const op = device.op(client('Lost'))
  await device.push(op)
  const before = await fetchFrom({ deviceId: device.deviceId }, other)
  const at = { epoch: before.epoch, since: before.cursor, proof: before.proof }
  const lose = () =>
    server.asOwner(
      `update sync_counters set seq = seq - 1 where practice_id = '${other.practiceId}';
       delete from sync_ops where op_id = '${op.opId}'; delete from clients where id = '${op.id}'`,
    )
  await lose()
  const asked = { deviceId: device.deviceId, view: before.view, ...at, since: String(at.since) }
  const [first, second] = await Promise.all([fetchFrom(asked, other), fetchFrom(asked, other)])
  expect([first, second]).toMatchObject([
    { statusCode: 410, code: 'resync' },
    { statusCode: 410, code: 'resync' },
  ])
  const healed = await fetchFrom({ deviceId: device.deviceId }, other)
  expect(healed.epoch).not.toBe(at.epoch)
  expect((await device.push(op, op)).results).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  expect(await server.asOwner(`select id from clients where id = '${op.id}'`)).toHaveLength(1)
  const now = await fetchFrom({ deviceId: device.deviceId }, other)
  await lose()
  const late = { deviceId: device.deviceId, epoch: now.epoch, since: now.cursor, proof: now.proof, ops: [op] }
  const refused = await send(late, {}, other)
  expect(refused.statusCode).toBe(410)
  expect(refused.epoch).not.toBe(now.epoch)
  expect(await send(late, {}, other)).toMatchObject({ statusCode: 410, epoch: refused.epoch })
  expect(await send({ ...late, epoch: refused.epoch, since: 0 }, {}, other)).toMatchObject({ results: [{ status: 'applied' }] })
})

test('a cursor that was never handed out is not accepted: a client that names it fetches a copy, and the others go on', async () => {
  const ned = await server.gareth.addMember('Ned Pugh', 'apprentice')
  const device = ned.device()
  const { epoch, view, cursor, proof } = await fetchFrom({ deviceId: device.deviceId }, { ...server.gareth, ...ned })
  const [since, deviceId] = [Number.MAX_SAFE_INTEGER, device.deviceId]
  for (const claim of [{}, { proof: 'made up' }, { proof }]) {
    const pushed = await send({ deviceId, epoch, since, ops: [{}], ...claim }, {}, { ...server.gareth, ...ned })
    expect(pushed).toMatchObject({ statusCode: 410, code: 'resync', epoch })
    const pulled = await fetchFrom({ deviceId, epoch, view, since: String(since), ...claim }, { ...server.gareth, ...ned })
    expect(pulled).toMatchObject({ statusCode: 410, code: 'resync', epoch })
  }
  const others = await fetchFrom({ deviceId: server.gareth.device().deviceId, epoch, since: String(cursor), proof })
  expect(others).toMatchObject({ statusCode: 200, epoch })
})

test('money never reaches an apprentice, and a new role swaps the copies of that member alone', async () => {
  const apprentice = await server.gareth.addMember('Jo Young', 'apprentice')
  const device = { deviceId: uuidv7() }
  const money = async () =>
    (await fetchFrom(device, { ...server.gareth, ...apprentice })).rows.filter(({ entity }) => /^price/.test(String(entity)))
  await server.gareth.inPractice(addStandardRates)
  const [mine, theirs] = [await fetchFrom({ deviceId: uuidv7() }), await fetchFrom(device, { ...server.gareth, ...apprentice })]
  expect(mine.rows.some(({ entity }) => entity === 'price_items')).toBe(true)
  expect(await money()).toEqual([])
  const [{ id } = { id: '' }] = (await server.asOwner(`select id from members where name = 'Jo Young'`)) as { id: string }[]
  await server.gareth.put(`/api/members/${id}`, { role: 'farrier' })
  const stale = { ...device, epoch: theirs.epoch, view: theirs.view, since: String(theirs.cursor) }
  expect(await fetchFrom(stale, { ...server.gareth, ...apprentice })).toMatchObject({ statusCode: 410 })
})

test('a removal more than 400 days old is forgotten, unless something names it, and a device away that long starts from scratch', async () => {
  const { other } = server
  const device = other.device()
  const [gone, named, kept] = [uuidv7(), uuidv7(), uuidv7()]
  const ops = [client('Gone', gone), client('Named', named), client('Kept', kept)].map((each) => device.op(each))
  const yard = device.op({ entity: 'yards', action: 'CREATE', id: uuidv7(), data: { name: 'Yard', contactClientId: named } })
  await device.push(...ops, yard)
  const away = await fetchFrom({ deviceId: device.deviceId }, other)
  await device.push(...[gone, named].map((id) => device.op({ entity: 'clients', action: 'DELETE', id, baseRev: 1, data: {} })))
  await server.asOwner(`update clients set deleted_at = clock_now() - interval '401 days' where deleted_at is not null`)
  await server.asOwner(`update sync_ops set applied_at = clock_now() - interval '401 days' where op_id = '${ops[0]?.opId}'`)
  await forgetOld(server.db).handle({})
  await forgetOld(server.db).handle({})
  const left = await server.asOwner(`select name from clients where id in ('${gone}', '${named}', '${kept}') order by name`)
  expect(left.map(({ name }) => name)).toEqual(['Kept', 'Named'])
  expect(await server.asOwner(`select from sync_ops where op_id in ('${ops[0]?.opId}', '${ops[1]?.opId}')`)).toHaveLength(1)
  const asked = { deviceId: device.deviceId, epoch: away.epoch, view: away.view }
  expect(await fetchFrom({ ...asked, since: String(away.cursor) }, other)).toMatchObject({ statusCode: 410, code: 'resync' })
  expect((await fetchFrom(asked, other)).rows.map(({ id }) => id)).not.toContain(gone)
})
