// `npm run backup:prove`: copies 20,000 rows and 100 files from the embedded database into an empty one, into a hosted one and back, and
// compares them byte by byte each time. The hosted one is an installed PostgreSQL 15, with an owner who is no superuser.
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterRestore } from '#app/backups.ts'
import { startDatabase } from '#app/database.ts'
import { fail, printLine } from '#app/process.ts'
import { makeBackup } from '#platform/server/backup/backup.ts'
import { measure } from '#platform/server/backup/disk.ts'
import { filePlace } from '#platform/server/backup/format.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { checkBackup } from '#platform/server/backup/restore-check.ts'
import { listPractices, listTables, nameOf, readLines, setTextFormat } from '#platform/server/backup/rows.ts'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { startOlderPostgres } from '#testing/older-postgres.ts'
import { seed } from '../bench/seed.ts'

const FILES = 100
const VISITS = 6700
const OLDER = '/usr/lib/postgresql/15/bin'

/** The data of a server: its database, as its owner, and its files. */
type Place = { name: string; owner: pg.PoolConfig; filesFolder: string; stop: () => Promise<void> }
const filesOf = ({ filesFolder }: Place) => fileStore({ filesFolder })
type Contents = { tables: Map<string, string[]>; files: Map<string, string> }

const folder = mkdtempSync(join(tmpdir(), 'pritchel-prove-'))
chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
const running: Place[] = []
const [proof] = await Promise.allSettled([prove()])
for (const place of running) await place.stop()
rmSync(folder, { recursive: true, force: true })
if (proof.status === 'rejected') fail(proof.reason)

async function prove() {
  const first = await embedded('embedded, full')
  await fill(first)
  const whole = await contentsOf(first)
  printLine(`${first.name}: ${countOf(whole).toLocaleString('en-GB')} rows, ${whole.files.size} files`)
  await move(first, await embedded('embedded, empty'), whole)
  if (!existsSync(join(OLDER, 'postgres'))) {
    printLine(`not shown: there is no PostgreSQL 15 in ${OLDER}`)
    return
  }
  const hosted = await postgres15()
  await move(first, hosted, whole)
  await move(hosted, await embedded('embedded again, empty'), whole)
}

async function move(from: Place, to: Place, whole: Contents) {
  const started = performance.now()
  const { folder: backup } = await makeBackup({ owner: from.owner, files: filesOf(from), backupsFolder: join(folder, 'backups') })
  const made = performance.now()
  const jobs = await openJobs(to.owner, { error: () => {} })
  const manifest = await checkBackup(backup)
  await restoreBackup({
    owner: to.owner,
    files: filesOf(to),
    folder: backup,
    manifest,
    mayReplace: async () => false,
    afterwards: afterRestore(folder),
  })
  await jobs.close()
  const restored = performance.now()
  const found = await contentsOf(to)
  for (const [name, lines] of whole.tables) same(`${to.name}: ${name}`, found.tables.get(name), lines)
  same(`${to.name}: files`, [...found.files].sort(), [...whole.files].sort())
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  printLine(`${from.name} -> ${to.name}: equal (backed up in ${seconds(started, made)} s, restored in ${seconds(made, restored)} s)`)
}

async function embedded(name: string): Promise<Place> {
  const dataFolder = join(folder, name.replace(/\W+/g, '-'))
  const { owner, stop } = await startDatabase({ dataFolder }, { note: () => {} })
  return opened({ name, owner, filesFolder: join(dataFolder, 'files'), stop })
}

async function postgres15(): Promise<Place> {
  const at = join(folder, 'postgres-15')
  const older = await startOlderPostgres(OLDER, at, [])
  const { owner } = await prepareDatabase({ ...older.owner, database: 'pritchel' })
  return opened({ name: 'PostgreSQL 15, hosted', owner, filesFolder: join(at, 'files'), stop: older.stop })
}

function opened(place: Place) {
  running.push(place)
  return place
}

async function fill({ owner, filesFolder }: Place) {
  await seed(owner, 2, VISITS)
  const client = new pg.Client(owner)
  await client.connect()
  for (let each = 0; each < FILES; each++) {
    const bytes = randomBytes(1000 + each * 10_000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const place = join(filesFolder, filePlace(sha256))
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, bytes)
    await client.query(
      `insert into files (practice_id, id, sha256, bytes, store_key, state, made_by_person)
       select id, gen_random_uuid(), $1, $2, $1, 'stored', id from directory.practices order by id limit 1`,
      [sha256, bytes.length],
    )
  }
  await client.end()
}

async function contentsOf({ owner, filesFolder }: Place): Promise<Contents> {
  const client = new pg.Client(owner)
  await client.connect()
  await client.query('begin')
  await setTextFormat(client)
  const practices = await listPractices(client)
  const tables = new Map<string, string[]>()
  for (const table of await listTables(client)) {
    // A restore begins a new epoch: only that value differs.
    const kept = { ...table, columns: table.columns.filter(({ name }) => name !== 'epoch') }
    const lines: string[] = []
    for await (const page of readLines(client, kept, practices)) lines.push(...page)
    tables.set(nameOf(table), lines)
  }
  await client.end()
  const files = new Map<string, string>()
  for (const line of tables.get('public.files') ?? []) {
    const { sha256 } = JSON.parse(line) as { sha256: string }
    files.set(sha256, JSON.stringify(await measure(join(filesFolder, filePlace(sha256)))))
  }
  return { tables, files }
}

function countOf({ tables }: Contents) {
  return [...tables.values()].reduce((sum, lines) => sum + lines.length, 0)
}

function same(what: string, found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${what} differs`)
}
