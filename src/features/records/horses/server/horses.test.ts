import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import type { Horse } from '#features/records/horses/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let sarah: Client
let tom: Client
const today = dayOf(currentTime(), 'Europe/London')
const thisYear = Number(today.slice(0, 4))

beforeAll(async () => {
  server = await startTestServer()
  sarah = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose', businessName: 'Hollybush Farm' })).json()
  tom = (await server.gareth.post('/api/clients', { name: 'Tom Haddon' })).json()
})
afterAll(() => server.stop())

const add = async (body: object): Promise<Horse> =>
  (await server.gareth.post('/api/horses', { name: 'Merlin', clientId: sarah.id, ...body })).json()
const trimmed = (horseId: string, workDate: string) =>
  server.gareth.post('/api/work-entries', { horseId, workDate, serviceType: 'Trim' }).then((answer) => answer.json<{ id: string }>())
const ownersOf = (id: string) =>
  server.asOwner(`select client_id, from_on::text, to_on::text from horse_owners where horse_id = '${id}' order by from_on, to_on`)

test('a horse is added with its owner, its age kept as a birth year', async () => {
  const answer = await server.gareth.post('/api/horses', { name: 'Merlin', clientId: sarah.id, age: 9, breed: '', flags: ['kicks'] })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    name: 'Merlin',
    age: 9,
    birthYear: thisYear - 9,
    breed: null,
    flags: ['kicks'],
    status: 'current',
    lastService: null,
    client: { name: 'Sarah Penrose', businessName: 'Hollybush Farm' },
  })
})

test('the age may be left out or cleared, and a birth year may be given instead', async () => {
  const { id } = await add({})
  const put = async (body: object) => (await server.gareth.put(`/api/horses/${id}`, body)).json<Horse>()
  expect(await put({ birthYear: 2015 })).toMatchObject({ birthYear: 2015, age: thisYear - 2015 })
  expect(await put({ name: 'Still' })).toMatchObject({ birthYear: 2015 })
  expect(await put({ age: null })).toMatchObject({ birthYear: null, age: null })
})

test('a horse needs a name and an owner, a whole age and a likely cycle', async () => {
  for (const body of [{ name: '' }, { clientId: undefined }, { age: 4.5 }, { cycleDays: 3 }, { goneReason: 'lost' }]) {
    expect((await server.gareth.post('/api/horses', { name: 'M', clientId: sarah.id, ...body })).statusCode).toBe(400)
  }
})

test('owner, payer and yard are of the practice', async () => {
  const theirs = (await server.other.post('/api/clients', { name: 'Theirs' })).json<Client>()
  const code = async (body: object) =>
    (await server.gareth.post('/api/horses', { name: 'M', clientId: sarah.id, ...body })).json<{ code: string }>().code
  expect(await code({ clientId: theirs.id })).toBe('client_not_found')
  expect(await code({ clientId: 'nobody' })).toBe('client_not_found')
  expect(await code({ payerClientId: theirs.id })).toBe('client_not_found')
  expect(await code({ yardId: uuidv7() })).toBe('yard_not_found')
})

test('an id made on a device is kept, and taken once', async () => {
  const id = uuidv7()
  expect(await add({ id: `offline_${id}` })).toMatchObject({ id })
  const again = await server.gareth.post('/api/horses', { id, name: 'Other', clientId: sarah.id })
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({ code: 'id_taken' })
})

test('no signed-out user sees horses, and no practice sees another’s', async () => {
  const { id } = await add({})
  expect((await server.app.inject({ url: '/api/horses' })).statusCode).toBe(401)
  for (const answer of [
    await server.other.get(`/api/horses/${id}`),
    await server.other.put(`/api/horses/${id}`, { name: 'Mine' }),
    await server.other.delete(`/api/horses/${id}`),
  ]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'horse_not_found' })
  }
  expect((await server.other.get('/api/horses')).json()).toEqual([])
})

test('an apprentice reads horses and changes none', async () => {
  const { id } = await add({})
  const apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
  expect((await apprentice.get('/api/horses')).statusCode).toBe(200)
  const refused = [
    await apprentice.post('/api/horses', { name: 'X', clientId: sarah.id }),
    await apprentice.put(`/api/horses/${id}`, { name: 'X' }),
    await apprentice.delete(`/api/horses/${id}`),
  ]
  expect(refused.map((answer) => answer.statusCode)).toEqual([403, 403, 403])
})

test('a horse sold to another client is theirs from today, and its past stays with the first', async () => {
  const { id } = await add({})
  const first = (await server.gareth.post('/api/clients', { name: 'Bred it' })).json<Client>()
  for (const change of [{ clientId: first.id }, { clientId: sarah.id, ownedFrom: '2024-05-01' }]) {
    await server.gareth.put(`/api/horses/${id}`, change)
  }
  const sold = await server.gareth.put(`/api/horses/${id}`, { clientId: tom.id, payerClientId: null })
  expect(sold.json()).toMatchObject({ clientId: tom.id, client: { name: 'Tom Haddon' } })
  expect(await ownersOf(id)).toEqual([
    { client_id: first.id, from_on: '2024-05-01', to_on: '2024-05-01' },
    { client_id: sarah.id, from_on: '2024-05-01', to_on: today },
    { client_id: tom.id, from_on: today, to_on: null },
  ])
  expect(sold.json<Horse>().owners).toEqual([
    { clientId: first.id, fromOn: '2024-05-01', toOn: '2024-05-01' },
    { clientId: sarah.id, fromOn: '2024-05-01', toOn: today },
    { clientId: tom.id, fromOn: today, toOn: null },
  ])
})

test('no one owns a horse from a future day', async () => {
  const { id } = await add({})
  const answer = await server.gareth.put(`/api/horses/${id}`, { clientId: tom.id, ownedFrom: addDays(today, 1) })
  expect(answer.json()).toMatchObject({ code: 'not_yet' })
  expect(await ownersOf(id)).toHaveLength(1)
})

test('visits still to come go with a horse that is sold; those made stay as they were', async () => {
  const { id } = await add({})
  const book = async (onDay: string, more: object = {}) =>
    (
      await server.gareth.post('/api/appointments', {
        title: 'Trim',
        clientId: sarah.id,
        startTime: `${onDay}T09:00:00Z`,
        endTime: `${onDay}T10:00:00Z`,
        horseId: id,
        ...more,
      })
    ).json<Appointment>()
  const other = await add({ name: 'Biscuit' })
  const [made, alone, shared] = [
    await book(addDays(today, -40)),
    await book(addDays(today, 9)),
    await book(addDays(today, 10), { horseId: null, horses: [{ horseId: id }, { horseId: other.id }] }),
  ]
  await server.gareth.put(`/api/visit-horses/${made.horses[0]?.id}`, { outcome: 'done' })
  await server.gareth.put(`/api/horses/${id}`, { clientId: tom.id })
  const visit = async (of: Appointment) => {
    const { clientId, horses } = (await server.gareth.get(`/api/appointments/${of.id}`)).json<Appointment>()
    return [clientId, ...horses.map((line) => line.clientId)]
  }
  expect(await visit(made)).toEqual([sarah.id, sarah.id])
  expect(await visit(alone)).toEqual([tom.id, tom.id])
  expect(await visit(shared)).toEqual([sarah.id, tom.id, sarah.id])
})

test('a transfer undone the same day leaves nothing of the wrong owner', async () => {
  const { id } = await add({})
  await server.gareth.put(`/api/horses/${id}`, { clientId: tom.id })
  await server.gareth.put(`/api/horses/${id}`, { clientId: sarah.id })
  expect(await ownersOf(id)).toEqual([{ client_id: sarah.id, from_on: today, to_on: null }])
})

test('no one is texted about a horse that is gone; the owner of another horse on the visit still is', async () => {
  const owner = (name: string, phone: string) => server.gareth.post('/api/clients', { name, phone }).then((answer) => answer.json<Client>())
  const [dilys, ann] = [await owner('Dilys Morgan', '07700 900456'), await owner('Ann Lacey', '07700 900457')]
  const [bess, dolly] = [await add({ name: 'Old Bess', clientId: dilys.id }), await add({ name: 'Dolly', clientId: ann.id })]
  const on = (days: number) => ({
    startTime: `${addDays(today, days)}T12:00:00Z`,
    endTime: `${addDays(today, days)}T13:00:00Z`,
  })
  const book = async (horses: string[]) =>
    (
      await server.gareth.post('/api/appointments', {
        title: 'Trim',
        clientId: dilys.id,
        ...on(20),
        horses: horses.map((horseId) => ({ horseId })),
      })
    ).json<Appointment>()
  const [alone, shared] = [await book([bess.id]), await book([bess.id, dolly.id])]
  await server.gareth.put(`/api/horses/${bess.id}`, { goneOn: today, goneReason: 'deceased' })
  const told = async (visit: Appointment, days: number) => {
    await server.gareth.put(`/api/appointments/${visit.id}`, { ...on(days), sendSmsNotification: true })
    const notices = (await server.gareth.get(`/api/notices?appointmentId=${visit.id}`)).json<{ clientId: string; state: string }[]>()
    return notices.map((notice) => notice.clientId)
  }
  expect(await told(alone, 21)).toEqual([])
  expect(await told(shared, 22)).toEqual([ann.id])
  expect((await server.gareth.post(`/api/appointments/${alone.id}/send-reminder`)).statusCode).toBe(422)
  await server.gareth.put(`/api/horses/${bess.id}`, { goneOn: null, goneReason: null })
  expect(await told(alone, 23)).toEqual([dilys.id])
})

test('a transfer undone in Recent Activity leaves the owners as they were', async () => {
  const { id } = await add({ payerClientId: sarah.id })
  const before = await ownersOf(id)
  await server.gareth.put(`/api/horses/${id}`, { clientId: tom.id, payerClientId: null })
  const [done] = await server.asOwner(`select id from activity where entity_id = '${id}' and verb = 'transferred'`)
  expect((await server.gareth.post(`/api/activity/${done?.id}/undo`)).statusCode).toBeLessThan(300)
  expect(await ownersOf(id)).toEqual(before)
  expect((await server.gareth.get(`/api/horses/${id}`)).json()).toMatchObject({ clientId: sarah.id, payerClientId: sarah.id })
})

test('the status follows the cycle, and a changed cycle the next due date', async () => {
  const { id } = await add({ cycleDays: 42 })
  await trimmed(id, addDays(today, -30))
  const horse = async (body: object) => (await server.gareth.put(`/api/horses/${id}`, body)).json<Horse>()
  expect(await horse({})).toMatchObject({ lastService: addDays(today, -30), nextDue: addDays(today, 12), status: 'current' })
  expect(await horse({ cycleDays: 35 })).toMatchObject({ nextDue: addDays(today, 5), status: 'due-soon' })
  expect(await horse({ cycleDays: 28 })).toMatchObject({ nextDue: addDays(today, -2), status: 'overdue' })
  const pauses = [{ fromOn: addDays(today, -3), untilOn: addDays(today, 20), reason: 'Box rest' }]
  expect(await horse({ pauses })).toMatchObject({ status: 'current', pauses })
  expect(await horse({ pauses: [], goneOn: today, goneReason: 'retired' })).toMatchObject({ status: 'current', pauses: [] })
  expect(await horse({ goneOn: null, goneReason: null, cycleDays: null })).toMatchObject({ nextDue: null, status: 'current' })
})

test('winter weeks and a rule for a kind of work move the next due date as the last work has it', async () => {
  const { id } = await add({ cycleDays: 42, winterCycleDays: 70, cycleRules: [{ serviceType: 'Trim', days: 56, winterDays: null }] })
  await trimmed(id, '2026-01-05')
  const dates = async (body: object) => {
    const { lastServiceType, nextDue } = (await server.gareth.put(`/api/horses/${id}`, body)).json<Horse>()
    return [lastServiceType, nextDue]
  }
  expect(await dates({})).toEqual(['Trim', '2026-03-02'])
  expect(await dates({ cycleRules: [] })).toEqual(['Trim', '2026-03-16'])
  await server.gareth.post('/api/work-entries', { horseId: id, workDate: '2026-06-01', serviceType: 'Full set new' })
  expect(await dates({})).toEqual(['Full set new', '2026-07-13'])
})

test('a cycle is of a likely length and a pause ends after it began', async () => {
  for (const body of [
    { winterCycleDays: 3 },
    { cycleRules: [{ serviceType: '', days: 42, winterDays: null }] },
    { pauses: [{ fromOn: '2026-10-02', untilOn: '2026-10-01', reason: null }] },
  ]) {
    expect((await server.gareth.post('/api/horses', { name: 'M', clientId: sarah.id, ...body })).statusCode).toBe(400)
  }
})

test('pages follow the Link header to the end, each horse once', async () => {
  for (const name of ['Ab', 'Ab', 'Ab']) await add({ name })
  const seen: string[] = []
  let url: string | undefined = '/api/horses?limit=2'
  while (url) {
    const answer = await server.gareth.get(url)
    seen.push(...answer.json<Horse[]>().map((horse) => horse.id))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  const all = (await server.gareth.get('/api/horses?limit=1000')).json<Horse[]>()
  expect(seen).toEqual(all.map((horse) => horse.id))
  expect((await server.gareth.get('/api/horses?after=rubbish')).statusCode).toBe(400)
})

test('a horse entered by mistake can be removed; one with work on record cannot', async () => {
  const { id } = await add({})
  const { id: entry } = await trimmed(id, today)
  expect((await server.gareth.delete(`/api/horses/${id}`)).json()).toMatchObject({ code: 'still_has_work' })
  await server.gareth.delete(`/api/work-entries/${entry}`)
  expect((await server.gareth.delete(`/api/horses/${id}`)).statusCode).toBe(204)
  expect((await server.gareth.get(`/api/horses/${id}`)).statusCode).toBe(404)
})

test('a client who owns a horse or pays for one cannot be removed', async () => {
  const payer = (await server.gareth.post('/api/clients', { name: 'Pays' })).json<Client>()
  const { id } = await add({ payerClientId: payer.id })
  expect((await server.gareth.delete(`/api/clients/${payer.id}`)).json()).toMatchObject({ code: 'still_has_horses' })
  await server.gareth.put(`/api/horses/${id}`, { payerClientId: null })
  expect((await server.gareth.delete(`/api/clients/${payer.id}`)).statusCode).toBe(204)
})

test('every change has its place in the practice’s order and its line in the journal', async () => {
  const { id } = await add({})
  const before = await server.asOwner(`select seq from horses where id = '${id}'`)
  await server.gareth.put(`/api/horses/${id}`, { clientId: tom.id })
  const after = await server.asOwner(`select seq from horses where id = '${id}'`)
  expect(Number(after[0]?.seq)).toBeGreaterThan(Number(before[0]?.seq))
  const lines = await server.asOwner(`select verb, member_id from activity where entity_id = '${id}' order by at`)
  expect(lines).toEqual([
    { verb: 'added', member_id: server.gareth.memberId },
    { verb: 'transferred', member_id: server.gareth.memberId },
  ])
})

test('a device adds an owner and a horse of theirs in one go, changes and removes it, each once', async () => {
  const device = server.gareth.device()
  const [owner, horse] = [uuidv7(), uuidv7()]
  const client = device.op({ entity: 'clients', action: 'CREATE', id: `offline_${owner}`, data: { name: 'Offline owner' } })
  const data = { name: 'Offline horse', clientId: `offline_${owner}`, birthYear: 2019 }
  const create = device.op({ entity: 'horses', action: 'CREATE', id: `offline_${horse}`, data, deps: [client.opId] })
  const { results } = await device.push(client, create)
  expect(results[1]).toMatchObject({ status: 'applied', rev: 1, row: { id: horse, clientId: owner, birthYear: 2019 } })
  expect(results[1]?.row).not.toHaveProperty('age')
  expect((await device.push(create)).results[0]).toMatchObject({ status: 'applied', rev: 1 })
  expect(await ownersOf(horse)).toHaveLength(1)
  expect(results[1]?.row).toMatchObject({ owners: [{ clientId: owner, fromOn: today, toOn: null }] })
  const update = device.op({ entity: 'horses', action: 'UPDATE', id: horse, baseRev: 1, data: { clientId: `offline_${sarah.id}` } })
  expect((await device.push(update)).results[0]).toMatchObject({ status: 'applied', row: { clientId: sarah.id } })
  const remove = device.op({ entity: 'horses', action: 'DELETE', id: horse, baseRev: 2, data: {} })
  expect((await device.push(remove)).results[0]?.status).toBe('applied')
})

test('two devices that change one field conflict; work recorded in the meantime does not', async () => {
  const { id } = await add({ cycleDays: 42 })
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const change = (data: object) => ({ entity: 'horses' as const, action: 'UPDATE' as const, id, baseRev: 1, data: { ...data } })
  expect((await phone.push(phone.op(change({ markings: 'from the phone' })))).results[0]?.status).toBe('applied')
  await trimmed(id, today)
  expect((await tablet.push(tablet.op(change({ temperament: 'from the tablet' })))).results[0]?.status).toBe('applied')
  const clash = await tablet.push(tablet.op(change({ markings: 'from the tablet' })))
  expect(clash.results[0]).toMatchObject({ status: 'conflict', fields: ['markings'], row: { markings: 'from the phone' } })
})

test('changes at the same moment each get a revision of their own', async () => {
  const { id } = await add({})
  await Promise.all(['a', 'b', 'c', 'd'].map((color) => server.gareth.put(`/api/horses/${id}`, { color })))
  const [row] = await server.asOwner(`select rev from horses where id = '${id}'`)
  expect(row).toEqual({ rev: 5 })
})
