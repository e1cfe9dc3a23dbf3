import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Mirror, MirrorBatch, MirrorFile, MirrorMarks, MirrorRow, MirrorTable } from '../../../src/platform/web/sync/mirror-port.ts'
import {
  archiving,
  LINE_OF,
  MARKS,
  NOTES,
  reading,
  SETTINGS,
  type Statement,
  statementsOf,
  TRUNCATE,
  VERSIONS,
  valueIn,
} from './mirror-sql.ts'

/** A mirror on this computer's disk: a file per person and practice, and one for the notes beside them. */
export type DesktopStore = Omit<Mirror, 'open'> & {
  open: (of: { personId: string; practiceId: string }) => Promise<DesktopFile>
  /** Closes every file. */
  close: () => void
}

export type StoreOptions = {
  /** Hears of a file that was damaged and put aside under the name given, to be looked at. */
  onDamaged?: (keptAs: string, why: unknown) => void
  /** Runs before each statement that writes; throwing makes the statement fail. For proofs alone. */
  beforeWrite?: (sql: string) => void
}

const NOTES_FILE = 'device.db'
const BELONGS = ['', '-wal', '-shm']
/* What comes from a page names a file: a person's or a practice's id and nothing else. */
const ID = /^[0-9a-z-]{1,64}$/i

/** Opens the mirrors in a folder, which is made readable by this user alone. */
export function openStore(folder: string, options: StoreOptions = {}): DesktopStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const open = new Map<string, Database>()
  const databaseOf = (name: string) => {
    const known = open.get(name)
    if (known) return known
    const made = new Database(join(folder, name), options)
    open.set(name, made)
    return made
  }
  return {
    open: async ({ practiceId, personId }) => {
      for (const id of [practiceId, personId]) if (!ID.test(id)) throw new TypeError('no id of a copy')
      const name = `${practiceId}_${personId}.db`
      return fileIn(databaseOf(name), () => open.delete(name))
    },
    readNotes: async () => {
      const rows = databaseOf(NOTES_FILE).all(['select k, v from small where k like ?', `${NOTES}%`])
      return Object.fromEntries(rows.map(({ k, v }) => [String(k).slice(NOTES.length), String(v)]))
    },
    keepNotes: async (notes) => {
      const entries = Object.entries(notes)
      const put = (name: string, text: string): Statement => ['insert or replace into small (k, v) values (?, ?)', `${NOTES}${name}`, text]
      const drop = (name: string): Statement => ['delete from small where k = ?', `${NOTES}${name}`]
      const database = databaseOf(NOTES_FILE)
      database.write(entries.map(([name, text]) => (text === null ? drop(name) : put(name, text))))
      if (entries.some(([, text]) => text === null)) database.truncate()
    },
    close: () => {
      for (const database of open.values()) database.close()
      open.clear()
    },
  }
}

/** The mirror of a copy, and what the desktop's bridge does with its queue. */
export type DesktopFile = MirrorFile & {
  /** Moves changes out of the queue, by their opIds or all, to where they can still be found. `now`: milliseconds. */
  archiveQueue: (now: number, opIds?: readonly string[]) => Promise<void>
}

function fileIn(database: Database, forgotten: () => void): DesktopFile {
  return {
    marks: async () => marksOf(database),
    read: async (table: MirrorTable, after: string | null, most: number) =>
      database.all(reading(table, after, most)).map(({ key, at, json }): MirrorRow => [String(key), Number(at), String(json)]),
    take: async (batch: MirrorBatch) => {
      const line = valueIn<string>(database.get(LINE_OF)?.line)
      if (!batch.fill && line !== batch.line) throw new Error('this mirror is of another line')
      database.write(statementsOf(batch))
      if (batch.scrubs) database.truncate()
      if (batch.scrubs === 'all') database.removeDamaged()
    },
    archiveQueue: async (now, opIds) => database.write(archiving(opIds, now)),
    forget: async () => {
      forgotten()
      database.remove()
    },
  }
}

function marksOf(database: Database): MirrorMarks {
  const row = database.get(MARKS) ?? {}
  return {
    line: valueIn<string>(row.line) ?? null,
    stamp: valueIn<number>(row.stamp) ?? 0,
    highest: Number(row.highest),
    done: Number(row.done),
  }
}

type Row = Record<string, unknown>

/** One file of SQLite. */
class Database {
  readonly #path: string
  readonly #options: StoreOptions
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(path: string, options: StoreOptions) {
    this.#path = path
    this.#options = options
    this.#db = this.#opened()
  }

  #opened(): DatabaseSync {
    try {
      return opened(this.#path)
    } catch (error) {
      if (error instanceof NewerFile || isOfDisk(error)) throw error
      return this.#anew(error)
    }
  }

  /* Renamed and kept: someone may still read from it what was nowhere else. */
  #anew(why: unknown): DatabaseSync {
    let at = 1
    while (existsSync(`${this.#path}.damaged-${at}`)) at += 1
    const keptAs = `${this.#path}.damaged-${at}`
    for (const end of BELONGS) if (existsSync(this.#path + end)) renameSync(this.#path + end, keptAs + end)
    this.#options.onDamaged?.(keptAs, why)
    return opened(this.#path)
  }

  all([sql, ...values]: Statement): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  get([sql, ...values]: Statement): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  /** All of them or none; on the disk when it returns. */
  write(statements: readonly Statement[]) {
    this.#run('begin immediate')
    try {
      for (const [sql, ...values] of statements) {
        this.#options.beforeWrite?.(sql)
        this.#prepare(sql).run(...values)
      }
      this.#run('commit')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw error
    }
  }

  /** @throws when something still reads, so that what was deleted can't be taken from the log */
  truncate() {
    this.#options.beforeWrite?.(TRUNCATE)
    const { busy } = this.#db.prepare(TRUNCATE).get() as { busy: number }
    if (busy) throw new Error('the log of the mirror is in use')
  }

  #run(sql: string) {
    this.#options.beforeWrite?.(sql)
    this.#db.exec(sql)
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql)
    if (known) return known
    const made = this.#db.prepare(sql)
    this.#prepared.set(sql, made)
    return made
  }

  close() {
    if (this.#db.isOpen) this.#db.close()
  }

  /** Everything of it. */
  remove() {
    this.close()
    for (const end of BELONGS) rmSync(this.#path + end, { force: true })
    this.removeDamaged()
  }

  /** What was put aside may hold someone who has been erased since. */
  removeDamaged() {
    const [folder, name] = [dirname(this.#path), basename(this.#path)]
    for (const file of readdirSync(folder)) if (file.startsWith(`${name}.damaged-`)) rmSync(join(folder, file))
  }
}

/** A file of a later build: it is left as it is, for that build. */
class NewerFile extends Error {}

/** The file as it is, made if there is none. @throws NewerFile, or what SQLite throws of a damaged one or a failing disk */
function opened(path: string): DatabaseSync {
  // Made before SQLite makes it, so that no one else can ever read it; its log gets the same rights.
  closeSync(openSync(path, 'a', 0o600))
  const db = new DatabaseSync(path)
  try {
    for (const setting of SETTINGS) db.exec(setting)
    const { integrity_check: verdict } = db.prepare('pragma integrity_check(1)').get() as { integrity_check: string }
    if (verdict !== 'ok') throw new Error(verdict)
    migrate(db)
    syncFolder(path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/* SQLite's codes for busy, locked, read-only, I/O, full, can't open. */
const OF_DISK = [5, 6, 8, 10, 13, 14]

/** A disk that is full or may not be written to says nothing about the file. */
const isOfDisk = (error: unknown): boolean => OF_DISK.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

function migrate(db: DatabaseSync) {
  const { user_version: now } = db.prepare('pragma user_version').get() as { user_version: number }
  if (now > VERSIONS.length) throw new NewerFile(`the file is of version ${now}, and this build knows ${VERSIONS.length}`)
  if (now === VERSIONS.length) return
  db.exec('begin immediate')
  for (const sql of VERSIONS.slice(now).flat()) db.exec(sql)
  db.exec(`pragma user_version = ${VERSIONS.length}`)
  db.exec('commit')
}

/* The name of a new file is only as lasting as its folder. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
