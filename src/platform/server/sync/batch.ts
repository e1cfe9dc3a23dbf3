import { CompiledQuery, type QueryResult } from 'kysely'
import { AppError } from '#lib/errors.ts'
import type { SyncedName } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import { type PracticeTx, sendingAtOnce } from '#platform/server/database/db.ts'
import { markWishes, shareLedger } from '#platform/server/database/followers.ts'
import { type Blanks, readBlanks } from '#platform/server/sync/blanks.ts'
import type { SyncedRow } from '#platform/server/sync/columns.ts'

export type BatchRow = SyncedRow & Record<string, unknown>
type Pending = { row: BatchRow; isNew: boolean }
type ActivityLine = Record<string, unknown>
/** The rows of one record in a table that devices don't keep. */
export type Owned = { table: string; column: string; id: string }

/**
 * Collects the rows of many changes on their way to the database: it keeps them as they are read and written, and writes them with one statement
 * per table. The transaction must hold the practice's writers. Services do not notice it: `rows.ts` reads and writes through it, and any other
 * statement of `tx` finds the batch's rows in the database, because they are written first.
 */
export class Batch {
  /** The transaction that services get: the caller's, watched. */
  readonly tx: PracticeTx
  /** The last place taken in the practice's order. */
  seq: number
  readonly #inner: PracticeTx
  readonly #practiceId: string
  readonly #blanks: Blanks
  readonly #rows = new Map<SyncedName, Map<string, BatchRow | undefined>>()
  /** `table column id`: all rows of that parent are here. */
  readonly #whole = new Set<string>()
  readonly #drawn = new Set<string>()
  readonly #pending = new Map<SyncedName, Map<string, Pending>>()
  #activity: ActivityLine[] = []
  readonly #owned = new Map<string, { whose: Owned; rows: readonly object[] }>()
  #takeBack: (() => void)[] = []
  #forgetWishes: () => void = () => {}
  #isBeyondTakingBack = false
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(inner: PracticeTx, { practiceId, seq }: { practiceId: string; seq: number }, blanks: Blanks) {
    this.#inner = inner
    this.#practiceId = practiceId
    this.seq = seq
    this.#blanks = blanks
    this.tx = watched(inner, this.#before, this.#after)
    batches.set(this.tx, this)
    shareLedger(inner, this.tx)
  }

  /** Starts at `seq`, the practice's counter as read from its locked row. */
  static async open(inner: PracticeTx, at: { practiceId: string; seq: number }): Promise<Batch> {
    return new Batch(inner, at, await readBlanks(inner))
  }

  /** Whether rows of this table are kept here. Settings are not: their JSON is written as text. */
  holds = (table: SyncedName): boolean => table !== 'settings' && this.#blanks.has(table)

  nextSeq(): number {
    const before = this.seq
    this.#takeBack.push(() => {
      this.seq = before
    })
    this.seq += 1
    return this.seq
  }

  /** Rows read ahead; an id of `wanted` that is not among them names nothing. */
  know(table: SyncedName, rows: readonly BatchRow[], wanted: readonly string[] = []): void {
    const known = this.#of(table)
    for (const row of rows) if (!known.has(row.id)) known.set(row.id, row)
    for (const id of wanted) if (!known.has(id)) known.set(id, undefined)
  }

  /** Declares ids that were drawn for new rows: they are not looked up first, and if one already names something, the database refuses it. */
  knowDrawn(table: SyncedName, ids: readonly string[]): void {
    for (const id of ids) this.#drawn.add(`${table} ${id}`)
  }

  /** Declares that every row of a parent has been read ahead. */
  knowWhole(table: SyncedName, column: string, ids: readonly string[]): void {
    for (const id of ids) this.#whole.add(`${table} ${column} ${id}`)
  }

  async find(table: SyncedName, id: string): Promise<BatchRow | undefined> {
    const known = this.#of(table)
    if (!known.has(id)) this.know(table, await this.#read(table, 'id', id), [id])
    return known.get(id)
  }

  /** Every row whose `column` names `id`, tombstones too, in no order. */
  async under(table: SyncedName, column: string, id: string): Promise<BatchRow[]> {
    const key = `${table} ${column} ${id}`
    // A record that is only being created has no rows but those that wait.
    if (!this.#whole.has(key) && !this.#isNew(id)) {
      this.know(table, await this.#read(table, column, id))
      this.#whole.add(key)
    }
    return [...this.#of(table).values()].flatMap((row) => (row && row[column] === id ? [row] : []))
  }

  /** @throws id_taken */
  async insert(table: SyncedName, values: Record<string, unknown> & { id: string }): Promise<BatchRow> {
    const isFree = this.#drawn.has(`${table} ${values.id}`) && !this.#of(table).has(values.id)
    if (!isFree && (await this.find(table, values.id))) throw new AppError('id_taken')
    const row = withValues({ ...this.#blanks.get(table) } as BatchRow, values)
    this.#put(table, row, true)
    return row
  }

  async change(table: SyncedName, id: string, values: Record<string, unknown>): Promise<BatchRow> {
    const row = withValues({ ...(await this.find(table, id)) } as BatchRow, values)
    this.#put(table, row, this.#pending.get(table)?.get(id)?.isNew ?? false)
    return row
  }

  log(line: ActivityLine): void {
    const before = this.#activity.length
    this.#takeBack.push(() => {
      this.#activity.length = before
    })
    this.#activity.push(line)
  }

  replaceUnder(whose: Owned, rows: readonly object[]): void {
    const key = `${whose.table} ${whose.id}`
    const before = this.#owned.get(key)
    this.#takeBack.push(() => {
      if (before) this.#owned.set(key, before)
      else this.#owned.delete(key)
    })
    this.#owned.set(key, { whose, rows })
  }

  /** Marks the beginning of one change. */
  begin(): void {
    this.#takeBack = []
    this.#forgetWishes = markWishes(this.tx)
    this.#isBeyondTakingBack = false
  }

  /** Undoes what was put here since `begin`; false when some of it is in the database already. */
  takeBack(): boolean {
    if (this.#isBeyondTakingBack) return false
    for (const undo of this.#takeBack.reverse()) undo()
    this.#forgetWishes()
    this.#takeBack = []
    return true
  }

  /** Writes what waits: added rows, parents first, then changed ones, then the journal, then `last`. All statements travel together. */
  async flush(last: readonly CompiledQuery[] = []): Promise<void> {
    const statements = [...this.#statements(), ...last]
    if (statements.length === 0) return
    if (this.#takeBack.length > 0) this.#isBeyondTakingBack = true
    // All must have ended before the caller receives the failure of one, and undoes them.
    const written = Promise.allSettled(statements.map((statement) => this.#inner.executeQuery(statement)))
    this.#writing = written
    const failed = (await written).find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  #statements(): CompiledQuery[] {
    const statements: CompiledQuery[] = []
    for (const isNew of [true, false]) {
      for (const table of syncedNames()) {
        const rows = [...(this.#pending.get(table)?.values() ?? [])].filter((each) => each.isNew === isNew).map((each) => each.row)
        const columns = Object.keys(this.#blanks.get(table) ?? {})
        if (rows.length > 0) statements.push(isNew ? insertMany(table, rows, columns) : changeMany(table, rows, columns))
      }
    }
    for (const [table, owned] of Map.groupBy(this.#owned.values(), ({ whose }) => whose.table)) {
      // A record that is only being created has nothing yet.
      const existing = owned.flatMap(({ whose }) => (this.#isNew(whose.id) ? [] : [whose]))
      if (existing.length > 0) statements.push(removeUnder(this.#practiceId, existing))
      const rows = owned.flatMap((each) => each.rows)
      if (rows.length > 0) statements.push(insertMany(table, rows))
    }
    if (this.#activity.length > 0) statements.push(insertMany('activity', this.#activity))
    this.#pending.clear()
    this.#owned.clear()
    this.#activity = []
    return statements
  }

  #isNew = (id: string): boolean => [...this.#pending.values()].some((rows) => rows.get(id)?.isNew)

  // Arrow functions: they are handed to the watched connection.
  #before = async (query: CompiledQuery): Promise<void> => {
    await this.#writing
    const text = textOf(query)
    const owned = [...this.#owned.values()].map(({ whose }) => whose.table)
    const waits = [...this.#pending.keys(), ...owned, ...(this.#activity.length > 0 ? ['activity'] : [])]
    if (!isRead(text) || waits.some((table) => text.includes(table))) await this.flush()
  }

  // Tables written outside the batch are read again.
  #after = (query: CompiledQuery): void => {
    const text = textOf(query)
    if (isRead(text)) return
    this.#isBeyondTakingBack = true
    for (const table of syncedNames()) {
      if (!text.includes(table)) continue
      this.#rows.delete(table)
      for (const key of this.#whole) if (key.startsWith(`${table} `)) this.#whole.delete(key)
    }
  }

  #of(table: SyncedName): Map<string, BatchRow | undefined> {
    const known = this.#rows.get(table) ?? new Map<string, BatchRow | undefined>()
    this.#rows.set(table, known)
    return known
  }

  // Rows that wait are all known, so the database need not have them yet.
  async #read(table: SyncedName, column: string, id: string): Promise<BatchRow[]> {
    const query = prepared(`batch_${table}_by_${column}`, `select * from "${table}" where practice_id = $1 and "${column}" = $2`)
    return (await this.#inner.executeQuery<BatchRow>({ ...query, parameters: [this.#practiceId, id] })).rows
  }

  #put(table: SyncedName, row: BatchRow, isNew: boolean): void {
    const known = this.#of(table)
    const pending = this.#pending.get(table) ?? new Map<string, Pending>()
    this.#pending.set(table, pending)
    const [wasKnown, was, waited] = [known.has(row.id), known.get(row.id), pending.get(row.id)]
    this.#takeBack.push(() => {
      if (wasKnown) known.set(row.id, was)
      else known.delete(row.id)
      if (waited) pending.set(row.id, waited)
      else pending.delete(row.id)
    })
    known.set(row.id, row)
    pending.set(row.id, { row, isNew })
  }
}

const batches = new WeakMap<object, Batch>()

/** The batch behind a transaction, if it has one that keeps rows of this table. */
export function batchFor(tx: object, table: SyncedName): Batch | undefined {
  const batch = batches.get(tx)
  return batch?.holds(table) ? batch : undefined
}

export const batchOf = (tx: PracticeTx): Batch | undefined => batches.get(tx)

/** Adds rows that all name the same columns, in one statement whose text never varies. */
export function insertMany(table: string, rows: readonly object[], columns = Object.keys(rows[0] ?? {})): CompiledQuery {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const text = `insert into "${table}" (${list}) select ${list} from json_populate_recordset(null::"${table}", $1::json)`
  return { ...prepared(`batch_add_${table}`, text), parameters: [JSON.stringify(rows)] }
}

function changeMany(table: SyncedName, rows: readonly BatchRow[], columns: readonly string[]): CompiledQuery {
  const sets = columns.filter((column) => column !== 'practice_id' && column !== 'id').map((column) => `"${column}" = r."${column}"`)
  const text = `update "${table}" t set ${sets.join(', ')} from json_populate_recordset(null::"${table}", $1::json) r
    where t.practice_id = r.practice_id and t.id = r.id`
  return { ...prepared(`batch_set_${table}`, text), parameters: [JSON.stringify(rows)] }
}

function removeUnder(practiceId: string, owned: readonly Owned[]): CompiledQuery {
  const { table, column } = owned[0] as Owned
  const text = `delete from "${table}" where practice_id = $1 and "${column}" = any($2)`
  return { ...prepared(`batch_clear_${table}`, text), parameters: [practiceId, owned.map(({ id }) => id)] }
}

/** Kysely hands `sql` to pg as it is, and pg takes a named statement in its place: parsed and planned once per connection. */
export const prepared = (name: string, text: string): CompiledQuery => ({
  ...CompiledQuery.raw(text),
  sql: { name, text } as unknown as string,
})

const isRead = (text: string) => /^\s*select\b/i.test(text)

/** The row with the given changes; `undefined` leaves a column unchanged. */
function withValues(row: BatchRow, values: Record<string, unknown>): BatchRow {
  for (const column in values) if (values[column] !== undefined) row[column] = values[column]
  return row
}

const textOf = ({ sql }: CompiledQuery): string => (typeof sql === 'string' ? sql : (sql as { text: string }).text)

/** The same connection, with a hook before and after each statement. */
function watched(inner: PracticeTx, before: (query: CompiledQuery) => Promise<void>, after: (query: CompiledQuery) => void): PracticeTx {
  return sendingAtOnce({
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      await before(query)
      const result = await inner.executeQuery<R>(query as CompiledQuery<R>)
      after(query)
      return result
    },
    // biome-ignore lint/correctness/useYield: no service reads row by row
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('a batch does not stream')
    },
  })
}
