import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast, castHorse, castHorses } from '#db/cast.ts'
import { neighbour, seedNeighbour } from '#db/cast-neighbour.ts'
import { keepDemo } from '#db/cast-write.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { addDays, dayOf, timeOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const TUESDAY = new Date('2026-11-24T10:40:00Z')
const today = dayOf(TUESDAY, 'Europe/London')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  await keepDemo(server.db, TUESDAY)
})
afterAll(() => server.stop())

const inDemo = <T>(work: (tx: PracticeTx) => Promise<T>) => server.db.withPractice(cast.practice.id, work)
const visits = (from: string, to = from) =>
  inDemo((tx) =>
    tx.selectFrom('appointments').selectAll().where('on_day', '>=', from).where('on_day', '<=', to).orderBy('on_day').execute(),
  )

describe('the demo practice when it is made', () => {
  test('has 40 clients, 95 horses and 6 yards', async () => {
    const counts = await inDemo(async (tx) => {
      const count = async (table: 'clients' | 'horses' | 'yards') => (await tx.selectFrom(table).select('id').execute()).length
      return { clients: await count('clients'), horses: await count('horses'), yards: await count('yards') }
    })
    expect(counts).toEqual({ clients: 40, horses: 95, yards: 6 })
  })

  test('has six stops today, two of them done, and a round tomorrow', async () => {
    const round = await visits(today)
    expect(round).toHaveLength(6)
    expect(new Set(round.map((visit) => visit.is_call_only)).size).toBe(2)
    expect(round.filter((visit) => visit.status === 'done' && visit.is_call_complete)).toHaveLength(2)
    expect(round.filter((visit) => visit.status === 'booked')).toHaveLength(4)
    for (const { completed_at } of round) if (completed_at) expect(completed_at < TUESDAY).toBe(true)
    expect((await visits(addDays(today, 1))).length).toBeGreaterThan(2)
  })

  test('has a stop for three horses of three owners next', async () => {
    const lines = await inDemo((tx) =>
      tx
        .selectFrom('visit_horses as l')
        .innerJoin('appointments as a', 'a.id', 'l.appointment_id')
        .innerJoin('clients as c', 'c.id', 'l.client_id')
        .innerJoin('horses as h', 'h.id', 'l.horse_id')
        .select(['a.yard_id', 'l.client_id', 'c.phone_e164', 'h.name', 'h.flags', 'h.next_due_on'])
        .where('a.on_day', '=', today)
        .where('a.is_call_complete', '=', false)
        .where('a.call_period', '=', 'AM')
        .orderBy('l.place')
        .execute(),
    )
    expect(lines.map((line) => [line.name, line.yard_id, line.next_due_on, line.phone_e164 !== null])).toEqual([
      ['Merlin', cast.yards.hollybush.id, addDays(today, -7), true],
      ["D'Artagnan", cast.yards.hollybush.id, today, true],
      ['Meg', cast.yards.hollybush.id, today, true],
    ])
    expect(new Set(lines.map((line) => line.client_id)).size).toBe(3)
    expect(lines[0]?.flags).toContain('kicks')
  })

  test('has two years behind it, done but for the visits no one came to, each horse done with its work entry', async () => {
    const past = await visits('2000-01-01', addDays(today, -1))
    expect(past[0]?.on_day.slice(0, 7)).toBe('2024-11')
    expect(past.length).toBeGreaterThan(500)
    expect(new Set(past.filter((visit) => visit.client_id).map((visit) => visit.status))).toEqual(new Set(['done', 'no_show']))
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
    const [kinds, prices, lines, entries, unpriced] = await inDemo(async (tx) => [
      await tx.selectFrom('service_types').selectAll().execute(),
      await tx.selectFrom('price_items').selectAll().execute(),
      await tx.selectFrom('visit_horses').select('planned_work').distinct().execute(),
      await tx.selectFrom('work_entries').select(['service_type', 'resets_cycle']).distinct().execute(),
      await tx
        .selectFrom('work_entries as w')
        .leftJoin('charges as c', 'c.work_entry_id', 'w.id')
        .select('w.id')
        .where('c.id', 'is', null)
        .execute(),
    ])
    expect(unpriced).toEqual([])
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
      if (horse.cycle_rules.length > 0) continue
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
        ...([
          'members',
          'clients',
          'sms_preferences',
          'yards',
          'horses',
          'appointments',
          'visit_horses',
          'work_entries',
          'time_off',
        ] as const),
        ...(['invoices', 'charges', 'payments', 'allocations', 'expenses', 'trips', 'tasks', 'threads', 'messages'] as const),
        ...(['terms_acceptances', 'rights_requests'] as const),
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

  test('has accounts that agree: numbers without a gap, what is paid is paid for, some late, some never sent and some still to invoice', async () => {
    const { rows } = await inDemo((tx) =>
      sql<Record<string, number>>`
        select count(*)::int as invoices, min(number) as first, max(number) as last, sum(total_pence)::int as asked,
          sum(paid_pence)::int as settled, (select sum(amount_pence)::int from payments) as received,
          (select sum(amount_pence)::int from allocations) as allocated,
          (select sum(quantity * unit_pence)::int from charges where invoice_id is not null) as charged,
          (select count(*)::int from charges where invoice_id is null) as waiting,
          (select count(*)::int from clients c where oldest_due_on is distinct from (select min(due_on) from invoices
            where payer_client_id = c.id and paid_pence < total_pence)) as wrong,
          (select count(*)::int from clients where oldest_due_on < ${today}) as overdue,
          count(*) filter (where sent_at is null)::int as unsent, count(*) filter (where issued_on = ${today} and sent_at is not null)::int as now,
          count(*) filter (where paid_pence < total_pence)::int as unpaid
        from invoices`.execute(tx),
    )
    const [sums] = rows
    expect(sums).toMatchObject({ first: 1, last: sums?.invoices, charged: sums?.asked, received: sums?.settled, allocated: sums?.settled })
    expect(sums).toMatchObject({
      wrong: 0,
      waiting: expect.toSatisfy((count) => count > 5),
      overdue: expect.toSatisfy((count) => count >= 3),
      unsent: expect.toSatisfy((count) => count >= 1 && count < 12),
      now: 1,
      unpaid: expect.toSatisfy((count) => count < 60),
    })
  })

  test('says nothing at night: no visit, message, entry of the journal or finished horse between nine in the evening and five', async () => {
    const { rows } = await inDemo((tx) =>
      sql<{ at: Date }>`
        select completed_at as at from appointments where completed_at is not null union all select starts_at from appointments
        union all select ends_at from appointments union all select sent_at from messages union all select at from activity
        union all select sent_at from invoices where sent_at is not null`.execute(tx),
    )
    const times = rows.map(({ at }) => timeOf(at, cast.practice.zone))
    expect(times.filter((time) => time > '21:00' || time < '05:00')).toEqual([])
  })

  test('has a journal of more than one kind of line, and one unread message', async () => {
    const kinds = await inDemo((tx) => tx.selectFrom('activity').select(['entity', 'verb']).distinct().execute())
    expect(kinds.map(({ entity, verb }) => `${entity} ${verb}`)).toEqual(
      expect.arrayContaining(['appointments completed', 'appointments added', 'invoices sent', 'payments added']),
    )
    const unread = await inDemo((tx) =>
      tx
        .selectFrom('messages as m')
        .innerJoin('threads as t', 't.id', 'm.thread_id')
        .select('m.id')
        .where('m.sender_type', '=', 'client')
        .where((eb) => eb.or([eb('t.read_to', 'is', null), eb('m.sent_at', '>', eb.ref('t.read_to'))]))
        .execute(),
    )
    expect(unread).toHaveLength(1)
  })

  test('names everyone its tests need', () => {
    expect(castHorse('Merlin').clientId).toBe(cast.clients.sarahPenrose.id)
    expect(new Set(castHorses.map((horse) => horse.id)).size).toBe(95)
  })
})

describe('bringing it up to date', () => {
  const epoch = () => inDemo((tx) => tx.selectFrom('sync_counters').select(['seq', 'epoch']).execute())

  test('changes nothing on the same day, nor what a visitor did in it', async () => {
    const [moved] = await visits(today)
    if (!moved) throw new Error('today needs a visit')
    await inDemo((tx) => tx.updateTable('appointments').set({ rev: 2, title: 'Mine' }).where('id', '=', moved.id).execute())
    const before = await epoch()
    await Promise.all([keepDemo(server.db, TUESDAY), keepDemo(server.db, new Date('2026-11-24T22:30:00Z'))])
    expect(await epoch()).toEqual(before)
    expect((await visits(today)).find((visit) => visit.id === moved.id)?.title).toBe('Mine')
  })

  test('makes it again on another day, regardless of what was done in it, and devices fetch it again', async () => {
    const [before] = await epoch()
    await inDemo((tx) => tx.updateTable('clients').set({ name: 'Somebody Else' }).where('id', '=', cast.clients.sarahPenrose.id).execute())
    await keepDemo(server.db, new Date('2026-11-25T00:05:00Z'))
    const [after] = await epoch()
    expect(after?.epoch).not.toBe(before?.epoch)
    expect(after?.seq).toBeGreaterThan(before?.seq ?? 0)
    const names = await inDemo((tx) => tx.selectFrom('clients').select('name').where('id', '=', cast.clients.sarahPenrose.id).execute())
    expect(names).toEqual([{ name: 'Sarah Penrose' }])
    const round = await visits('2026-11-25')
    expect(round.map((visit) => visit.status).sort()).toEqual(['booked', 'booked', 'booked', 'booked', 'done', 'done'])
  })

  test('of a weekend shows the Monday before it begins', async () => {
    await keepDemo(server.db, new Date('2026-11-28T11:00:00Z'))
    expect((await visits('2026-11-30')).map((visit) => visit.status)).toEqual(['booked', 'booked', 'booked', 'booked', 'booked', 'booked'])
    expect(await visits('2026-11-29')).toEqual([])
    await keepDemo(server.db, TUESDAY)
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
