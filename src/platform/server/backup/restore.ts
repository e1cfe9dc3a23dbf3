import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { currentTime } from '#lib/clock.ts'
import { measure } from '#platform/server/backup/disk.ts'
import { backupFault, withStoreFaults } from '#platform/server/backup/faults.ts'
import { filePlace, type Manifest, type TableEntry } from '#platform/server/backup/format.ts'
import { linesOf } from '#platform/server/backup/restore-check.ts'
import { listPractices, listTables, nameOf, quote, readLines, setTextFormat, type Table, writeLines } from '#platform/server/backup/rows.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { onOurClock } from '#platform/server/database/db-clock.ts'
import { listFunctions, migrateWithin } from '#platform/server/database/migrate.ts'
import { PREPARE_LOCK } from '#platform/server/database/prepare.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { isServed } from '#platform/server/http/served.ts'
import { StartError } from '#platform/server/start-error.ts'

/** What a feature must know to repair its own state in a practice that was restored. */
export type Restored = {
  practiceId: string
  /** Actions due before this time may have happened already, in the period the backup does not cover; null when none can have. */
  mayHaveHappenedUntil: Date | null
}

/** Repairs one feature's pending work, in the transaction of the restore and inside one practice. */
export type AfterRestore = (tx: PracticeTx, restored: Restored) => Promise<void>

export type RestoreOptions = {
  /** A prepared database, by its owner. */
  owner: pg.ClientConfig
  files: FileStore
  /** A backup that passed `checkBackup`. */
  folder: string
  manifest: Manifest
  /** Called when the database holds data; false leaves everything as it is. */
  mayReplace: (what: string) => Promise<boolean>
  afterwards: readonly AfterRestore[]
}

/** A server that was just stopped may hold its connections for a moment. */
const PATIENCE_MS = 2000
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 1_000_000

/**
 * Restores a backup into a database, in one transaction: on any failure, everything stays as it was. Its rows are read back and compared with
 * the backup before they are kept, older tables are then migrated, and every device must fetch its local copy again and resend what the backup
 * does not know. Returns false when the existing data was not to be replaced.
 * @throws StartError with a readable message
 */
export async function restoreBackup(options: RestoreOptions): Promise<boolean> {
  const client = new pg.Client(onOurClock({ ...options.owner, application_name: 'pritchel restore' }))
  client.on('error', () => {}) // the query under way reports it
  try {
    await client.connect()
    // A server that starts during the restore waits here, and finds the restored data.
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    await refuseWhileServed(client)
    const there = await whatIsThere(client)
    if (there && !(await options.mayReplace(there))) return false
    await client.query('begin')
    await setTextFormat(client)
    await load(client, options)
    await withStoreFaults(options.files, () => bringFiles(options))
    await client.query('commit')
    return true
  } catch (error) {
    throw backupFault(options.files.place, error)
  } finally {
    await client.end().catch(() => {})
  }
}

async function refuseWhileServed(client: pg.Client) {
  if (await isServed(client, PATIENCE_MS))
    throw new StartError('A Pritchel server or worker is using this database: stop it, and restore then.')
}

/** A description of the data a restore would replace; undefined for a database without anyone's data. */
async function whatIsThere(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ practices: number; people: number; names: string[] }>(
    `select (select count(*)::int from directory.practices) as practices, (select count(*)::int from directory.people) as people,
      array(select name from directory.practices order by name limit 3) as names`,
  )
  const { practices = 0, people = 0, names = [] } = rows[0] ?? {}
  if (practices + people === 0) return undefined
  const more = practices > names.length ? ` and ${practices - names.length} more` : ''
  return `${practices} ${practices === 1 ? 'practice' : 'practices'} (${names.join(', ')}${more}) with ${people} ${people === 1 ? 'person' : 'people'}`
}

async function load(client: pg.Client, { folder, manifest, afterwards }: RestoreOptions) {
  const db = insideOf(client)
  await removeAll(client)
  await migrateWithin(db, manifest.schema)
  const tables = await listTables(client)
  const pairs = manifest.tables.map((entry) => [entry, requireTable(tables, entry, folder)] as const)
  await client.query(`truncate ${tables.map((table) => quote(client, table)).join(', ')} cascade`) // what a migration put there
  const rings = await findRings(client, tables)
  for (const ring of rings) await client.query(`alter table ${ring.table} alter constraint ${ring.name} deferrable initially deferred`)
  const order = tables.map(nameOf)
  for (const [entry, table] of pairs.toSorted(([a], [b]) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b))))
    await loadTable(client, table, linesOf(folder, entry))
  await client.query('set constraints all immediate')
  for (const ring of rings) await client.query(`alter table ${ring.table} alter constraint ${ring.name} not deferrable`)
  const practices = await listPractices(client)
  for (const [entry, table] of pairs) await requireSame(client, table, practices, entry)
  // The last page that was read still holds its table, which a migration may alter.
  await client.query('close all')
  await migrateWithin(db)
  await putRight(client, db, { practices, manifest, afterwards })
}

/** All our tables except the job queue's own; other tables in the database are not touched. */
async function removeAll(client: pg.Client) {
  await client.query('drop schema if exists directory cascade; drop schema if exists migrations cascade')
  const { rows } = await client.query<{ text: string }>(
    `select format('drop table if exists public.%I cascade', c.relname) as text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_practice')
    union all
    select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.proname = any ($1)`,
    [await listFunctions()],
  )
  for (const { text } of rows) await client.query(text)
}

function requireTable(tables: readonly Table[], entry: TableEntry, folder: string): Table {
  const table = tables.find((one) => nameOf(one) === nameOf(entry))
  const names = table?.columns.map((column) => column.name)
  if (table && JSON.stringify(names?.toSorted()) === JSON.stringify(entry.columns.toSorted())) return table
  throw new StartError(`The table ${nameOf(entry)} of the backup in ${folder} is none this version knows: nothing was changed.`)
}

/** Foreign keys to a table that is loaded no earlier than their own: checked at the end. */
async function findRings(client: pg.Client, tables: readonly Table[]) {
  const { rows } = await client.query<{ name: string; source: string; target: string }>(`
    select quote_ident(k.conname) as name, sn.nspname || '.' || s.relname as source, tn.nspname || '.' || t.relname as target
    from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_namespace sn on sn.oid = s.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and sn.nspname in ('directory', 'public')`)
  const order = tables.map(nameOf)
  return rows.flatMap(({ name, source, target }) => {
    const table = tables.find((one) => nameOf(one) === source)
    return table && order.indexOf(target) >= order.indexOf(source) ? [{ name, table: quote(client, table) }] : []
  })
}

async function loadTable(client: pg.Client, table: Table, lines: AsyncIterable<string>) {
  let batch: string[] = []
  let characters = 0
  let practice: string | undefined
  const flush = async () => {
    if (batch.length > 0) await writeLines(client, table, practice, batch)
    batch = []
    characters = 0
  }
  for await (const line of lines) {
    const owner = table.schema === 'public' ? (JSON.parse(line) as { practice_id: string }).practice_id : undefined
    if (owner !== practice || batch.length === BATCH_ROWS || characters > BATCH_CHARACTERS) await flush()
    practice = owner
    batch.push(line)
    characters += line.length
  }
  await flush()
}

/** Checks that the database now returns the backup's rows, byte by byte. */
async function requireSame(client: pg.Client, table: Table, practices: readonly string[], { rows, sha256, columns }: TableEntry) {
  const hash = createHash('sha256')
  let count = 0
  const asWritten = { ...table, columns: columns.map((name) => ({ name, type: '' })) }
  for await (const page of readLines(client, asWritten, practices)) {
    hash.update(`${page.join('\n')}\n`)
    count += page.length
  }
  if (count === rows && hash.digest('hex') === sha256) return
  throw new StartError(`The table ${nameOf(table)} did not come out of the database as the backup has it: nothing was changed.`)
}

/** Marks that time was lost, so that devices are notified; deletes jobs from before the restore; and lets each feature repair its state. */
async function putRight(
  client: pg.Client,
  db: Kysely<Tables>,
  what: { practices: string[] } & Pick<RestoreOptions, 'manifest' | 'afterwards'>,
) {
  await client.query('delete from pgboss.job')
  for (const practiceId of what.practices) {
    await client.query(`select set_config('app.practice_id', $1, true)`, [practiceId])
    await client.query('update sync_counters set epoch = gen_random_uuid() where practice_id = $1', [practiceId])
    const restored = { practiceId, mayHaveHappenedUntil: what.manifest.wasLive ? currentTime() : null }
    for (const afterRestore of what.afterwards) await afterRestore(db, restored)
  }
}

/** Contents that are stored already stay; a restore that fails later leaves some that no row names. */
async function bringFiles({ folder, files, manifest }: RestoreOptions) {
  for (const { sha256, bytes } of manifest.files) {
    if (await isWhole(files, sha256)) continue
    const name = `restored-${sha256}`
    const arrival = await files.receive(name, createReadStream(join(folder, 'files', filePlace(sha256))), bytes)
    if (arrival.sha256 !== sha256)
      throw new StartError(`The file ${sha256} of the backup could not be copied whole to ${files.place}: nothing was changed.`)
    await files.keep(name, arrival)
  }
}

const isWhole = async (files: FileStore, sha256: string) =>
  (await files.find(sha256)) !== undefined && (await files.onDisk(sha256, measure))?.sha256 === sha256

/** Kysely on one connection whose transaction is the caller's. */
function insideOf(client: pg.Client): Kysely<Tables> {
  const only = { query: client.query.bind(client), release: () => {} }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => only as never, end: async () => {} } as never }),
  })
}
