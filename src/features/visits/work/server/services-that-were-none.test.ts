import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Horse } from '#features/records/horses/contract.ts'
import { nextDueOn } from '#features/records/horses/rules.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const MIGRATION = new URL('../../../../../db/migrations/0030-services-that-were-none.sql', import.meta.url)

let server: TestServer
let clientId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  clientId = (await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })).id
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>()
}
const horseOf = async (id: string) => (await server.gareth.get(`/api/horses/${id}`)).json<Horse>()
const workOf = async (id: string) => (await server.gareth.get(`/api/horses/${id}/work-entries`)).json<WorkEntry[]>()
const addHorse = (name: string, more: object = {}) => add('/api/horses', { name, clientId, cycleDays: 42, ...more })
const work = (horseId: string, serviceType: string, workDate: string, more: object = {}) =>
  add('/api/work-entries', { horseId, serviceType, workDate, ...more })

/** Work closed out at a visit by earlier versions: recorded as a service, regardless of its kind. */
async function closedOut(horseId: string, serviceType: string, workDate: string) {
  const visit = await add('/api/appointments', {
    title: 'Stop',
    clientId,
    horseId,
    startTime: `${workDate}T09:00:00Z`,
    endTime: `${workDate}T10:00:00Z`,
  })
  const [line] = await server.asOwner(`select id from visit_horses where appointment_id = '${visit.id}'`)
  return work(horseId, serviceType, workDate, { visitHorseId: line?.id, resetsCycle: true })
}

const putRight = () => server.asOwner(readFileSync(MIGRATION, 'utf8'))
const tasks = async () => (await server.gareth.get('/api/tasks')).json<Task[]>()

test('work closed out that is no kind of work no longer moves the next due date; devices receive it, and no one is notified by text', async () => {
  const bluebell = await addHorse('Bluebell')
  await work(bluebell.id, 'Trim', '2026-10-30')
  const check = await closedOut(bluebell.id, 'Check', '2026-11-22')
  expect((await horseOf(bluebell.id)).nextDue).toBe('2027-01-03')
  const noticed = await server.asOwner('select * from notices order by id')

  await putRight()
  expect(await horseOf(bluebell.id)).toMatchObject({ lastService: '2026-10-30', nextDue: '2026-12-11' })
  expect((await workOf(bluebell.id)).map((entry) => [entry.serviceType, entry.resetsCycle])).toEqual([
    ['Check', false],
    ['Trim', true],
  ])
  const { rows } = (await server.gareth.device().pull()) as { rows: { entity: string; id: string }[] }
  expect(rows.slice(-3).map(({ entity, id }) => [entity, id])).toEqual([
    ['work_entries', check.id],
    ['horses', bluebell.id],
    ['tasks', expect.any(String)],
  ])
  expect(await server.asOwner('select * from notices order by id')).toEqual(noticed)
})

test('the farrier has the list to do, and each correction in the journal, where it is undone', async () => {
  expect(await tasks()).toMatchObject([
    {
      title: 'Next due date put right for 1 horse',
      notes: expect.stringMatching(/\nBluebell: check 22 Nov 2026\. Next due 11 Dec 2026, was 3 Jan 2027\.$/),
      memberId: server.gareth.memberId,
      doneAt: null,
    },
  ])
  const news = (await server.gareth.get('/api/dashboard/activity')).json<{ id: string; title: string; canUndo: boolean }[]>()
  expect(news.slice(0, 2).map(({ title }) => title)).toEqual([
    'Task added: Next due date put right for 1 horse',
    'Bluebell, work corrected',
  ])
  expect((await server.gareth.post(`/api/activity/${news[1]?.id}/undo`)).statusCode).toBeLessThan(300)
  const [horse] = (await server.gareth.get('/api/horses')).json<Horse[]>()
  expect(horse).toMatchObject({ name: 'Bluebell', nextDue: '2027-01-03' })
})

test('entries that a person touched, wrote by hand, or marked as a service stay as they are; a second run finds nothing', async () => {
  const { id } = await addHorse('Merlin', { cycleRules: [{ serviceType: 'Egg bars', days: 35, winterDays: null }] })
  await add('/api/service-types', { serviceType: 'Bar shoes' })
  await add('/api/work-templates', { name: 'Wedges', serviceType: 'Wedges', resetsCycle: true })
  const touched = await closedOut(id, 'Check', '2026-05-01')
  await server.gareth.put(`/api/work-entries/${touched.id}`, { findings: 'All well' })
  await work(id, 'Lost shoe', '2026-06-01', { resetsCycle: true })
  for (const [at, name] of ['Trim', 'Bar shoes', 'Wedges', 'Egg bars'].entries()) await closedOut(id, name, `2026-0${at + 6}-15`)
  const before = [await workOf(id), await horseOf(id), await tasks(), await server.asOwner('select * from sync_counters')]
  expect((await workOf(id)).every((entry) => entry.resetsCycle)).toBe(true)
  await putRight()
  expect([await workOf(id), await horseOf(id), await tasks(), await server.asOwner('select * from sync_counters')]).toEqual(before)
})

test('the corrected next due date is the one the rule works out, regardless of the cycle and the season', async () => {
  const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2024-01-01', days))
  const days = fc.integer({ min: 7, max: 366 })
  const winter = fc.option(days)
  const cycle = fc.record({
    cycleDays: fc.option(days),
    winterCycleDays: winter,
    rule: fc.option(fc.record({ days, winterDays: winter })),
    lastOn: fc.option(day),
  })
  const cycles = fc.sample(cycle, { numRuns: 20, seed: 30 })
  const horses = await Promise.all(
    cycles.map(async ({ cycleDays, winterCycleDays, rule }) => {
      const cycleRules = rule ? [{ ...rule, serviceType: 'Trim' }] : []
      return {
        ...(await addHorse('One of many', { cycleDays, winterCycleDays: cycleDays ? winterCycleDays : null, cycleRules })),
        cycleRules,
      }
    }),
  )
  for (const [at, { id }] of horses.entries()) {
    const { lastOn } = cycles[at] as (typeof cycles)[number]
    if (lastOn) await work(id, 'Trim', lastOn)
    await closedOut(id, 'Tidy up', '2028-06-01')
  }
  await putRight()
  for (const [at, { id }] of horses.entries()) {
    const { lastOn } = cycles[at] as (typeof cycles)[number]
    const horse = await horseOf(id)
    const last = lastOn === null ? null : { workDate: lastOn, serviceType: 'Trim' }
    expect([horse.lastService, horse.nextDue], JSON.stringify(cycles[at])).toEqual([lastOn, nextDueOn(last, horse)])
  }
})
