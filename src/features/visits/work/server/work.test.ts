import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import type { Horse } from '#features/records/horses/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  owner = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json()
})
afterAll(() => server.stop())

const addHorse = async (): Promise<Horse> =>
  (await server.gareth.post('/api/horses', { name: 'Merlin', clientId: owner.id, cycleDays: 42 })).json()
const record = (horseId: string, workDate: string, more: object = {}) =>
  server.gareth.post('/api/work-entries', { horseId, workDate, serviceType: 'Trim', ...more })
const added = async (horseId: string, workDate: string, more: object = {}): Promise<WorkEntry> =>
  (await record(horseId, workDate, more)).json()
const dates = async (id: string) => {
  const { lastService, nextDue } = (await server.gareth.get(`/api/horses/${id}`)).json<Horse>()
  return [lastService, nextDue]
}

test('work is recorded as done by the caller, and the horse’s dates follow', async () => {
  const { id } = await addHorse()
  const answer = await record(id, '2026-10-06', { serviceType: 'Full set new', findings: 'thrush, near hind', description: '' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    horseId: id,
    memberId: server.gareth.memberId,
    serviceType: 'Full set new',
    findings: 'thrush, near hind',
    description: null,
    resetsCycle: true,
  })
  expect(await dates(id)).toEqual(['2026-10-06', '2026-11-17'])
})

test('an emergency call-out does not start a new cycle, unless the farrier sets that', async () => {
  const { id } = await addHorse()
  await record(id, '2026-10-06')
  const callOut = await added(id, '2026-10-20', { serviceType: 'Emergency call-out' })
  expect(callOut.resetsCycle).toBe(false)
  expect(await dates(id)).toEqual(['2026-10-06', '2026-11-17'])
  await server.gareth.put(`/api/work-entries/${callOut.id}`, { resetsCycle: true })
  expect(await dates(id)).toEqual(['2026-10-20', '2026-12-01'])
})

test('older work written down later does not take the horse back', async () => {
  const { id } = await addHorse()
  await record(id, '2026-10-06')
  await record(id, '2026-08-25')
  expect(await dates(id)).toEqual(['2026-10-06', '2026-11-17'])
})

test('a corrected day moves the horse’s dates, a removed entry takes them back', async () => {
  const { id } = await addHorse()
  await record(id, '2026-08-25')
  const entry = await added(id, '2026-10-06')
  expect((await server.gareth.put(`/api/work-entries/${entry.id}`, { workDate: '2026-10-07' })).json()).toMatchObject({
    workDate: '2026-10-07',
    serviceType: 'Trim',
  })
  expect(await dates(id)).toEqual(['2026-10-07', '2026-11-18'])
  expect((await server.gareth.delete(`/api/work-entries/${entry.id}`)).statusCode).toBe(204)
  expect(await dates(id)).toEqual(['2026-08-25', '2026-10-06'])
})

test('of two works of a day the one written last decides which cycle has begun, and a correction of it follows', async () => {
  const rules = [{ serviceType: 'Trim', days: 56, winterDays: null }]
  const { id } = (
    await server.gareth.post('/api/horses', { name: 'Merlin', clientId: owner.id, cycleDays: 42, cycleRules: rules })
  ).json<Horse>()
  await added(id, '2026-06-01', { serviceType: 'Full set new' })
  const last = await added(id, '2026-06-01')
  expect(await dates(id)).toEqual(['2026-06-01', '2026-07-27'])
  await server.gareth.put(`/api/work-entries/${last.id}`, { serviceType: 'Front refit' })
  expect(await dates(id)).toEqual(['2026-06-01', '2026-07-13'])
})

test('a horse’s work is read newest first, a page at a time', async () => {
  const { id } = await addHorse()
  for (const day of ['2026-07-14', '2026-10-06', '2026-08-25', '2026-10-06']) await record(id, day)
  const seen: string[] = []
  let url: string | undefined = `/api/horses/${id}/work-entries?limit=2`
  while (url) {
    const answer = await server.gareth.get(url)
    seen.push(...answer.json<WorkEntry[]>().map((entry) => entry.workDate))
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(['2026-10-06', '2026-10-06', '2026-08-25', '2026-07-14'])
  const junk = Buffer.from(JSON.stringify(['yesterday', uuidv7()])).toString('base64url')
  expect((await server.gareth.get(`/api/horses/${id}/work-entries?after=${junk}`)).statusCode).toBe(400)
})

test('work needs a service and a day, a horse and a visit of the practice', async () => {
  const { id } = await addHorse()
  expect((await record(id, '2026-02-30')).statusCode).toBe(400)
  expect((await record(id, '2026-02-03', { serviceType: ' ' })).statusCode).toBe(400)
  expect((await record(uuidv7(), '2026-02-03')).json()).toMatchObject({ code: 'horse_not_found' })
  expect((await record(id, '2026-02-03', { visitHorseId: uuidv7() })).json()).toMatchObject({ code: 'visit_horse_not_found' })
})

test('no signed-out user sees work, and no practice sees or changes another’s', async () => {
  const { id } = await addHorse()
  const entry = await added(id, '2026-10-06')
  expect((await server.app.inject({ url: `/api/horses/${id}/work-entries` })).statusCode).toBe(401)
  const answers = [
    await server.other.get(`/api/horses/${id}/work-entries`),
    await server.other.post('/api/work-entries', { horseId: id, workDate: '2026-10-06', serviceType: 'Trim' }),
    await server.other.put(`/api/work-entries/${entry.id}`, { findings: 'x' }),
    await server.other.delete(`/api/work-entries/${entry.id}`),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404, 404])
})

test('an apprentice records and corrects work', async () => {
  const { id } = await addHorse()
  const apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
  const answer = await apprentice.post('/api/work-entries', { horseId: id, workDate: '2026-10-06', serviceType: 'Trim' })
  expect(answer.json()).toMatchObject({ horseId: id })
  const corrected = await apprentice.put(`/api/work-entries/${answer.json<WorkEntry>().id}`, { serviceType: 'Front refit' })
  expect(corrected.statusCode).toBe(200)
  expect(await dates(id)).toEqual(['2026-10-06', '2026-11-17'])
})

test('every change has its line in the journal; the horse’s own dates are none', async () => {
  const { id } = await addHorse()
  const entry = await added(id, '2026-10-06')
  await server.gareth.delete(`/api/work-entries/${entry.id}`)
  const verbs = async (of: string) =>
    (await server.asOwner(`select verb from activity where entity_id = '${of}' order by at`)).map((a) => a.verb)
  expect(await verbs(entry.id)).toEqual(['added', 'removed'])
  expect(await verbs(id)).toEqual(['added'])
})

test('a device records work on a horse it made offline; both devices receive the horse’s new dates', async () => {
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const { cursor } = (await tablet.pull()) as { cursor: number }
  const [horseId, id] = [uuidv7(), uuidv7()]
  const data = { name: 'Offline', clientId: owner.id, cycleDays: 42 }
  const horse = phone.op({ entity: 'horses', action: 'CREATE', id: `offline_${horseId}`, data })
  const entry = { horseId: `offline_${horseId}`, serviceType: 'Trim', workDate: '2026-10-06' }
  const work = phone.op({ entity: 'work_entries', action: 'CREATE', id: `offline_${id}`, data: entry, deps: [horse.opId] })
  expect((await phone.push(horse, work)).results.map((result) => result.status)).toEqual(['applied', 'applied'])
  expect((await phone.push(work)).results[0]).toMatchObject({ status: 'applied', rev: 1 })
  const { rows } = (await tablet.pull(cursor)) as { rows: { entity: string; data: object }[] }
  expect(rows.find((row) => row.entity === 'horses')?.data).toMatchObject({ lastService: '2026-10-06', nextDue: '2026-11-17' })
  expect(rows.filter((row) => row.entity === 'work_entries')).toHaveLength(1)
})

test('two devices that correct one entry raise a conflict; a removal after another’s change does too', async () => {
  const { id: horseId } = await addHorse()
  const { id } = await added(horseId, '2026-10-06')
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const change = (data: object) => ({ entity: 'work_entries' as const, action: 'UPDATE' as const, id, baseRev: 1, data: { ...data } })
  expect((await phone.push(phone.op(change({ workDate: '2026-10-05' })))).results[0]?.status).toBe('applied')
  const clash = await tablet.push(tablet.op(change({ workDate: '2026-10-04' })))
  expect(clash.results[0]).toMatchObject({ status: 'conflict', fields: ['workDate'], row: { workDate: '2026-10-05' } })
  const removal = await tablet.push(tablet.op({ entity: 'work_entries', action: 'DELETE', id, baseRev: 1, data: {} }))
  expect(removal.results[0]?.status).toBe('conflict')
  expect(await dates(horseId)).toEqual(['2026-10-05', '2026-11-16'])
})
