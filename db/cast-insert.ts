import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import { type StopRows, YEARS_BACK } from '#db/cast-rows.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

const ROWS_AT_ONCE = 500

/** The rows of stops: visits, then their horses, then the work on them. */
export async function insertVisits(tx: PracticeTx, rows: StopRows[]) {
  await insertAll(
    tx,
    'appointments',
    rows.map((row) => row.visit),
  )
  await insertAll(
    tx,
    'visit_horses',
    rows.flatMap((row) => row.lines),
  )
  await insertAll(
    tx,
    'work_entries',
    rows.flatMap((row) => row.entries),
  )
}

/** One line of Recent Activity per finished visit, as the farrier's own work would add. */
export async function recordActivity(tx: PracticeTx, rows: StopRows[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('activity')
    .values(
      rows.map(({ visit }) => ({
        practice_id: cast.practice.id,
        id: uuidOf('cast', 'activity', visit.id),
        at: visit.completed_at as Date,
        member_id: cast.owner.memberId,
        device_id: null,
        entity: 'appointments',
        entity_id: visit.id,
        verb: 'completed',
        before: null,
        after: { title: visit.title, status: 'done' },
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute()
}

type CastRow<T extends SyncedName> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

/** Many rows in few statements, each with its own place in the practice's order of commits. */
export async function insertAll<T extends SyncedName>(tx: PracticeTx, table: T, rows: CastRow<T>[]) {
  let seq = await takeSeqs(tx, rows.length)
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows.slice(at, at + ROWS_AT_ONCE).map((row) => rowOf(row, seq++))
    await tx
      .insertInto(table)
      .values(values as never)
      .execute()
  }
}

// practice_id, rev and seq as an ordinary write would set them.
const rowOf = <T extends SyncedName>(row: CastRow<T>, seq: number) => ({
  ...row,
  practice_id: cast.practice.id,
  rev: 1,
  seq,
  deleted_at: null,
  created_at: madeAt(row),
})

/** Columns that show when a record was made. A record without any was there from the beginning. */
const MADE = ['sent_at', 'accepted_at', 'completed_at', 'work_date', 'charged_on', 'issued_on', 'received_on', 'spent_on', 'on_day']

function madeAt(row: object): Date {
  const said = MADE.map((column) => (row as Record<string, unknown>)[column]).find(
    (value) => value instanceof Date || typeof value === 'string',
  )
  const now = currentTime()
  const day = typeof said === 'string' ? said : addDays(dayOf(now, cast.practice.zone), -366 * YEARS_BACK)
  const at = said instanceof Date ? said : instantOf(day, '18:00', cast.practice.zone)
  return new Date(Math.min(at.getTime(), now.getTime()))
}

/** Reserves `count` places in the practice's order of commits; returns the first. */
export async function takeSeqs(tx: PracticeTx, count: number): Promise<number> {
  const { seq } = await tx
    .updateTable('sync_counters')
    .set((eb) => ({ seq: eb('seq', '+', count) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq - count + 1
}
