import { sql } from 'kysely'
import { currentMs, currentTime } from '#lib/clock.ts'
import type { SyncedName } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

/** How long a device may be away: until then it receives every removal, and a repeated op is recognised (sync.md). */
const KEPT_DAYS = 400
const EVERY_NIGHT = '40 3 * * *'

/** Deletes, in every practice, what no device may still have to receive. */
export const forgetOld = (db: Database): JobHandler => ({
  queue: 'forget-old',
  cron: EVERY_NIGHT,
  async handle(_, log) {
    const before = new Date(currentMs() - KEPT_DAYS * DAY_MS)
    const over = {
      job: 'forget-old',
      asOf: currentTime(),
      withWork: (among: readonly string[]) => sql`directory.with_old_changes(${among}, ${before})`,
      work: (id: string) => db.withPractice(id, (tx) => forgetBefore(tx, before)),
    }
    await forEachPractice(db, over, log)
    await forgetGuests(db)
  },
})

const DAY_MS = 24 * 60 * 60_000

/** Requested codes go after a day, those for shells when they are over, and sessions of guests when they are over. */
const forgetGuests = (db: Database) =>
  db.withDirectory(async (tx) => {
    await tx
      .deleteFrom('directory.asks')
      .where('asked_at', '<', new Date(currentMs() - DAY_MS))
      .execute()
    await tx.deleteFrom('directory.shell_codes').where('letters_until', '<', currentTime()).execute()
    await tx.deleteFrom('directory.challenges').where('expires_at', '<', currentTime()).execute()
    await tx.deleteFrom('directory.sessions').where('kind', '=', 'guest').where('expires_at', '<', currentTime()).execute()
  })

/**
 * Deletes ops applied and tombstones written before a time; a device whose last pull was earlier gets 410. A tombstone that another record still
 * names stays.
 */
async function forgetBefore(tx: PracticeTx, before: Date): Promise<void> {
  await tx.deleteFrom('sync_ops').where('applied_at', '<', before).execute()
  await holdWriters(tx)
  const references = await listReferences(tx)
  let last = 0
  for (const table of syncedNames().toReversed())
    last = Math.max(last, await dropTombstones(tx, table, references.get(table) ?? [], before))
  if (last === 0) return
  await tx
    .updateTable('sync_counters')
    .set((eb) => ({ min_seq: eb.fn<number>('greatest', ['min_seq', eb.val(last)]) }))
    .execute()
}

type Reference = { table: string; column: string }

/** Deletes a table's old tombstones except those that are named; returns the last deleted place in the order. */
async function dropTombstones(tx: PracticeTx, table: SyncedName, references: readonly Reference[], before: Date): Promise<number> {
  const named = references.map(
    (reference) => sql`and not exists (select from ${sql.raw(reference.table)} r
      where r.practice_id = t.practice_id and r.${sql.ref(reference.column)} = t.id)`,
  )
  const { rows } = await sql<{ seq: number }>`
    delete from ${sql.table(table)} t where deleted_at < ${before} ${sql.join(named, sql` `)} returning seq`.execute(tx)
  return Math.max(0, ...rows.map(({ seq }) => seq))
}

/** What names the records of each synced table: every foreign key is of the practice and the record's id. */
async function listReferences(tx: PracticeTx): Promise<Map<string, Reference[]>> {
  const { rows } = await sql<Reference & { to: string }>`
    select k.confrelid::regclass::text as to, k.conrelid::regclass::text as table, a.attname as column
    from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and array_length(k.conkey, 1) = 2`.execute(tx)
  return Map.groupBy(rows, ({ to }) => to)
}
