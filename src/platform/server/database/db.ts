import type { Duplex, Writable } from 'node:stream'
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { isUuid } from '#lib/ids.ts'
import { openAnnouncing } from '#platform/server/database/announcing.ts'
import { onOurClock } from '#platform/server/database/db-clock.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'
import { readPractice } from '#platform/server/database/practice-read.ts'
import { isStale, openPreparing, type Prepared, statementOf } from '#platform/server/database/prepared.ts'
import { watchPulse } from '#platform/server/database/pulse.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import { demoAheadMs, inRealTime, inTimeOf } from '#platform/server/practice-time.ts'

/** One transaction inside one practice; sees no other practice's rows. */
export type PracticeTx = Kysely<Tables>
/** One transaction of a guest inside one practice: it sees what is theirs, of the columns that guests may read, and writes nothing. */
export type GuestTx = PracticeTx & { readonly of: 'guest' }
/** Whose eyes a guest's transaction has: those of a person, or, for a member who looks, those of a client. */
export type Guest = { practiceId: string } & ({ personId: string } | { asClient: string })
/** Who has a link to a horse, known by that alone. */
export type Linked = { practiceId: string; shareId: string }
/** A vet or a para-professional who looks after horses of a practice. Their other roles in that practice give them nothing here. */
export type Carer = { practiceId: string; carerId: string }
/** One transaction on schema `directory`, and nothing else. */
export type DirectoryTx = Kysely<DirectoryTables>
export type Database = ReturnType<typeof openDatabase>

/** A last step of a transaction inside a practice. */
export type Ending = (tx: PracticeTx) => Promise<void>

/** Endings that do not wait for each other's writes. */
export const together =
  (...endings: readonly Ending[]): Ending =>
  async (tx) => {
    await allEnded(endings.map((end) => end(tx)))
  }

/** Connections of the two login roles that own nothing. `unnamed`: no statement is prepared, for a pooler that can't keep them apart. */
export type Connections = { app: pg.PoolConfig; directory: pg.PoolConfig; unnamed?: boolean }

/**
 * The two doors to the data. `withPractice` is the only way to tenant tables, `withDirectory` the only way to what must be
 * found before a practice is known; each runs its work in one transaction and rolls back when it throws.
 */
export function openDatabase(connections: Connections) {
  const { unnamed = false } = connections
  const preparing = openPreparing(unnamed)
  const streams = new Set<Duplex>()
  const pool = openPool({ options: BY_KEY, ...connections.app }, 12, streams)
  const directoryPool = openPool(connections.directory, 6, streams)
  const app = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const directory = new Kysely<DirectoryTables>({ dialect: new PostgresDialect({ pool: directoryPool }) })
  const endings = new Set<Ending>()
  const announcing = openAnnouncing(connections.app)
  const pools = [pool, directoryPool]
  const renew = () => streams.forEach((stream) => void stream.destroy())
  const pulse = watchPulse({
    connection: connections.app as pg.ClientConfig,
    isAwaited: () => pools.some(({ totalCount, idleCount }) => totalCount > idleCount),
    // A caller waiting for one of these connections is refused, and none is used again. Later connections are new.
    onSilence: renew,
  })
  async function inPractice<T>(practiceId: string, work: (tx: PracticeTx) => Promise<T>): Promise<T> {
    let hasChanged = false
    const result = await inTransaction(
      { kysely: app, preparing, renew },
      `begin; set local app.practice_id = '${practiceId}'${onDemoClock()}`,
      async (tx) => {
        const done = await work(tx)
        for (const end of endings) await end(tx)
        hasChanged = changed.has(tx)
        // Not awaited: it travels with the commit, which keeps nothing where it failed.
        for (const sent of sendLast(tx)) sent.catch(() => {})
        return done
      },
    )
    if (hasChanged) announcing.changed(practiceId)
    return result
  }
  return {
    pool,
    directoryPool,
    /** Announces which practices have changed. */
    announcing,
    /** For a connection outside the pools, which only listens. */
    listening: connections.app as pg.ClientConfig,
    withPractice<T>(practiceId: string, work: (tx: PracticeTx) => Promise<T>): Promise<T> {
      // Checked, because it goes into the text of the first message together with BEGIN: one round trip for both.
      if (!isUuid(practiceId)) throw new Error('practice id is not a uuid')
      return inTimeOf(practiceId, () => inPractice(practiceId, work))
    },
    /**
     * A guest's way in: the transaction runs as a role that reads nothing but what the policies of that guest show. What follows from a
     * guest's wish is written by the practice, in a transaction of `withPractice`.
     */
    withGuest: <T>(guest: Guest | Linked | Carer, work: (tx: GuestTx) => Promise<T>): Promise<T> =>
      inTimeOf(guest.practiceId, () => inTransaction({ kysely: app, preparing, renew }, beginAs(guest), (tx) => work(tx as GuestTx))),
    /**
     * From now on every transaction inside a practice ends with the effects of the rows it wrote. Adding an ending twice has no further effect.
     */
    follow(...more: readonly Ending[]): void {
      for (const end of more) endings.add(end)
    },
    withDirectory: <T>(work: (tx: DirectoryTx) => Promise<T>): Promise<T> =>
      inRealTime(() => inTransaction({ kysely: directory, preparing, renew }, 'begin', work)),
    /** One prepared read in one practice, in a transaction of its own. */
    readPractice: <R extends pg.QueryResultRow>(practiceId: string, statement: Prepared, values: unknown[]): Promise<R[]> =>
      readPractice(pool, practiceId, statementOf(statement, unnamed), values),
    /** One prepared read in schema `directory`. */
    readDirectory: async <R extends pg.QueryResultRow>(statement: Prepared, values: unknown[]): Promise<R[]> =>
      (await directoryPool.query<R>({ ...statementOf(statement, unnamed), values })).rows,
    /** Whether the database answers within so many milliseconds. */
    answersWithin: pulse.answersWithin,
    async close() {
      await announcing.close()
      await Promise.all([app.destroy(), directory.destroy(), pulse.close()])
    },
  }
}

function beginAs(guest: Guest | Linked | Carer): string {
  const [setting, id] = whoIn(guest)
  if (!isUuid(guest.practiceId) || !isUuid(id)) throw new Error('an id of a guest is not a uuid')
  return `begin; set local role pritchel_guest; set local app.practice_id = '${guest.practiceId}'; set local app.${setting} = '${id}'${onDemoClock()}`
}

function whoIn(guest: Guest | Linked | Carer): [setting: string, id: string] {
  if ('shareId' in guest) return ['share_id', guest.shareId]
  if ('carerId' in guest) return ['carer_id', guest.carerId]
  return 'personId' in guest ? ['person_id', guest.personId] : ['as_client', guest.asClient]
}

/** In a copy of the demo `clock_now()` shows its time too. */
function onDemoClock(): string {
  const ahead = demoAheadMs()
  return ahead === undefined ? '' : `; set local pritchel.ahead = '${ahead}ms'`
}

/** `renew` replaces the connections whose prepared statements no longer fit the tables. */
type Door<DB> = { kysely: Kysely<DB>; preparing: ReturnType<typeof openPreparing>; renew: () => void }

function inTransaction<DB, T>({ kysely, preparing, renew }: Door<DB>, begin: string, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
  return kysely.getExecutor().provideConnection(async (connection) => {
    const tx = sendingAtOnce<DB>(preparing(connection))
    // Not awaited: it travels with the first query of the work, and an error in it fails that query too.
    const begun = tx.executeQuery(CompiledQuery.raw(begin))
    begun.catch(() => {})
    try {
      const result = await work(tx)
      await begun
      const [end] = (await tx.executeQuery<{ command: string }>(CompiledQuery.raw('commit'))).rows
      // PostgreSQL answers ROLLBACK when a statement failed and no one handled the failure: nothing of the transaction is kept.
      if (end?.command === 'ROLLBACK') throw new AbortedTransactionError()
      return result
    } catch (error) {
      // A dead connection can't roll back and needn't; the first error is the one to report.
      await tx.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      if (isStale(error)) renew()
      throw error
    }
  })
}

/**
 * Runs statements on one connection and sends each as soon as it is requested: statements that need not wait for each other travel together. On
 * Kysely's own `connection()` every statement waits for the previous one's result.
 */
export function sendingAtOnce<DB>(connection: DatabaseConnection): Kysely<DB> {
  const executor = new DefaultQueryExecutor(COMPILER, ADAPTER, { provideConnection: (consumer) => consumer(connection) })
  return new Kysely<DB>({ ...UNCONNECTED, executor })
}

const COMPILER = new PostgresQueryCompiler()
const ADAPTER = new PostgresAdapter()
const DIALECT: Dialect = {
  createAdapter: () => ADAPTER,
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => COMPILER,
}
const UNCONNECTED = { config: { dialect: DIALECT }, dialect: DIALECT, driver: new DummyDriver() }

/**
 * The results of statements of one transaction that need not wait for each other. The first failure is thrown only when all have ended: none may
 * still be under way when the transaction is over and its connection is in use by another.
 */
export async function allEnded<T extends readonly Promise<unknown>[]>(
  statements: [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements)
  return Promise.all(statements)
}

const changed = new WeakSet<object>()

/** Notes that a transaction changes data that devices of its practice keep: they are notified once it is committed. */
export const noteChanged = (tx: PracticeTx): void => void changed.add(tx)

const closing = new WeakMap<object, Map<string, () => Promise<unknown>>>()

/** Sends a statement as the very last of a transaction; of several with the same name, only the latest. */
export function atCommit(tx: PracticeTx, name: string, write: () => Promise<unknown>): void {
  const writes = closing.get(tx) ?? new Map<string, () => Promise<unknown>>()
  closing.set(tx, writes.set(name, write))
}

/** Sends the statements that wait for the end of a transaction. */
export const sendLast = (tx: PracticeTx): Promise<unknown>[] => [...(closing.get(tx)?.values() ?? [])].map((write) => write())

export type { Prepared }
/** Runs prepared statements in one practice. */
export type Read = <R extends pg.QueryResultRow>(statement: Prepared, values: unknown[]) => Promise<R[]>

/** Prepared statements inside a transaction. */
export const readIn =
  (tx: PracticeTx): Read =>
  async <R>(statement: Prepared, values: unknown[]) => {
    // Kysely hands `sql` to pg as it is, and pg takes a named statement in its place.
    const query = { ...CompiledQuery.raw(statement.text, values), sql: statement as unknown as string }
    return (await tx.executeQuery<R>(query)).rows
  }

/**
 * A statement is planned for any practice, and to find its rows by an index. If it were planned for the current practice, PostgreSQL would
 * assume no rows for a practice it has not analysed yet, and read all of it in search of a single record; in a new installation it would read
 * whole tables. Foreign keys are checked with such plans too. A small table without such an index is still read whole, at an estimated cost that
 * would make PostgreSQL compile the statement first: `jit=off` prevents that.
 */
const BY_KEY = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off'

/** `streams` holds those of its open connections. */
function openPool(connection: pg.PoolConfig, max: number, streams: Set<Duplex>) {
  const pool = new pg.Pool({
    max,
    pipeline: true,
    // For a free connection, or for a new one to be answered.
    connectionTimeoutMillis: 4000,
    statement_timeout: 20_000,
    lock_timeout: 8000,
    idle_in_transaction_session_timeout: 20_000,
    types,
    ...onOurClock(connection),
  })
  // An idle connection broken by a restart of PostgreSQL is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for a connection in use, between two of its queries: the next query fails and reports it.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const { stream } = (client as pg.PoolClient & { connection: { stream: Duplex } }).connection
    writeTogether(stream)
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
  })
  return pool
}

/**
 * What is written in one turn of the event loop goes out in one system call: BEGIN and the first query, for one, and all statements of a
 * batch. The driver corks too, but each of its messages separately.
 */
function writeTogether(stream: Writable) {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
  let isHeld = false
  stream.write = (...args: unknown[]) => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return write(...args)
  }
}

const DATE = 1082
const TIME = 1083
const INT8 = 20

/** Days stay `yyyy-MM-dd`, wall times become `HH:mm`, sequence numbers become numbers (they stay far under 2^53). */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary') {
      if (oid === DATE) return (value: string) => value
      if (oid === TIME) return (value: string) => value.slice(0, 5)
      if (oid === INT8) return Number
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
}
