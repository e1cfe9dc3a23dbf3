import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast, castHorse, castHorses } from '#db/cast.ts'
import { neighbour, seedNeighbour } from '#db/cast-neighbour.ts'
import { mondaysBetween, planOfWeek } from '#db/cast-plan.ts'
import { keepDemo } from '#db/cast-write.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const SATURDAY = new Date('2026-11-21T09:00:00Z')
const today = dayOf(SATURDAY, 'Europe/London')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  await keepDemo(server.db, SATURDAY)
})
afterAll(() => server.stop())

const inDemo = <T>(work: (tx: PracticeTx) => Promise<T>) => server.db.withPractice(cast.practice.id, work)
const visits = (from: string, to = from) =>
  inDemo((tx) =>
    tx.selectFrom('appointments').selectAll().where('on_day', '>=', from).where('on_day', '<=', to).orderBy('on_day').execute(),
  )
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays(today, at))

describe('the demo practice when it is made', () => {
  test('has 40 clients, 95 horses and 6 yards', async () => {
    const counts = await inDemo(async (tx) => {
      const count = async (table: 'clients' | 'horses' | 'yards') => (await tx.selectFrom(table).select('id').execute()).length
      return { clients: await count('clients'), horses: await count('horses'), yards: await count('yards') }
    })
    expect(counts).toEqual({ clients: 40, horses: 95, yards: 6 })
  })

  test('has a full round today, tomorrow and every day of this week, weekends too', async () => {
    for (const day of [...Array.from({ length: 7 }, (_, at) => addDays('2026-11-16', at)), addDays(today, 1)]) {
      expect((await visits(day)).length, day).toBeGreaterThanOrEqual(4)
    }
    const round = await visits(today)
    expect(round.some((visit) => visit.is_call_only)).toBe(true)
    expect(round.some((visit) => !visit.is_call_only)).toBe(true)
    expect(round.every((visit) => visit.status === 'booked')).toBe(true)
  })

  test('has a stop for horses of several owners today', async () => {
    const lines = await inDemo((tx) =>
      tx
        .selectFrom('visit_horses as l')
        .innerJoin('appointments as a', 'a.id', 'l.appointment_id')
        .select(['a.id', 'l.client_id'])
        .where('a.on_day', '=', today)
        .where('a.yard_id', 'is not', null)
        .execute(),
    )
    const owners = Map.groupBy(lines, (line) => line.id)
    expect([...owners.values()].some((of) => new Set(of.map((line) => line.client_id)).size > 1)).toBe(true)
  })

  test('has two years behind it, all of it done, each horse done with its work entry', async () => {
    const past = await visits('2000-01-01', addDays(today, -1))
    expect(past[0]?.on_day.slice(0, 7)).toBe('2024-11')
    expect(past.length).toBeGreaterThan(500)
    expect(past.filter((visit) => visit.status !== 'done' && visit.client_id).map((visit) => visit.title)).toEqual([])
    const loose = await inDemo((tx) =>
      tx
        .selectFrom('visit_horses as l')
        .leftJoin('work_entries as w', 'w.visit_horse_id', 'l.id')
        .select('l.id')
        .where('l.outcome', '=', 'done')
        .where('w.id', 'is', null)
        .execute(),
    )
    expect(loose).toEqual([])
  })

  test('has a kind and a price for all work that is planned or done, and only services move the next due date', async () => {
    const [kinds, prices, lines, entries] = await inDemo(async (tx) => [
      await tx.selectFrom('service_types').selectAll().execute(),
      await tx.selectFrom('price_items').selectAll().execute(),
      await tx.selectFrom('visit_horses').select('planned_work').distinct().execute(),
      await tx.selectFrom('work_entries').select(['service_type', 'resets_cycle']).distinct().execute(),
    ])
    const planned = lines.map((line) => line.planned_work)
    expect(planned).toContain('Check')
    expect(planned.filter((work) => !prices.some((price) => price.service_type === work))).toEqual([])
    const resets = new Map(kinds.map((kind) => [kind.service_type, kind.resets_cycle]))
    expect(entries.filter((entry) => resets.get(entry.service_type) !== entry.resets_cycle)).toEqual([])
  })

  test('keeps last service and next due true to the work entries', async () => {
    const [horses, entries] = await inDemo(async (tx) => [
      await tx.selectFrom('horses').selectAll().execute(),
      await tx.selectFrom('work_entries').selectAll().where('resets_cycle', '=', true).execute(),
    ])
    for (const horse of horses) {
      const last =
        entries
          .filter((entry) => entry.horse_id === horse.id)
          .map((entry) => entry.work_date)
          .sort()
          .at(-1) ?? null
      expect(horse.last_service_on, horse.name).toBe(last)
      expect(horse.next_due_on, horse.name).toBe(last && horse.cycle_days ? addDays(last, horse.cycle_days) : null)
    }
  })

  test('has horses overdue, due soon, current and without a cycle, one dead and one paused', async () => {
    const horses = await inDemo((tx) => tx.selectFrom('horses').selectAll().where('gone_on', 'is', null).execute())
    const due = (from: string, to: string) => horses.filter((h) => h.next_due_on && h.next_due_on >= from && h.next_due_on <= to).length
    expect(due('2000-01-01', addDays(today, -1))).toBeGreaterThan(2)
    expect(due(today, addDays(today, 7))).toBeGreaterThan(3)
    expect(due(addDays(today, 8), '2100-01-01')).toBeGreaterThan(30)
    expect(horses.filter((h) => h.cycle_days === null).length).toBeGreaterThan(1)
    expect(horses.filter((h) => h.pauses.length).map((h) => h.name)).toEqual(['Juniper'])
    const gone = await inDemo((tx) =>
      tx.selectFrom('horses').select(['name', 'gone_reason']).where('gone_on', 'is not', null).orderBy('name').execute(),
    )
    expect(gone).toEqual([
      { name: 'Badger', gone_reason: 'sold' },
      { name: 'Old Bess', gone_reason: 'deceased' },
      { name: 'Tumbleweed', gone_reason: 'moved' },
    ])
  })

  test('gives every row its own place in the order of commits', async () => {
    const seqs = await inDemo(async (tx) => {
      const tables = [
        'members',
        'clients',
        'sms_preferences',
        'yards',
        'horses',
        'appointments',
        'visit_horses',
        'work_entries',
        'time_off',
      ] as const
      const found = []
      for (const table of tables)
        found.push(
          ...(await tx
            .selectFrom(table as 'clients')
            .select('seq')
            .execute()),
        )
      return found.map((row) => row.seq)
    })
    expect(new Set(seqs).size).toBe(seqs.length)
    const [counter] = await inDemo((tx) => tx.selectFrom('sync_counters').select('seq').execute())
    expect(Math.max(...seqs)).toBe(counter?.seq)
  })

  test('has a year of accounts that agree: numbers without a gap, what is paid is paid for, some late and some still to invoice', async () => {
    const { rows } = await inDemo((tx) =>
      sql<Record<string, number>>`
        select count(*)::int as invoices, min(number) as first, max(number) as last, sum(total_pence)::int as asked,
          sum(paid_pence)::int as settled, (select sum(amount_pence)::int from payments) as received,
          (select sum(amount_pence)::int from allocations) as allocated,
          (select sum(quantity * unit_pence)::int from charges where invoice_id is not null) as charged,
          (select count(*)::int from charges where invoice_id is null) as waiting,
          (select count(*)::int from clients c where oldest_due_on is distinct from (select min(due_on) from invoices
            where payer_client_id = c.id and paid_pence < total_pence)) as wrong,
          (select count(*)::int from clients where oldest_due_on < ${today}) as overdue
        from invoices`.execute(tx),
    )
    const [sums] = rows
    expect(sums).toMatchObject({ first: 1, last: sums?.invoices, charged: sums?.asked, received: sums?.settled, allocated: sums?.settled })
    expect(sums).toMatchObject({
      wrong: 0,
      waiting: expect.toSatisfy((count) => count > 5),
      overdue: expect.toSatisfy((count) => count >= 3),
    })
  })

  test('would have a full, mixed round with a yard of several owners on any day it is opened', () => {
    const plan = mondaysBetween('2026-11-16', '2027-11-15').flatMap(planOfWeek)
    const byDay = Map.groupBy(
      plan.filter((stop) => stop.group),
      (stop) => stop.day,
    )
    expect(byDay.size).toBe(53 * 7)
    for (const [day, stops] of byDay) {
      expect(stops.length, day).toBeGreaterThanOrEqual(5)
      expect(new Set(stops.map((stop) => stop.isCallOnly)).size, day).toBe(2)
      const owners = stops.map((stop) => (stop.group?.yard ? new Set(stop.group.horses.map((horse) => horse.clientId)).size : 0))
      expect(Math.max(...owners), day).toBeGreaterThan(1)
      expect(
        stops.every((stop) => stop.end < '20:00'),
        day,
      ).toBe(true)
    }
  })

  test('names everyone its tests need', () => {
    expect(castHorse('Merlin').clientId).toBe(cast.clients.sarahPenrose.id)
    expect(new Set(castHorses.map((horse) => horse.id)).size).toBe(95)
  })
})

describe('topping up', () => {
  test('changes nothing when there is nothing to do', async () => {
    const seq = () => inDemo((tx) => tx.selectFrom('sync_counters').select('seq').execute())
    const before = await seq()
    await Promise.all([keepDemo(server.db, SATURDAY), keepDemo(server.db, SATURDAY)])
    expect(await seq()).toEqual(before)
  })

  test('leaves what a visitor moved, removed or finished as it is, and does the rest of the day', async () => {
    const [moved, removed, ...others] = (await visits(today)).filter((visit) => visit.client_id)
    if (!moved || !removed) throw new Error('today needs two visits')
    await inDemo(async (tx) => {
      await tx.updateTable('appointments').set({ rev: 2, title: 'Mine' }).where('id', '=', moved.id).execute()
      await tx.updateTable('appointments').set({ rev: 2, deleted_at: currentTime() }).where('id', '=', removed.id).execute()
    })
    const own = { ...moved, id: uuidv7(), rev: 1, seq: 1, title: 'Booked by a visitor', as_was: null }
    await inDemo((tx) => tx.insertInto('appointments').values(own).execute())
    await keepDemo(server.db, new Date('2026-11-22T00:05:00Z'))
    const after = new Map((await visits(today)).map((visit) => [visit.id, visit]))
    expect(after.get(moved.id)).toMatchObject({ title: 'Mine', status: 'booked', rev: 2 })
    expect(after.get(removed.id)?.deleted_at).toBeInstanceOf(Date)
    expect(after.get(own.id)).toMatchObject({ status: 'booked', rev: 1 })
    for (const visit of others) expect(after.get(visit.id)).toMatchObject({ status: 'done', is_call_complete: true })
  })

  test('fills three weeks ahead, days and weekends, and books no horse that has gone since', async () => {
    await inDemo((tx) =>
      tx.updateTable('horses').set({ gone_on: today, gone_reason: 'sold' }).where('id', '=', castHorse('Nutmeg').id).execute(),
    )
    await keepDemo(server.db, new Date('2026-12-05T00:05:00Z'))
    for (const day of days(35)) expect((await visits(day)).length, day).toBeGreaterThan(0)
    const nutmeg = await inDemo((tx) =>
      tx
        .selectFrom('visit_horses as l')
        .innerJoin('appointments as a', 'a.id', 'l.appointment_id')
        .select('a.on_day')
        .where('l.horse_id', '=', castHorse('Nutmeg').id)
        .where('a.on_day', '>', '2026-12-12')
        .where('a.seq', '>', 5000)
        .execute(),
    )
    expect(nutmeg).toEqual([])
  })
})

describe('a practice of the same names next door', () => {
  const demoOwner = async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/demo' })
    const cookies = { [server.app.cookieName]: answer.cookies[0]?.value ?? '' }
    return (url: string) => server.app.inject({ url, cookies })
  }

  test('is not to be seen from the demo practice, in lists, by id or in what a device fetches', async () => {
    await seedNeighbour(server.db, today)
    const get = await demoOwner()
    const { sarahPenrose, merlin, visit } = neighbour
    for (const path of [`/api/clients/${sarahPenrose.id}`, `/api/horses/${merlin.id}`, `/api/appointments/${visit.id}`]) {
      expect((await get(path)).statusCode, path).toBe(404)
    }
    const clients = (await get('/api/clients?limit=1000')).json<{ id: string; name: string }[]>()
    expect(clients.filter((client) => client.name === 'Sarah Penrose').map((client) => client.id)).toEqual([cast.clients.sarahPenrose.id])
    const ofToday = (await get(`/api/appointments?date=${today}`)).json<{ id: string }[]>()
    expect(ofToday.length).toBeGreaterThan(3)
    expect(ofToday.map((one) => one.id)).not.toContain(visit.id)
    const fetched = (await get(`/api/sync/pull?deviceId=${uuidv7()}&limit=2000`)).body
    expect(fetched).toContain(cast.clients.sarahPenrose.id)
    for (const { id } of [sarahPenrose, merlin, visit]) expect(fetched).not.toContain(id)
  })

  test('signs its own farrier of the same name in to itself', async () => {
    const link = String(await resetPassword(server.db, neighbour.owner.email, 'http://localhost:3000'))
    const token = link.split('token=')[1]
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/email-link/use', payload: { token } })
    const cookies = { [server.app.cookieName]: answer.cookies[0]?.value ?? '' }
    const clients = await server.app.inject({ url: '/api/clients', cookies })
    expect(clients.json<{ id: string }[]>().map((client) => client.id)).toEqual([neighbour.sarahPenrose.id])
  })
})

test('a demo made by an older version gets the kinds and prices that came since, and keeps what a visitor changed', async () => {
  await inDemo(async (tx) => {
    await tx.deleteFrom('price_items').where('service_type', '=', 'Check').execute()
    await tx.deleteFrom('service_types').where('service_type', '=', 'Check').execute()
    await tx.updateTable('price_items').set({ unit_pence: 4100 }).where('service_type', '=', 'Trim').execute()
  })
  await keepDemo(server.db, SATURDAY)
  const prices = await inDemo((tx) => tx.selectFrom('price_items').select(['service_type', 'unit_pence']).execute())
  expect(Object.fromEntries(prices.map((price) => [price.service_type, price.unit_pence]))).toMatchObject({ Check: 1500, Trim: 4100 })
  const kinds = await inDemo((tx) => tx.selectFrom('service_types').select('resets_cycle').where('service_type', '=', 'Check').execute())
  expect(kinds).toEqual([{ resets_cycle: false }])
})
