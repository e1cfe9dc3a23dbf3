import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DebtTotals } from '#features/ledger/accounts/contract.ts'
import type { QuickStats, ReportCharts, ReportPreview } from '#features/office/reports/contract.ts'
import { timeliness } from '#features/office/reports/rules.ts'
import type { Horse } from '#features/records/horses/contract.ts'
import { nextDueOn } from '#features/records/horses/rules.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const today = dayOf(currentTime(), 'Europe/London')
const BEGAN = addDays(today, -400)
const THIS_YEAR = 'range=this-year'
const ALL = `range=custom&from=${BEGAN}&to=${today}`

let server: TestServer
let clients: string[]
let horses: string[]
beforeAll(async () => {
  server = await startTestServer()
  await fill()
})
afterAll(() => server.stop())

const add = async (path: string, body: object): Promise<string> => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(201)
  return answer.json<{ id: string }>().id
}
const read = async <T>(path: string): Promise<T> => {
  const answer = await server.gareth.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(BEGAN, days))
const of = (count: number) => fc.integer({ min: 0, max: count - 1 })
const VISIT = fc.record({ day, client: of(3), horses: fc.uniqueArray(of(5), { maxLength: 3 }), isCallOnly: fc.boolean(), status: of(4) })
const WORK = fc.record({ day, horse: of(5), kind: fc.constantFrom('Trim', 'Full set new', 'Check', 'In my own words'), price: of(20_000) })
const EXTRA = fc.record({ day, client: of(3), kind: fc.constantFrom('extra', 'mileage', 'discount', 'call-out'), price: of(9000) })
const STATUS = ['done', 'done', 'cancelled', 'no_show']

/** A random practice: stops with horses and without, own entries, work of every kind, lines of every kind, invoices, a credit note. */
async function fill() {
  await server.gareth.addMember('Al Without-Work', 'farrier')
  clients = [await add('/api/clients', { name: 'A' }), await add('/api/clients', { name: 'B' }), await add('/api/clients', { name: 'C' })]
  horses = []
  for (const at of [0, 1, 2, 3, 4])
    horses.push(
      await add('/api/horses', { name: `Horse ${at}`, clientId: clients[at % 3], cycleDays: 28 + at * 7, winterCycleDays: at ? 49 : null }),
    )
  for (const visit of fc.sample(VISIT, { numRuns: 16, seed: 7 })) await addVisit(visit)
  for (const { day, horse, kind, price } of fc.sample(WORK, { numRuns: 36, seed: 8 })) {
    const workEntryId = await add('/api/work-entries', { horseId: horses[horse], serviceType: kind, workDate: day })
    await server.asOwner(`delete from charges where work_entry_id = '${workEntryId}'`)
    const line = { clientId: clients[horse % 3], horseId: horses[horse], workEntryId, description: kind, kind: 'work' }
    if (price % 3) await add('/api/charges', { ...line, chargedOn: day, unitPence: price })
  }
  for (const { day, client, kind, price } of fc.sample(EXTRA, { numRuns: 14, seed: 9 }))
    await add('/api/charges', {
      clientId: clients[client],
      chargedOn: day,
      description: kind,
      kind,
      unitPence: kind === 'discount' ? -price - 1 : price,
    })
  for (const [at, payerClientId] of clients.slice(0, 2).entries()) {
    const id = await add('/api/invoices', { payerClientId })
    await server.asOwner(`update invoices set due_on = '${addDays(today, at * -45)}' where id = '${id}'`)
    if (at === 0) await add(`/api/invoices/${id}/credit`, { amountPence: 1200, reason: 'Sprung shoe' })
  }
}

async function addVisit({
  day,
  client,
  horses: its,
  isCallOnly,
  status,
}: {
  day: Day
  client: number
  horses: number[]
  isCallOnly: boolean
  status: number
}) {
  const isOwn = its.length === 0 && !isCallOnly
  const visit = {
    title: isOwn ? 'Forge' : 'Stop',
    ...(isOwn ? {} : { clientId: clients[client], horses: its.map((at) => ({ horseId: horses[at] })) }),
    ...{ isCallOnly, startTime: `${day}T09:00:00Z`, endTime: isCallOnly ? `${day}T09:00:00Z` : `${day}T10:00:00Z` },
  }
  const id = await add('/api/appointments', visit)
  await server.asOwner(`update appointments set status = '${STATUS[status]}', is_call_complete = ${status < 2},
    completed_at = ${status < 2 ? 'starts_at' : 'null'} where id = '${id}';
    update visit_horses set outcome = 'done', completed_at = now() where appointment_id = '${id}' and ${status < 2}`)
}

const sum = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((so, row) => so + value(row), 0)
const statsOf = (query: string) => read<QuickStats>(`/api/reports/stats?${query}`)
const chartsOf = (query: string) => read<ReportCharts>(`/api/reports/charts?${query}`)
const report = (type: string, query: string) => read<ReportPreview>(`/api/reports/preview?type=${type}&${query}`)
const column = ({ columns, rows }: ReportPreview, key: string) => rows.map((row) => row[columns.findIndex((one) => one.key === key)])
const queries = () =>
  [ALL, THIS_YEAR].flatMap((range) => ['', `&clientId=${clients[0]}`, `&horseId=${horses[1]}`].map((filter) => range + filter))

test('stops are the same in the figures, the charts and for the farriers; an own entry is none, a call-only stop without horses is one', async () => {
  for (const query of queries()) {
    const [stats, charts] = [await statsOf(query), await chartsOf(query)]
    expect([sum(charts.visits, ({ done }) => done), sum(charts.farriers ?? [], ({ stops }) => stops)], query).toEqual([
      stats.stops,
      stats.stops,
    ])
  }
  const log = await report('appointment-log', ALL)
  const done = column(log, 'status').flatMap((status, at) => (status === 'Done' && column(log, 'title')[at] !== 'Forge' ? [at] : []))
  expect(done.length).toBeGreaterThan(5)
  expect((await statsOf(ALL)).stops).toBe(done.length)
})

test('horses seen are the same in the figures, the horses’ own rows and for the farriers; who did no work has none', async () => {
  for (const query of queries()) {
    const [stats, charts] = [await statsOf(query), await chartsOf(query)]
    const farriers = charts.farriers ?? []
    expect(
      sum(farriers, (one) => one.horses),
      query,
    ).toBe(stats.horsesSeen)
    expect(
      farriers.map(({ name }) => name),
      query,
    ).not.toContain('Al Without-Work')
    if (!query.includes('clientId'))
      expect(sum(column(await report('horse-summary', query), 'services'), Number), query).toBe(stats.horsesSeen)
  }
})

test('revenue is the same in the figures, by month, by type of work, and in the rows and sums of its report', async () => {
  for (const query of queries()) {
    const [{ revenuePence }, charts, rows] = [await statsOf(query), await chartsOf(query), await report('revenue-summary', query)]
    expect(
      sum(charts.work, ({ pence }) => pence ?? 0),
      query,
    ).toBe(revenuePence)
    // A preview has the first rows only.
    if (!query.endsWith(THIS_YEAR) && query !== ALL)
      expect([rows.rows.length, sum(column(rows, 'net'), Number)], query).toEqual([rows.total, revenuePence])
    expect(rows.facts.find(({ label }) => label === 'Total')?.value, query).toBe(revenuePence)
    if (query.startsWith(THIS_YEAR))
      expect(
        sum(charts.months ?? [], ({ pence }) => pence),
        query,
      ).toBe(revenuePence)
  }
  const { work } = await chartsOf(ALL)
  expect(work.map(({ label }) => label)).toEqual(expect.arrayContaining(['Trim', 'Check', 'In my own words', 'Discounts', 'Credit notes']))
  const kinds = ['Trim', 'Full set new', 'Check', 'In my own words']
  const counted = sum(
    work.filter(({ label }) => kinds.includes(label)),
    ({ count }) => count,
  )
  expect(counted).toBe((await report('service-history', ALL)).total)
})

test('a year is compared with the one before only where the accounts have all of it, in the figures and the chart alike', async () => {
  const whole = (year: number) => `range=custom&from=${year}-01-01&to=${year}-12-31`
  const years = [0, 1, 2].map((back) => Number(today.slice(0, 4)) - back)
  for (const year of years) {
    const [{ revenueBeforePence }, { months }] = [await statsOf(whole(year)), await chartsOf(whole(year))]
    const before = months?.some(({ beforePence }) => beforePence === null) ? null : sum(months ?? [], (month) => month.beforePence ?? 0)
    expect(before, String(year)).toBe(revenueBeforePence)
  }
  expect((await statsOf(whole(years[1] ?? 0))).revenueBeforePence).toBeNull()
})

test('what is owed is the same in the figures, by age and in the accounts; what is not due is no old debt', async () => {
  const [stats, { debtors }, totals] = [await statsOf(ALL), await chartsOf(ALL), await read<DebtTotals>('/api/accounts/totals')]
  const pence = debtors?.map((age) => age.pence) ?? []
  expect(sum(pence, Number)).toBe(stats.owedPence)
  expect(sum(pence.slice(2), Number)).toBe(stats.owedOver30Pence)
  expect(pence).toEqual(Object.values(totals.ages))
  expect(pence[0]).toBeGreaterThan(0)
})

test('next due and adherence follow the same services: those that start the cycle, and no check', async () => {
  const came = { early: 0, onTime: 0, late: 0, later: 0 }
  for (const id of horses) {
    const horse = await read<Horse>(`/api/horses/${id}`)
    const entries = (await read<WorkEntry[]>(`/api/horses/${id}/work-entries?limit=1000`)).toReversed()
    const services = entries.filter(({ serviceType }) => serviceType === 'Trim' || serviceType === 'Full set new')
    expect(entries.filter(({ resetsCycle }) => resetsCycle)).toEqual(services)
    const last = services.at(-1) ?? null
    expect([horse.lastService, horse.nextDue]).toEqual([last?.workDate ?? null, nextDueOn(last, horse)])
    const days = [...new Set(services.map(({ workDate }) => workDate))]
    for (const [at, onDay] of days.slice(1).entries()) {
      const dueOn = nextDueOn({ workDate: days[at] ?? '', serviceType: null }, horse)
      came[timeliness(dueOn ?? '', onDay)]++
    }
  }
  const [stats, { cycle }] = [await statsOf(ALL), await chartsOf(ALL)]
  expect(cycle).toMatchObject(came)
  expect(came.early).toBeGreaterThan(0)
  expect([stats.onTime, stats.wereDue]).toEqual([came.onTime, sum(Object.values(came), Number)])
})
