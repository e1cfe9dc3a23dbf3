import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 15
/** More are never kept: the longest untouched go. */
const MOST_KEPT = 100_000
/** How many tries of this process lie between two clearings. */
const CLEAR_EVERY = 500

/** Something that may be tried so often in a quarter of an hour, or in so many minutes: what is tried, and by or at whom. */
export type Limit = { what: string; whose: string; most: number; minutes?: number }

/**
 * Counts tries in the database, so that several servers count as one, and before they are judged, so that a hundred at once are a hundred.
 * `mostKept` rows are kept at most.
 */
export class Tries {
  readonly #db: Database
  readonly #mostKept: number
  #taken = 0

  constructor(db: Database, mostKept = MOST_KEPT) {
    this.#db = db
    this.#mostKept = mostKept
  }

  /** Counts one try under each limit. @throws too_many_tries when one is used up; none is counted then */
  async take(...limits: Limit[]): Promise<void> {
    if (this.#taken++ % CLEAR_EVERY === 0) await this.forgetOld()
    await this.#db.withDirectory(async (tx) => {
      const now = new Date(currentMs())
      // In one order everywhere, so that two tries at once never wait for each other.
      for (const { key, most, minutes } of limits.map(keyed).sort((a, b) => Buffer.compare(a.key, b.key))) {
        if ((await countOne(tx, { key, minutes }, now)) > most) throw new AppError('too_many_tries')
      }
    })
  }

  /** Subtracts one try: it was no failure. */
  async giveBack(...limits: Limit[]): Promise<void> {
    await this.#change(limits, (tx, keys) =>
      tx.updateTable('directory.tries').set({ count: sql<number>`greatest(count - 1, 0)` }).where('key', 'in', keys).execute(),
    )
  }

  /** Deletes the count: the person has proven their identity. */
  async clear(...limits: Limit[]): Promise<void> {
    await this.#change(limits, (tx, keys) => tx.deleteFrom('directory.tries').where('key', 'in', keys).execute())
  }

  /** Deletes rows that no limit needs any more, and rows above the maximum. */
  async forgetOld(): Promise<void> {
    await this.#db.withDirectory(async (tx) => {
      const tries = tx.selectFrom('directory.tries').select('key')
      // Rows that another transaction is counting are skipped: waiting for them, locked in another order, could deadlock.
      const old = tries.where('ends_at', '<=', currentTime()).forUpdate().skipLocked()
      await tx.deleteFrom('directory.tries').where('key', 'in', old).execute()
      const last = tries.orderBy('since', 'desc').offset(this.#mostKept)
      const tooMany = tries.where('key', 'in', last).forUpdate().skipLocked()
      await tx.deleteFrom('directory.tries').where('key', 'in', tooMany).execute()
    })
  }

  async #change(limits: Limit[], work: (tx: DirectoryTx, keys: Buffer[]) => Promise<unknown>) {
    if (limits.length > 0)
      await this.#db.withDirectory(async (tx) => {
        const keys = limits.map((limit) => keyed(limit).key)
        await tx.selectFrom('directory.tries').select('key').where('key', 'in', keys).orderBy('key').forUpdate().execute()
        await work(tx, keys)
      })
  }
}

/**
 * The key under which a try is counted by its source: an IPv4 address, or the network of an IPv6 address, because the user of one of its
 * addresses has them all.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  if (/^::ffff:[\d.]+$/i.test(address)) return address.slice('::ffff:'.length)
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

// No address lies in the table.
const keyed = ({ what, whose, most, minutes = WINDOW_MINUTES }: Limit) => ({
  key: createHash('sha256').update(`${what}\n${whose}`).digest(),
  most,
  minutes,
})

async function countOne(tx: DirectoryTx, { key, minutes }: { key: Buffer; minutes: number }, now: Date): Promise<number> {
  const ends = new Date(now.getTime() + minutes * MINUTE_MS)
  const { rows } = await sql<{
    count: number
  }>`insert into directory.tries as t (key, count, since, ends_at) values (${key}, 1, ${now}, ${ends})
    on conflict (key) do update set count = case when t.ends_at > ${now} then t.count + 1 else 1 end,
      since = case when t.ends_at > ${now} then t.since else excluded.since end,
      ends_at = case when t.ends_at > ${now} then t.ends_at else excluded.ends_at end returning count`.execute(tx)
  return rows[0]?.count ?? 0
}
