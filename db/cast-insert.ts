import { type Insertable, sql } from 'kysely'
import { cast } from '#db/cast.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

const ROWS_AT_ONCE = 1000
/** A record without a day of its own was there from the beginning. */
const BEGAN_DAYS_AGO = 732

type CastRow<T extends SyncedName> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>
/** Writes many rows of a table in few statements, each with its own place in the practice's order of commits. */
export type Insert = <T extends SyncedName>(table: T, rows: readonly CastRow<T>[]) => Promise<void>

/** Writes rows as they were made up to `now`. */
export function inserter(tx: PracticeTx, now: Date): Insert {
  return async (table, rows) => {
    let seq = await takeSeqs(tx, rows.length)
    const values = rows.map((row) => ({
      ...row,
      ...{ practice_id: cast.practice.id, rev: 1, seq: seq++, deleted_at: null },
      created_at: madeAt(row, now),
    }))
    for (const alike of Map.groupBy(values, (row) => Object.keys(row).sort().join()).values()) await insertAlike(tx, table, alike)
  }
}

/** One parameter a statement: one a value would take most of the time. Columns that the rows don't have take their default. */
async function insertAlike(tx: PracticeTx, table: SyncedName, rows: readonly object[]) {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE))}::jsonb)`.execute(
      tx,
    )
  }
}

/** Columns that show when a record was made. */
const MADE = [
  ...['sent_at', 'accepted_at', 'asked_at', 'said_at', 'completed_at', 'recorded_at', 'taken_on', 'work_date'],
  ...['charged_on', 'issued_on', 'received_on', 'spent_on', 'on_day'],
]

function madeAt(row: object, now: Date): Date {
  const said = MADE.map((column) => (row as Record<string, unknown>)[column]).find(
    (value) => value instanceof Date || typeof value === 'string',
  )
  const { zone } = cast.practice
  const day = typeof said === 'string' ? said : addDays(dayOf(now, zone), -BEGAN_DAYS_AGO)
  const at = said instanceof Date ? said : instantOf(day, '18:00', zone)
  return at < now ? at : now
}

async function takeSeqs(tx: PracticeTx, count: number): Promise<number> {
  const { seq } = await tx
    .updateTable('sync_counters')
    .set((eb) => ({ seq: eb('seq', '+', count) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq - count + 1
}
