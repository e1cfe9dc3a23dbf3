import { readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { backupSource, bringFile, packLines, storeSource } from '#platform/server/backup/disk.ts'
import { backupFault, withStoreFaults } from '#platform/server/backup/faults.ts'
import { listBackups, removeUnfinished, unfinishedFolder } from '#platform/server/backup/folder.ts'
import { type FileEntry, FORMAT, type Manifest, manifestFile, type TableEntry, tableFile } from '#platform/server/backup/format.ts'
import { listDemoCopies, listPractices, listTables, nameOf, readLines, setTextFormat, type Table } from '#platform/server/backup/rows.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { lastMigration } from '#platform/server/database/migrate.ts'
import { syncFolder } from '#platform/server/files/disk.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { isServed } from '#platform/server/http/served.ts'
import { StartError } from '#platform/server/start-error.ts'

export type BackupOptions = {
  /** The database, by its owner. */
  owner: pg.ClientConfig
  files: FileStore
  /** Backups are folders in it. */
  backupsFolder: string
}

/** A finished backup and its location. */
export type Backup = { folder: string; manifest: Manifest }

/** Another backup of the same database is being made. */
export class UnderWay extends StartError {
  override name = 'UnderWay'
}

/** A command that just connected to the database may hold its connection for a moment. */
const PATIENCE_MS = 300
/** Held while a backup is made. */
export const BACKUP_LOCK = 7_072_697_465
const APP: string = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')).version

/**
 * Writes everything the server keeps into a new folder while the server runs: the rows of one moment, then the files they name. The folder gets
 * its name when all of it is on the disk, so an incomplete backup is never taken for a whole one.
 * @throws StartError with a readable message; the attempt then leaves nothing behind
 */
export async function makeBackup({ owner, files: store, backupsFolder }: BackupOptions): Promise<Backup> {
  const startedAt = currentTime()
  const place = resolve(backupsFolder)
  const unfinished = unfinishedFolder(place, uuidv7())
  const client = new pg.Client({ ...owner, application_name: 'pritchel backup' })
  client.on('error', () => {}) // the query under way reports it
  try {
    await client.connect()
    await beTheOnlyOne(client)
    await removeUnfinished(place)
    await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 })
    const wasServed = await isServed(client, PATIENCE_MS)
    const rows = await writeTables(client, unfinished)
    const wasLive = wasServed || (await isServed(client, 0))
    const files = await writeFiles(rows.fileHashes, { place, unfinished, store })
    const { tables, packed, fileHashes: _, ...about } = rows
    const bytes = packed + files.kept.reduce((sum, file) => sum + file.bytes, 0)
    const times = { startedAt: startedAt.toISOString(), endedAt: currentTime().toISOString() }
    const manifest: Manifest = {
      format: FORMAT,
      app: APP,
      ...about,
      ...times,
      wasLive,
      tables,
      files: files.kept,
      lostFiles: files.lost,
      bytes,
    }
    return { folder: await finish(place, unfinished, manifest), manifest }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw backupFault(place, error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether any process is making a backup of this database. */
export const isUnderWay = async (tx: PracticeTx): Promise<boolean> =>
  (
    await sql`select from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and granted and d.datname = current_database()
        and (classid::bigint << 32) + objid::bigint = ${BACKUP_LOCK} limit 1`.execute(tx)
  ).rows.length > 0

async function beTheOnlyOne(client: pg.Client) {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
  if (!rows[0]?.taken) throw new UnderWay("This server is already being backed up. Wait until it's done.")
}

/** All rows as of one moment, regardless of concurrent writes. */
async function writeTables(client: pg.Client, folder: string) {
  await client.query('begin isolation level repeatable read, read only')
  await setTextFormat(client)
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const copies = await listDemoCopies(client)
  const practices = (await listPractices(client)).filter((id) => !copies.practices.includes(id))
  const fileHashes = new Set<string>()
  const tables: TableEntry[] = []
  let packed = 0
  for (const table of await listTables(client)) {
    const lines = readLines(client, table, practices, copies)
    const written = await packLines(
      join(folder, tableFile(table)),
      nameOf(table) === 'public.files' ? noteHashes(lines, fileHashes) : lines,
    )
    tables.push(entryOf(table, written))
    packed += written.bytes
  }
  const schema = await lastMigration(client)
  await client.query('commit')
  return { schema, postgres: rows[0]?.version ?? '', tables, packed, fileHashes }
}

const entryOf = ({ schema, name, columns }: Table, { rows, sha256 }: Pick<TableEntry, 'rows' | 'sha256'>): TableEntry => ({
  schema,
  name,
  columns: columns.map((column) => column.name),
  rows,
  sha256,
})

/** Passes lines of the table of files through, and collects which contents are stored. */
async function* noteHashes(pages: AsyncIterable<string[]>, hashes: Set<string>) {
  for await (const page of pages) {
    for (const line of page) {
      const { sha256, state } = JSON.parse(line) as { sha256: string; state: string }
      if (state === 'stored') hashes.add(sha256)
    }
    yield page
  }
}

/**
 * The last backup's copies come first: the server does not work with them, so damage to its files leaves them whole, and a night only has to
 * copy new files.
 */
async function writeFiles(hashes: ReadonlySet<string>, where: { place: string; unfinished: string; store: FileStore }) {
  const [last] = listBackups(where.place)
  const sources = [...(last ? [backupSource(last.folder)] : []), storeSource(where.store)]
  const kept: FileEntry[] = []
  const lost: string[] = []
  for (const sha256 of [...hashes].sort()) {
    const entry = await withStoreFaults(where.store, () => bringFile(join(where.unfinished, 'files'), sha256, sources))
    if (entry) kept.push(entry)
    else lost.push(sha256)
  }
  return { kept, lost }
}

async function finish(place: string, unfinished: string, manifest: Manifest) {
  const handle = await open(manifestFile(unfinished), 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  const folders = new Set(manifest.files.map(({ sha256 }) => join('files', sha256.slice(0, 2))))
  for (const folder of ['tables', ...folders, ...(folders.size > 0 ? ['files'] : []), '.']) await syncFolder(join(unfinished, folder))
  // As a folder's name may be anywhere: 2026-11-21T03-10-04.512Z
  const folder = join(place, manifest.startedAt.replaceAll(':', '-'))
  await rename(unfinished, folder)
  await syncFolder(place)
  return folder
}
