import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterRestore } from '#app/backups.ts'
import { sendNotices } from '#features/notices/server/jobs.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Backup, makeBackup } from '#platform/server/backup.ts'
import { listPractices, listTables, nameOf, readLines, settle } from '#platform/server/backup-rows.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { listMigrations } from '#platform/server/migrate.ts'
import type { PreparedDatabase } from '#platform/server/prepare.ts'
import { restoreBackup } from '#platform/server/restore.ts'
import { checkBackup } from '#platform/server/restore-check.ts'
import { openCarriers } from '#platform/server/sending.ts'
import { openSession } from '#platform/server/session.ts'
import { type Change, recordIn } from '#platform/web/outbox.ts'
import { Store } from '#platform/web/store.ts'
import { runPass, type Wires } from '#platform/web/sync-pass.ts'
import { makeHosting, serveDatabase } from '#testing/hosted.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'

let hosting: Awaited<ReturnType<typeof makeHosting>>
let folder: string
beforeAll(async () => {
  hosting = await makeHosting()
  folder = mkdtempSync(join(tmpdir(), 'pritchel-restore-'))
})
afterAll(async () => {
  await hosting.close()
  rmSync(folder, { recursive: true })
})

const backUp = (database: PreparedDatabase) =>
  makeBackup({ owner: database.owner, filesFolder: join(folder, 'files'), backupsFolder: join(folder, 'backups') })

/** Into a database that is prepared and stands still. */
async function restore({ folder: from }: Backup, database: PreparedDatabase, mayReplace = async (_: string) => true) {
  const jobs = await openJobs(database.owner, { error: () => {} })
  try {
    const filesFolder = join(folder, 'restored-files')
    const manifest = await checkBackup(from)
    return await restoreBackup({ owner: database.owner, filesFolder, folder: from, manifest, mayReplace, afterwards: afterRestore })
  } finally {
    await jobs.close()
  }
}

/** Every row of every table, as text. */
async function everything({ owner }: PreparedDatabase): Promise<Record<string, string[]>> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('begin')
    await settle(client)
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

const epochs = (database: PreparedDatabase) => hosting.ask(database, 'select practice_id, epoch from sync_counters order by 1')

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
  await hosting.ask(database, `update imports set plan = 'null' where state = 'draft'`)
  await hosting.ask(
    database,
    `insert into clients (practice_id, id, name, payer_client_id, rev, seq, lat, lng)
     select practice_id, gen_random_uuid(), 'Child', id, 1, 999, 51.123456789012345, -1e-7 from clients`,
  )
  return practices as [FixturePractice, FixturePractice]
}

test('a backup comes back byte by byte into another database, and every practice starts a new epoch', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  await populate(from)
  const backup = await backUp(from)
  expect(await restore(backup, to)).toBe(true)
  const [before, after] = [await everything(from), await everything(to)]
  expect(before['public.horses']).toHaveLength(40)
  for (const name of Object.keys(before)) {
    if (name === 'public.sync_counters' || name === 'public.imports') continue
    expect(after[name], name).toEqual(before[name])
  }
  expect(Object.keys(after)).toEqual(Object.keys(before))
  const [then, now] = [await epochs(from), await epochs(to)]
  expect(now.map((row) => row.practice_id)).toEqual(then.map((row) => row.practice_id))
  for (const row of now) expect(then.map((old) => old.epoch)).not.toContain(row.epoch)
  // What was being brought in is not under way any more, and says so.
  expect(await hosting.ask(to, `select distinct state, problem from imports order by 1`)).toEqual([
    { state: 'draft', problem: null },
    { state: 'failed', problem: expect.stringContaining('restored from a backup') },
  ])
  // As migrations leave them: checked at once, and sealed.
  expect(
    await hosting.ask(
      to,
      `select conname from pg_constraint where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace`,
    ),
  ).toEqual([])
  expect(
    await hosting.ask(
      to,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity`,
    ),
  ).toEqual([])
  // Nothing counts but the rows themselves, so no sequence can come back behind them.
  expect(
    await hosting.ask(
      to,
      `select relname from pg_class where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'directory')`,
    ),
  ).toEqual([])
})

test('a database that holds somebody’s data is replaced only when that is said, and then whole', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  await populate(from)
  const backup = await backUp(from)
  await populate(to)
  const before = await everything(to)
  const asked: string[] = []
  const refuse = async (what: string) => {
    asked.push(what)
    return false
  }
  expect(await restore(backup, to, refuse)).toBe(false)
  expect(asked).toEqual(['2 practices (Gareth Probert Farriery, Olwen Other Farriery) with 2 people'])
  expect(await everything(to)).toEqual(before)
  expect(await restore(backup, to)).toBe(true)
  expect((await everything(to))['public.clients']).toEqual((await everything(from))['public.clients'])
})

test('a restore that fails at the last row leaves the database as it was', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  await populate(from)
  await populate(to)
  const backup = await backUp(from)
  const before = await everything(to)
  const was = await epochs(to)
  const manifest = await checkBackup(backup.folder)
  const last = manifest.tables.at(-1)
  if (!last) throw new Error('a backup has tables')
  const spoiled = { ...manifest, tables: manifest.tables.map((table) => (table === last ? { ...last, rows: last.rows + 1 } : table)) }
  const jobs = await openJobs(to.owner, { error: () => {} })
  const options = { owner: to.owner, filesFolder: join(folder, 'restored-files'), folder: backup.folder, afterwards: afterRestore }
  await expect(restoreBackup({ ...options, manifest: spoiled, mayReplace: async () => true })).rejects.toThrow('the backup is damaged')
  await jobs.close()
  expect(await everything(to)).toEqual(before)
  expect(await epochs(to)).toEqual(was)
})

test('a backup of older tables is brought up to today’s', async () => {
  const [from, to] = [await hosting.older('0009-imports.sql'), await hosting.database()]
  await hosting.ask(
    from,
    `with practice as (insert into directory.practices (id, name, slug) values (gen_random_uuid(), 'Old', 'old') returning id),
      counter as (insert into sync_counters (practice_id, epoch) select id, gen_random_uuid() from practice)
    insert into activity (practice_id, id, entity, entity_id, verb) select id, gen_random_uuid(), 'clients', gen_random_uuid(), 'added' from practice`,
  )
  const backup = await backUp(from)
  expect(backup.manifest.schema).toBe('0009-imports.sql')
  expect(await restore(backup, to)).toBe(true)
  expect(await hosting.ask(to, 'select name from migrations.kysely_migration')).toHaveLength((await listMigrations()).length)
  // A column of later.
  expect(await hosting.ask(to, 'select verb, act_id from activity')).toEqual([{ verb: 'added', act_id: null }])
})

test('texts that wait go once after a restore, and what may have gone is left to a person', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  const server = await serveDatabase(from)
  const gareth = await makeFixturePractice(server.app, 'Gareth Probert')
  await moveWithText(gareth)
  const inAMinute = `now() + interval '1 minute'`
  for (const [state, due] of [
    ['sending', 'null'],
    ['queued', 'null'],
    ['queued', inAMinute],
  ]) {
    await hosting.ask(
      from,
      `insert into notices (practice_id, id, event_id, kind, subject_id, client_id, channel, address, body, facts, not_before, not_after, state)
       select practice_id, gen_random_uuid(), gen_random_uuid(), kind, subject_id, client_id, channel, address, body, facts, ${due}, not_after, '${state}'
       from notices where state = 'held'`,
    )
  }
  const backup = await backUp(from)
  expect(backup.manifest.wasLive).toBe(true)
  await server.stop()
  await restore(backup, to)
  const states = await hosting.ask(to, `select state, state_reason as why from notices order by state, state_reason`)
  expect(states).toEqual([
    { state: 'held', why: null },
    { state: 'queued', why: null },
    { state: 'unknown', why: 'It was due after the backup was made, so it may have gone.' },
    { state: 'unknown', why: 'The server stopped while sending. It may have gone.' },
  ])
  const jobs = await hosting.ask(
    to,
    `select n.state, j.data, j.start_after = date_trunc('milliseconds', coalesce(n.hold_until, n.not_before)) as on_time from pgboss.job j
     join notices n on n.id = (j.data ->> 'noticeId')::uuid where j.name = 'send-notice' order by 1`,
  )
  expect(jobs).toMatchObject([
    { state: 'held', on_time: true },
    { state: 'queued', on_time: true },
  ])
  await goesOnce(
    to,
    jobs.map((job) => job.data as Record<string, unknown>),
  )
})

test('a backup made while nothing ran leaves no doubt: what was due goes', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  const server = await serveDatabase(from)
  await moveWithText(await makeFixturePractice(server.app, 'Gareth Probert'))
  await server.stop()
  await hosting.ask(from, `update notices set hold_until = now() - interval '1 minute'`)
  const backup = await backUp(from)
  expect(backup.manifest.wasLive).toBe(false)
  await restore(backup, to)
  expect(await hosting.ask(to, 'select state from notices')).toEqual([{ state: 'held' }])
  const jobs = await hosting.ask(to, `select data from pgboss.job where name = 'send-notice'`)
  expect(jobs).toHaveLength(1)
  await goesOnce(
    to,
    jobs.map((job) => job.data as Record<string, unknown>),
  )
})

test('a server that is at work on the database is in the way', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  const backup = await backUp(from)
  const server = await serveDatabase(to)
  await server.app.db.withDirectory((tx) => tx.selectFrom('directory.people').select('id').execute())
  await expect(restore(backup, to)).rejects.toThrow('A Pritchel server or worker is using this database: stop it, and restore then.')
  await server.stop()
})

test('two devices with unsent work heal: what the backup does not know is there again, once (I18)', async () => {
  const [from, to] = [await hosting.database(), await hosting.database()]
  const before = await serveDatabase(from)
  const gareth = await makeFixturePractice(before.app, 'Gareth Probert')
  const mari = await gareth.addMember('Mari Lloyd', 'farrier')
  const [mariRow] = await hosting.ask(from, `select id from directory.people where first_name = 'Mari'`)
  const phone = await device(gareth.practiceId, gareth.send)
  const tablet = await device(gareth.practiceId, mari.send)
  const ids = Object.fromEntries(
    ['known', 'phoneSent', 'tabletSent', 'phoneUnsent', 'tabletUnsent', 'horse'].map((name) => [name, uuidv7()]),
  ) as Record<string, string>
  const client = (name: string): Change => ({ action: 'CREATE', entity: 'clients', id: String(ids[name]), data: { name } })
  const change = (id: string | undefined, data: Record<string, unknown>): Change => ({
    action: 'UPDATE',
    entity: 'clients',
    id: String(id),
    data,
  })
  await phone.record(client('known'))
  await phone.sync()
  await tablet.sync()

  const backup = await backUp(from)
  await phone.record(client('phoneSent'), change(ids.known, { businessName: 'Ty Coch' }))
  await phone.sync()
  await tablet.record(client('tabletSent'), {
    action: 'CREATE',
    entity: 'horses',
    id: String(ids.horse),
    data: { name: 'Tally', clientId: ids.known },
  })
  await tablet.sync()
  await phone.record(client('phoneUnsent'), change(ids.phoneSent, { notes: 'said on the phone' }))
  await tablet.record(client('tabletUnsent'), change(ids.known, { notes: 'said on the tablet' }))
  await before.stop()
  const issued = [...(await phone.opIds()), ...(await tablet.opIds())]

  await restore(backup, to)
  const after = await serveDatabase(to)
  for (const [each, personId] of [
    [phone, gareth.personId],
    [tablet, String(mariRow?.id)],
  ] as const) {
    expect((await each.sync()).end).toBe('later') // the old server is gone
    const token = await after.db.withDirectory((tx) => openSession(tx, { personId, practiceId: gareth.practiceId, userAgent: 'test' }))
    each.reach((method, url, body) =>
      after.app.inject({ method, url, cookies: { [after.app.cookieName]: token }, ...(body ? { payload: body } : {}) }),
    )
  }
  for (const each of [phone, tablet, phone, tablet]) await each.sync()

  expect(await phone.store.queue.toArray()).toEqual([])
  expect(await tablet.store.queue.toArray()).toEqual([])
  const rows = await hosting.ask(to, `select name, business_name as business, notes from clients order by name`)
  expect(rows).toEqual([
    { name: 'known', business: 'Ty Coch', notes: 'said on the tablet' },
    { name: 'phoneSent', business: null, notes: 'said on the phone' },
    { name: 'phoneUnsent', business: null, notes: null },
    { name: 'tabletSent', business: null, notes: null },
    { name: 'tabletUnsent', business: null, notes: null },
  ])
  expect(await hosting.ask(to, 'select name from horses')).toEqual([{ name: 'Tally' }])
  const applied = await hosting.ask(to, 'select op_id from sync_ops')
  expect(applied.map((row) => row.op_id).sort()).toEqual(issued.sort())
  const journal = await hosting.ask(to, 'select act_id from activity')
  expect(journal.map((row) => row.act_id).sort()).toEqual(issued.sort())
  expect(await phone.view()).toEqual(await tablet.view())
  expect(await phone.view()).toHaveLength(6)
  await after.stop()
  await phone.store.delete()
  await tablet.store.delete()
})

type Send = (method: 'GET' | 'POST', url: string, body?: object) => Promise<{ statusCode: number; body: string; json: () => never }>

/** A device of somebody: the product's own outbox and pass, its requests going to whichever server is reached. */
async function device(practiceId: string, send: Send) {
  const store = new Store({ personId: uuidv7(), practiceId, deviceId: uuidv7() })
  await store.open()
  let line = send
  const ask = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await line(method, url, body)
    if (answer.statusCode >= 500) throw new Error(answer.body)
    if (answer.statusCode !== 200)
      throw Object.assign(new (await import('#platform/web/api.ts')).ApiError(answer.statusCode, '', answer.body))
    return answer.json()
  }
  const wires: Wires = {
    push: (body) => ask('POST', '/api/sync/push', body),
    pull: (query) => ask('GET', `/api/sync/pull?${new URLSearchParams(JSON.parse(JSON.stringify(query)) as Record<string, string>)}`),
  }
  return {
    store,
    reach: (to: Send) => {
      line = to
    },
    sync: () => runPass(store, wires),
    record: (...changes: Change[]) => recordIn(store, changes),
    /** Every op it ever issued. */
    opIds: async () => [...(await store.done.toArray()), ...(await store.queue.toArray())].map((item) => item.opId),
    /** What its screens show of clients and horses. */
    view: async () =>
      (await store.rec.where('entity').anyOf('clients', 'horses').toArray())
        .filter((rec) => !rec.deleted)
        .map(({ id, data }) => ({ ...data, id }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

/** A visit in the diary of somebody with a phone, moved with a text that is held. */
async function moveWithText(practice: FixturePractice) {
  const day = addDays(dayOf(new Date(), 'Europe/London'), 30)
  const at = (time: string) => instantOf(day, time, 'Europe/London').toISOString()
  const client = (await practice.post('/api/clients', { name: 'Mover', phone: '07700 900118' })).json()
  const visit = { title: 'Trim', clientId: client.id, startTime: at('09:00'), endTime: at('10:00') }
  const { id } = (await practice.post('/api/appointments', visit)).json()
  const moved = await practice.put(`/api/appointments/${id}`, { startTime: at('11:00'), endTime: at('12:00'), sendSmsNotification: true })
  expect(moved.statusCode).toBe(200)
}

/** Each job is done twice, as a queue that promises "at least once" may do. */
async function goesOnce(database: PreparedDatabase, jobs: Record<string, unknown>[]) {
  await hosting.ask(database, `update notices set hold_until = now(), not_before = null where state in ('held', 'queued')`)
  const server = await serveDatabase(database)
  const handler = sendNotices(server.db, openCarriers({ mode: 'test' }))
  for (const job of [...jobs, ...jobs]) await handler.handle(job)
  const gone = await hosting.ask(database, `select attempts from notices where state = 'simulated'`)
  expect(gone).toEqual(jobs.map(() => ({ attempts: 1 })))
  await server.stop()
}
