import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const add = async (body: object): Promise<Client> => (await server.gareth.post('/api/clients', body)).json()

test('a client is added with the phone as typed and as it is dialled', async () => {
  const answer = await server.gareth.post('/api/clients', { name: "Siân O'Dwyer", phone: '07700 900118', email: '' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ name: "Siân O'Dwyer", phone: '07700 900118', email: null, isActive: true })
})

test('a number that can’t be dialled is kept as typed', async () => {
  expect(await add({ name: 'Ned', phone: 'ask at the pub' })).toMatchObject({ phone: 'ask at the pub', phoneE164: null })
})

test('what is absent stays, what is null goes', async () => {
  const { id } = await add({ name: 'Tom', address: 'Lower Barn', notes: 'dogs' })
  const answer = await server.gareth.put(`/api/clients/${id}`, { notes: null })
  expect(answer.json()).toMatchObject({ name: 'Tom', address: 'Lower Barn', notes: null })
})

test('a client needs a name and an e-mail of e-mail format', async () => {
  expect((await server.gareth.post('/api/clients', { name: '  ' })).statusCode).toBe(400)
  expect((await server.gareth.post('/api/clients', { name: 'A', email: 'nope' })).json()).toMatchObject({ code: 'bad_request' })
})

test('no signed-out user sees clients, and no practice sees another’s', async () => {
  const { id } = await add({ name: 'Private' })
  expect((await server.app.inject({ url: '/api/clients' })).statusCode).toBe(401)
  for (const answer of [
    await server.other.get(`/api/clients/${id}`),
    await server.other.put(`/api/clients/${id}`, { name: 'Mine' }),
    await server.other.delete(`/api/clients/${id}`),
  ]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'client_not_found' })
  }
})

test('pages follow the Link header to the end, each client once', async () => {
  for (const name of ['P1', 'P2', 'P3']) await add({ name })
  const seen: string[] = []
  let url: string | undefined = '/api/clients?limit=2'
  while (url) {
    const answer = await server.gareth.get(url)
    seen.push(...answer.json<Client[]>().map((client) => client.id))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  const all = (await server.gareth.get('/api/clients?limit=1000')).json<Client[]>()
  expect(seen).toEqual(all.map((client) => client.id))
  expect(new Set(seen).size).toBe(seen.length)
})

test('texts wanted are the defaults until they are set', async () => {
  const { id } = await add({ name: 'Reminded' })
  const url = `/api/clients/${id}/sms-preferences`
  expect((await server.gareth.get(url)).json()).toMatchObject({ enableReminders: true, reminderHours: 48 })
  expect((await server.gareth.put(url, { reminderHours: 12 })).json()).toMatchObject({ enableReminders: true, reminderHours: 12 })
  expect((await server.gareth.put(url, { reminderHours: 13 })).statusCode).toBe(400)
})

test('a change from a device is applied once, however often it is sent', async () => {
  const device = server.gareth.device()
  const id = uuidv7()
  const create = device.op({ entity: 'clients', action: 'CREATE', id: `offline_${id}`, data: { name: 'Barn' } })
  const first = await device.push(create)
  expect(first.results[0]).toMatchObject({ status: 'applied', rev: 1, row: { id, name: 'Barn' } })
  expect((await device.push(create)).results[0]).toMatchObject({ status: 'applied', rev: 1 })
  const other = { ...create, data: { name: 'Else' } }
  expect((await device.push(other)).results[0]).toMatchObject({ status: 'rejected', code: 'key_reuse' })
})

test('two devices that change different fields both win, notes are kept from both, and the same field conflicts', async () => {
  const { id } = await add({ name: 'Shared' })
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const change = (data: object) => ({ entity: 'clients' as const, action: 'UPDATE' as const, id, baseRev: 1, data: { ...data } })
  expect((await phone.push(phone.op(change({ businessName: 'from the phone' })))).results[0]?.status).toBe('applied')
  expect((await tablet.push(tablet.op(change({ address: 'from the tablet' })))).results[0]?.status).toBe('applied')
  const clash = await tablet.push(tablet.op(change({ businessName: 'from the tablet' })))
  expect(clash.results[0]).toMatchObject({ status: 'conflict', fields: ['businessName'], row: { businessName: 'from the phone' } })
  await phone.push(phone.op(change({ notes: 'Dog loose' })))
  const kept = await tablet.push(tablet.op(change({ notes: 'Bring hay' })))
  expect(kept.results[0]?.row?.notes).toMatch(/^Dog loose\n\n— Gareth, on another device, \w{3} \d+ \w{3}:\nBring hay$/)
})

test('a refused op leaves the others be, and what depends on it waits', async () => {
  const device = server.gareth.device()
  const poison = device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name: '' } })
  const dependant = device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name: 'D' }, deps: [poison.opId] })
  const free = device.op({ entity: 'clients', action: 'CREATE', id: uuidv7(), data: { name: 'F' } })
  const { results } = await device.push(poison, dependant, free)
  expect(results.map((result) => result.status)).toEqual(['rejected', 'blocked', 'applied'])
})

test('a device pulls what changed since its cursor, and tombstones', async () => {
  const device = server.gareth.device()
  const before = (await device.pull()) as { cursor: number }
  const { id } = await add({ name: 'Fresh' })
  await server.gareth.delete(`/api/clients/${id}`)
  const page = (await device.pull(before.cursor)) as { rows: object[]; more: boolean }
  expect(page.rows).toEqual([expect.objectContaining({ entity: 'clients', id, deleted: true, data: {} })])
  expect(page.more).toBe(false)
})

test('an apprentice reads clients and changes none, from a device neither', async () => {
  const { id } = await add({ name: 'Looked at' })
  const apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
  expect((await apprentice.get(`/api/clients/${id}`)).statusCode).toBe(200)
  const refused = [
    await apprentice.post('/api/clients', { name: 'X' }),
    await apprentice.put(`/api/clients/${id}`, { notes: 'X' }),
    await apprentice.put(`/api/clients/${id}/sms-preferences`, { enableUpdates: false }),
    await apprentice.delete(`/api/clients/${id}`),
  ]
  expect(refused.map((answer) => answer.statusCode)).toEqual([403, 403, 403, 403])
  const device = apprentice.device()
  const op = device.op({ entity: 'clients', action: 'UPDATE', id, baseRev: 1, data: { notes: 'X' } })
  expect((await device.push(op)).results[0]).toMatchObject({ status: 'rejected', code: 'forbidden' })
})

test('one number changed on two devices conflicts, regardless of other changes', async () => {
  const { id } = await add({ name: 'Rings', phone: '07700 900118' })
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const change = (data: object) => ({ entity: 'clients' as const, action: 'UPDATE' as const, id, baseRev: 1, data: { ...data } })
  await phone.push(phone.op(change({ phone: '07700 900204', businessName: 'Mill' })))
  const clash = await tablet.push(tablet.op(change({ phone: '07700 900341', businessName: 'Forge', address: 'new' })))
  expect(clash.results[0]).toMatchObject({ status: 'conflict', row: { phone: '07700 900204', address: null } })
  expect(clash.results[0]?.fields).toEqual(expect.arrayContaining(['phone', 'businessName']))
})

test('a client with a visit to come cannot be removed', async () => {
  const { id } = await add({ name: 'Booked' })
  const visit = uuidv7()
  await server.asOwner(`insert into appointments
    (practice_id, id, member_id, client_id, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq)
    select practice_id, '${visit}', id, '${id}', '2999-01-01', '09:00', '10:00', 'Europe/London', clock_now(), clock_now(), 1, 1
    from members where id = '${server.gareth.memberId}'`)
  expect((await server.gareth.delete(`/api/clients/${id}`)).json()).toMatchObject({ code: 'still_has_visits' })
  await server.asOwner(`update appointments set status = 'cancelled' where id = '${visit}'`)
  expect((await server.gareth.delete(`/api/clients/${id}`)).statusCode).toBe(204)
})
