import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Backup } from '#platform/server/backup/backup.ts'
import { listPractices, listTables, nameOf, readLines, setTextFormat } from '#platform/server/backup/rows.ts'
import { listMigrations } from '#platform/server/database/migrate.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { takeDue } from '#platform/server/database/wakes.ts'
import { openCarriers } from '#platform/server/sending/sending.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'

let place: Awaited<ReturnType<typeof makeRestoring>>
let full: PreparedDatabase
let ofFull: Backup
beforeAll(async () => {
  // An hour at which texts may go, on any day.
  setClock(instantOf(dayOf(currentTime(), 'Europe/London'), '10:00', 'Europe/London'))
  place = await makeRestoring()
  full = await place.database()
  await populate(full)
  ofFull = await place.backUp(full)
})
afterAll(() => place.close())

/** Every row of every table, as text. */
async function everything({ owner }: PreparedDatabase): Promise<Record<string, string[]>> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('begin')
    await setTextFormat(client)
    const practices = await listPractices(client)
    const found: Record<string, string[]> = {}
    for (const table of await listTables(client)) {
      const lines: string[] = []
      for await (const page of readLines(client, table, practices)) lines.push(...page)
      found[nameOf(table)] = lines
    }
    return found
  } finally {
    await client.end()
  }
}

const epochs = (database: PreparedDatabase) => place.ask(database, 'select practice_id, epoch from sync_counters order by 1')

/** Two practices, with values that are hard to write down. */
async function populate(database: PreparedDatabase) {
  const server = await serveDatabase(database)
  const practices = [await makeFixturePractice(server.app, 'Gareth Probert'), await makeFixturePractice(server.app, 'Olwen Other')]
  for (const practice of practices) {
    const notes = `"quoted"\n\ttab \\ back ‘ü’ 🐴 \u2028 {"a": 1}`
    const client = (await practice.post('/api/clients', { name: "Siân O'Connor", notes, tags: ['a,b', '"c"'] })).json()
    for (let each = 0; each < 20; each++) await practice.post('/api/horses', { name: `Horse ${each}`, clientId: client.id, cycleDays: 42 })
    await practice.inPractice(async (tx, actor) => {
      const about = {
        practice_id: actor.practiceId,
        member_id: actor.memberId,
        file_name: 'a.csv',
        source: 'csv',
        kind: 'clients',
      } as const
      await tx
        .insertInto('imports')
        .values([
          { ...about, id: uuidv7(), content: randomBytes(3000), plan: null },
          { ...about, id: uuidv7(), state: 'running', content: Buffer.alloc(0), plan: { deep: [null, 1.5e-7, '\\u0000'] } },
        ] as never)
        .execute()
    })
  }
  await server.stop()
  // A JSON null is not the same as none, and a client may point to one that comes after it.
  await place.ask(database, `update imports set plan = 'null' where state = 'draft'`)
  await place.ask(
    database,
    `insert into clients (practice_id, id, name, payer_client_id, rev, seq, lat, lng)
     select practice_id, gen_random_uuid(), 'Child', id, 1, 999, 51.123456789012345, -1e-7 from clients`,
  )
}

test('a backup comes back byte by byte into another database, and every practice starts a new epoch', async () => {
  const [from, to] = [full, await place.database()]
  expect(await place.restore(ofFull, to)).toBe(true)
  const [before, after] = [await everything(from), await everything(to)]
  expect(before['public.horses']).toHaveLength(40)
  for (const name of Object.keys(before)) {
    if (name === 'public.sync_counters' || name === 'public.imports' || name === 'directory.wakes') continue
    expect(after[name], name).toEqual(before[name])
  }
  expect(Object.keys(after)).toEqual(Object.keys(before))
  const [then, now] = [await epochs(from), await epochs(to)]
  expect(now.map((row) => row.practice_id)).toEqual(then.map((row) => row.practice_id))
  for (const row of now) expect(then.map((old) => old.epoch)).not.toContain(row.epoch)
  // What was being imported is not in progress any more, and shows that.
  expect(await place.ask(to, `select distinct state, problem from imports order by 1`)).toEqual([
    { state: 'draft', problem: null },
    { state: 'failed', problem: expect.stringContaining('restored from a backup') },
  ])
  // As migrations leave them: checked at once, and sealed.
  expect(
    await place.ask(
      to,
      `select conname from pg_constraint where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace`,
    ),
  ).toEqual([])
  expect(
    await place.ask(
      to,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity`,
    ),
  ).toEqual([])
  // Nothing counts but the rows themselves, so no sequence can come back behind them.
  expect(
    await place.ask(to, `select relname from pg_class where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'directory')`),
  ).toEqual([])
})

test('a database that holds data is replaced only on explicit request, and whole or not at all', async () => {
  const to = await place.database(full)
  await place.ask(to, `update clients set name = 'Changed since'`)
  const [before, was] = [await everything(to), await epochs(to)]
  const asked: string[] = []
  const refuse = async (what: string) => {
    asked.push(what)
    return false
  }
  expect(await place.restore(ofFull, to, { mayReplace: refuse })).toBe(false)
  expect(asked).toEqual(['2 practices (Gareth Probert Farriery, Olwen Other Farriery) with 2 people'])
  expect(await everything(to)).toEqual(before)
  // It fails at the last row.
  const spoil = (manifest: Backup['manifest']) => {
    const [last, ...others] = manifest.tables.toReversed()
    if (!last) throw new Error('a backup has tables')
    return { ...manifest, tables: [...others, { ...last, rows: last.rows + 1 }] }
  }
  await expect(place.restore(ofFull, to, { spoil })).rejects.toThrow('the backup is damaged')
  expect(await everything(to)).toEqual(before)
  expect(await epochs(to)).toEqual(was)
  expect(await place.restore(ofFull, to)).toBe(true)
  expect((await everything(to))['public.clients']).toEqual((await everything(full))['public.clients'])
})

test('a backup of older tables is brought up to today’s', async () => {
  const [from, to] = [await place.older('0009-imports.sql'), await place.database()]
  await place.ask(
    from,
    `with practice as (insert into directory.practices (id, name, slug) values (gen_random_uuid(), 'Old', 'old') returning id),
      counter as (insert into sync_counters (practice_id, epoch) select id, gen_random_uuid() from practice)
    insert into activity (practice_id, id, entity, entity_id, verb) select id, gen_random_uuid(), 'clients', gen_random_uuid(), 'added' from practice`,
  )
  const backup = await place.backUp(from)
  expect(backup.manifest.schema).toBe('0009-imports.sql')
  expect(await place.restore(backup, to)).toBe(true)
  expect(await place.ask(to, 'select name from migrations.kysely_migration')).toHaveLength((await listMigrations()).length)
  // A column of later.
  expect(await place.ask(to, 'select verb, act_id from activity')).toEqual([{ verb: 'added', act_id: null }])
})

test('records of a backup from before they kept their day get it from their ids, else from the journal, else it is today', async () => {
  const [from, to] = [await place.older('0024-money.sql'), await place.database()]
  const then = Date.parse('2025-03-01T10:00:00Z')
  const timed = `${then
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7abc-8def-0123456789ab`
  const [drawn, unknown, far] = [randomUUID(), randomUUID(), 'ffffffff-ffff-7abc-8def-0123456789ab']
  await place.ask(
    from,
    `with practice as (insert into directory.practices (id, name, slug) values (gen_random_uuid(), 'Old', 'old') returning id),
      counter as (insert into sync_counters (practice_id, epoch) select id, gen_random_uuid() from practice),
      journal as (insert into activity (practice_id, id, at, entity, entity_id, verb)
        select id, gen_random_uuid(), at::timestamptz, entity, entity_id::uuid, 'changed' from practice,
          (values ('2024-02-02T08:00Z', 'clients', '${drawn}'), ('2024-05-05T08:00Z', 'clients', '${drawn}'), ('2023-01-01T08:00Z', 'horses', '${unknown}'))
            as said (at, entity, entity_id))
    insert into clients (practice_id, id, name, rev, seq)
      select p.id, made::uuid, 'Somebody', 1, 1 from practice p, unnest(array['${timed}', '${drawn}', '${unknown}', '${far}']) made`,
  )
  expect(await place.restore(await place.backUp(from), to)).toBe(true)
  const dayOf = async (id: string) => (await place.ask(to, `select created_at as at from clients where id = '${id}'`))[0]?.at as Date
  expect((await dayOf(timed)).toISOString()).toBe('2025-03-01T10:00:00.000Z')
  expect((await dayOf(drawn)).toISOString()).toBe('2024-02-02T08:00:00.000Z')
  for (const id of [unknown, far]) expect(Math.abs((await dayOf(id)).getTime() - currentMs())).toBeLessThan(3_600_000)
})

test('texts that wait go once after a restore, and what may have gone is left to a person', async () => {
  const [from, to] = [await place.database(), await place.database()]
  const server = await serveDatabase(from)
  const gareth = await makeFixturePractice(server.app, 'Gareth Probert')
  await moveWithText(gareth)
  const inAMinute = `clock_now() + interval '1 minute'`
  for (const [state, due] of [
    ['sending', 'null'],
    ['queued', 'null'],
    ['queued', inAMinute],
  ]) {
    await place.ask(
      from,
      `insert into notices (practice_id, id, event_id, kind, subject_id, client_id, channel, address, body, facts, not_before, not_after, state)
       select practice_id, gen_random_uuid(), gen_random_uuid(), kind, subject_id, client_id, channel, address, body, facts, ${due}, not_after, '${state}'
       from notices where state = 'held'`,
    )
  }
  const backup = await place.backUp(from)
  expect(backup.manifest.wasLive).toBe(true)
  await server.stop()
  await place.restore(backup, to)
  const states = await place.ask(to, `select state, state_reason as why from notices where kind = 'moved' order by state, state_reason`)
  expect(states).toEqual([
    { state: 'held', why: null },
    { state: 'queued', why: null },
    { state: 'unknown', why: 'It was due after the backup was made, so it may have gone.' },
    { state: 'unknown', why: 'The server stopped while sending. It may have gone.' },
  ])
  await goesOnce(to, 2)
})

test('a backup made while nothing ran leaves no doubt: what was due goes', async () => {
  const [from, to] = [await place.database(), await place.database()]
  const server = await serveDatabase(from)
  await moveWithText(await makeFixturePractice(server.app, 'Gareth Probert'))
  await server.stop()
  await place.ask(from, `update notices set hold_until = clock_now() - interval '1 minute'`)
  const backup = await place.backUp(from)
  expect(backup.manifest.wasLive).toBe(false)
  await place.restore(backup, to)
  expect(await place.ask(to, `select state from notices where kind <> 'reminder'`)).toEqual([{ state: 'held' }])
  await goesOnce(to, 1)
})

test('a server that is at work on the database is in the way', async () => {
  const to = await place.database()
  const server = await serveDatabase(to)
  await server.app.db.withDirectory((tx) => tx.selectFrom('directory.people').select('id').execute())
  await expect(place.restore(ofFull, to)).rejects.toThrow('A Pritchel server or worker is using this database: stop it, and restore then.')
  await server.stop()
})

/** A visit in the diary of a client with a phone, moved with a text that is held. */
async function moveWithText(practice: FixturePractice) {
  const day = addDays(dayOf(currentTime(), 'Europe/London'), 30)
  const at = (time: string) => instantOf(day, time, 'Europe/London').toISOString()
  const client = (await practice.post('/api/clients', { name: 'Mover', phone: '07700 900118' })).json()
  const visit = { title: 'Trim', clientId: client.id, startTime: at('09:00'), endTime: at('10:00') }
  const { id } = (await practice.post('/api/appointments', visit)).json()
  const moved = await practice.put(`/api/appointments/${id}`, { startTime: at('11:00'), endTime: at('12:00'), sendSmsNotification: true })
  expect(moved.statusCode).toBe(200)
}

/** Two workers wake for the same notices. */
async function goesOnce(database: PreparedDatabase, count: number) {
  await place.ask(
    database,
    `update notices set hold_until = clock_now(), not_before = null where state in ('held', 'queued') and kind = 'moved'`,
  )
  const server = await serveDatabase(database)
  const due = await takeDue(server.db, currentTime())
  const carriers = openCarriers({ mode: 'test', dataFolder: '', origin: '' })
  await Promise.all([...due, ...due].map((id) => drainPractice(server.db, carriers, id, { origin: 'https://diary.example' })))
  const gone = await place.ask(database, `select attempts from notices where state = 'simulated'`)
  expect(gone).toEqual(Array.from({ length: count }, () => ({ attempts: 1 })))
  await server.stop()
}
