import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import type { Horse } from '#features/records/horses/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { insertRow } from '#platform/server/database/rows.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ mapStyleUrl: 'https://tiles.example:8443/styles/roads.json?key=abc' })
})
afterAll(() => server.stop())

const add = async (body: object): Promise<Yard> => (await server.gareth.post('/api/yards', body)).json()
const addClient = async (name: string): Promise<Client> => (await server.gareth.post('/api/clients', { name })).json()

test('a yard is added with what a farrier must know at its gate', async () => {
  const body = {
    name: 'Hollybush Farm',
    postcode: 'HR6 0VK',
    gateCode: '4471',
    accessNotes: 'shut both gates',
    hasCover: true,
    address: '',
  }
  const answer = await server.gareth.post('/api/yards', body)
  expect(answer.statusCode).toBe(201)
  const yard = answer.json<Yard>()
  expect(yard).toMatchObject({ ...body, address: null, hasLights: null, lat: null })
  expect((await server.gareth.get(`/api/yards/${yard.id}`)).json()).toEqual(yard)
})

test('what is absent stays, what is null goes', async () => {
  const { id } = await add({ name: 'Lane End', gateCode: '12', lat: 52.1, lng: -2.8, positionSource: 'pin' })
  const answer = await server.gareth.put(`/api/yards/offline_${id}`, { gateCode: null })
  expect(answer.json()).toMatchObject({ name: 'Lane End', gateCode: null, lat: 52.1, lng: -2.8 })
})

test('a yard needs a name, and a position both its numbers', async () => {
  expect((await server.gareth.post('/api/yards', { name: ' ' })).statusCode).toBe(400)
  expect((await server.gareth.post('/api/yards', { name: 'Half', lat: 52 })).statusCode).toBe(400)
  const { id } = await add({ name: 'Whole' })
  expect((await server.gareth.put(`/api/yards/${id}`, { lat: null, lng: 1 })).statusCode).toBe(400)
  expect((await server.gareth.put(`/api/yards/${id}`, { lat: 100, lng: 1 })).statusCode).toBe(400)
  expect((await server.gareth.put(`/api/yards/${id}`, { lat: 52 })).statusCode).toBe(400)
})

test('its contact is a client of the practice', async () => {
  const foreign = (await server.other.post('/api/clients', { name: 'Theirs' })).json<Client>()
  const answer = await server.gareth.post('/api/yards', { name: 'Contacted', contactClientId: foreign.id })
  expect(answer.json()).toMatchObject({ code: 'client_not_found' })
  const mine = await addClient('Yard manager')
  expect(await add({ name: 'Contacted', contactClientId: `offline_${mine.id}` })).toMatchObject({ contactClientId: mine.id })
})

test('no signed-out user sees yards, and no practice sees another’s', async () => {
  const { id } = await add({ name: 'Private' })
  expect((await server.app.inject({ url: '/api/yards' })).statusCode).toBe(401)
  for (const answer of [
    await server.other.get(`/api/yards/${id}`),
    await server.other.put(`/api/yards/${id}`, { name: 'Mine' }),
    await server.other.delete(`/api/yards/${id}`),
  ]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'yard_not_found' })
  }
})

test('an apprentice reads yards and changes none', async () => {
  const { id } = await add({ name: 'Looked at' })
  const apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
  expect((await apprentice.get(`/api/yards/${id}`)).statusCode).toBe(200)
  const refused = [await apprentice.post('/api/yards', { name: 'X' }), await apprentice.delete(`/api/yards/${id}`)]
  expect(refused.map((answer) => answer.statusCode)).toEqual([403, 403])
})

test('pages follow the Link header to the end, each yard once', async () => {
  for (const name of ['P1', 'P2', 'P3']) await add({ name })
  const seen: string[] = []
  let url: string | undefined = '/api/yards?limit=2'
  while (url) {
    const answer = await server.gareth.get(url)
    seen.push(...answer.json<Yard[]>().map((yard) => yard.id))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  const all = (await server.gareth.get('/api/yards?limit=1000')).json<Yard[]>()
  expect(seen).toEqual(all.map((yard) => yard.id))
})

test('a removed yard leaves its horses and coming visits without one, and past visits as they were', async () => {
  const yard = await add({ name: 'Sold for houses' })
  const client = await addClient('Owner there')
  const horse = (await server.gareth.post('/api/horses', { name: 'Stabled', clientId: client.id, yardId: yard.id })).json<Horse>()
  const [open, done] = [uuidv7(), uuidv7()]
  await server.gareth.inPractice(async (tx, actor) => {
    const visit = {
      member_id: actor.memberId,
      client_id: client.id,
      yard_id: yard.id,
      description: null,
      location: null,
      notes: null,
      on_day: '2026-11-24',
      local_start: '09:00',
      local_end: '10:00',
      zone: actor.zone,
      starts_at: new Date('2026-11-24T09:00:00Z'),
      ends_at: new Date('2026-11-24T10:00:00Z'),
      round_rank: null,
      status_reason: null,
      completed_at: null,
      as_was: null,
    }
    await insertRow(tx, actor, 'appointments', open, visit)
    await insertRow(tx, actor, 'appointments', done, { ...visit, status: 'done' })
  })
  const device = server.gareth.device()
  const { cursor } = (await device.pull()) as { cursor: number }
  expect((await server.gareth.delete(`/api/yards/${yard.id}`)).statusCode).toBe(204)
  expect((await server.gareth.get(`/api/yards/${yard.id}`)).statusCode).toBe(404)
  expect((await server.gareth.get(`/api/horses/${horse.id}`)).json()).toMatchObject({ yardId: null })
  const visits = await server.asOwner(`select yard_id from appointments where id in ('${open}', '${done}') order by status desc`)
  expect(visits.map((visit) => visit.yard_id)).toEqual([yard.id, null])
  const changed = ((await device.pull(cursor)) as { rows: { entity: string; id: string }[] }).rows.map((row) => row.id)
  expect(new Set(changed)).toEqual(new Set([yard.id, horse.id, open]))
})

test('every change has its place in the practice’s order and its line in the journal', async () => {
  const seqOf = async (id: string) => Number((await server.asOwner(`select seq from yards where id = '${id}'`))[0]?.seq)
  const { id } = await add({ name: 'Journalled' })
  const first = await seqOf(id)
  await server.gareth.put(`/api/yards/${id}`, { name: 'Journalled twice' })
  expect(await seqOf(id)).toBeGreaterThan(first)
  const lines = await server.asOwner(`select verb, before, after from activity where entity_id = '${id}' order by at`)
  expect(lines.map((line) => line.verb)).toEqual(['added', 'changed'])
  expect(lines[1]).toMatchObject({ before: { name: 'Journalled' }, after: { name: 'Journalled twice' } })
})

test('a device adds, changes and removes a yard, each once', async () => {
  const device = server.gareth.device()
  const id = uuidv7()
  const create = device.op({ entity: 'yards', action: 'CREATE', id: `offline_${id}`, data: { name: 'From the lane' } })
  const update = device.op({ entity: 'yards', action: 'UPDATE', id, baseRev: 1, data: { gateCode: '99' }, deps: [create.opId] })
  expect((await device.push(create, update)).results[1]).toMatchObject({ status: 'applied', rev: 2, row: { id, gateCode: '99' } })
  expect((await device.push(create)).results[0]).toMatchObject({ status: 'applied', rev: 2 })
  const remove = device.op({ entity: 'yards', action: 'DELETE', id, baseRev: 2, data: {} })
  expect((await device.push(remove)).results[0]).toMatchObject({ status: 'applied', rev: 3 })
  const again = device.op({ entity: 'yards', action: 'CREATE', id, data: { name: 'Again' } })
  expect((await device.push(again)).results[0]).toMatchObject({ status: 'rejected', code: 'id_taken' })
})

test('two pins of one yard conflict; a pin and a gate code both win', async () => {
  const { id } = await add({ name: 'Pinned' })
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const change = (data: object) => ({ entity: 'yards' as const, action: 'UPDATE' as const, id, baseRev: 1, data: { ...data } })
  expect((await phone.push(phone.op(change({ lat: 52, lng: -2, positionSource: 'gps' })))).results[0]?.status).toBe('applied')
  expect((await tablet.push(tablet.op(change({ gateCode: '7' })))).results[0]?.status).toBe('applied')
  const clash = await tablet.push(tablet.op(change({ lat: 53, lng: -2, positionSource: 'pin' })))
  expect(clash.results[0]).toMatchObject({ status: 'conflict', fields: ['position'], row: { lat: 52 } })
})

test('who is billed there is a client of the practice, and three words are kept as text', async () => {
  const manager = await addClient('Pays for all')
  const yard = await add({ name: 'Billed', payerClientId: manager.id, what3words: 'filled.count.soap' })
  expect(yard).toMatchObject({ payerClientId: manager.id, what3words: 'filled.count.soap' })
  expect((await server.gareth.put(`/api/yards/${yard.id}`, { payerClientId: uuidv7() })).json()).toMatchObject({ code: 'client_not_found' })
})

test('browsers may request the host of the map style and no other, and receive its address', async () => {
  const answer = await server.gareth.get('/api/auth/user')
  expect(answer.json()).toMatchObject({ mapStyleUrl: 'https://tiles.example:8443/styles/roads.json?key=abc' })
  const policy = Object.fromEntries(
    String(answer.headers['content-security-policy'])
      .split(';')
      .map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
  )
  expect(policy['connect-src']).toEqual(["'self'", 'https://tiles.example:8443'])
  expect(policy['img-src']).toContain('https://tiles.example:8443')
  expect(JSON.stringify(policy).match(/https?:/g)).toHaveLength(2)
})

test('no owner sees how to get into a yard, on their page or behind it', async () => {
  const client = await addClient('Owner with a link')
  const secrets = {
    gateCode: 'C4471Z',
    accessNotes: 'Key under the blue trough',
    what3words: 'filled.count.soap',
    lat: 52.24661,
    lng: -2.81241,
  }
  const yard = await add({ name: 'Hollybush', address: 'Hidden Lane', ...secrets, positionSource: 'pin' })
  const today = dayOf(currentTime(), 'Europe/London')
  const visit = { title: 'Trim', clientId: client.id, yardId: yard.id, startTime: `${today}T11:00:00Z`, endTime: `${today}T12:00:00Z` }
  const { id } = (await server.gareth.post('/api/appointments', visit)).json<{ id: string }>()
  const answers = await Promise.all(
    [
      `/api/appointments/today/${client.id}`,
      `/api/call-tracker/${id}`,
      `/call-status?client=${client.id}&appointment=${id}`,
      `/api/yards/${yard.id}`,
    ].map((url) => server.app.inject({ url })),
  )
  expect(answers[0]?.json()).toHaveLength(1)
  expect(answers[3]?.statusCode).toBe(401)
  for (const { body } of answers)
    for (const secret of ['C4471Z', 'blue trough', 'filled.count', '52.2466', 'Hidden Lane']) expect(body).not.toContain(secret)
})

test('a pin moved due north is moved back by undo', async () => {
  const { id } = await add({ name: 'Northward', lat: 52, lng: -2, positionSource: 'pin' })
  await server.gareth.put(`/api/yards/${id}`, { lat: 52.1, lng: -2, positionSource: 'pin' })
  const [act] = await server.asOwner(`select id from activity where entity_id = '${id}' and verb = 'changed'`)
  expect((await server.gareth.post(`/api/activity/${act?.id}/undo`)).statusCode).toBeLessThan(300)
  expect((await server.gareth.get(`/api/yards/${id}`)).json()).toMatchObject({ lat: 52, lng: -2 })
})
