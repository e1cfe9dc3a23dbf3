import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Erasure, LongGone, Retention } from '#features/office/erasure/contract.ts'
import { DEFAULT_RETENTION } from '#features/office/erasure/rules.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

export type ErasureRow = Selectable<Tables['erasures']>

const MOST_LISTED = 50

/** The latest erasures, newest first. */
export async function listErasures(tx: PracticeTx, requestId: string | undefined): Promise<ErasureRow[]> {
  const query = tx.selectFrom('erasures').selectAll().orderBy('id', 'desc').limit(MOST_LISTED)
  return (requestId ? query.where('request_id', '=', requestId) : query).execute()
}

/** @throws erasure_not_found */
export async function requireErasure(tx: PracticeTx, id: string): Promise<ErasureRow> {
  const row = await tx.selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('erasure_not_found')
  return row
}

/** The unfinished erasures of a client, newest first. */
export const listUndone = (tx: PracticeTx, clientId: string): Promise<Pick<ErasureRow, 'id' | 'state'>[]> =>
  tx
    .selectFrom('erasures')
    .select(['id', 'state'])
    .where('client_id', '=', clientId)
    .where('state', 'in', ['queued', 'running', 'failed'])
    .orderBy('id', 'desc')
    .execute()

type Counts = Pick<Erasure, 'goes' | 'stays'>

/** Adds a queued erasure. */
export const insertErasure = (
  tx: PracticeTx,
  actor: Actor,
  input: { clientId: string; requestId: string | null } & Counts,
): Promise<ErasureRow> =>
  tx
    .insertInto('erasures')
    .values({
      practice_id: actor.practiceId,
      id: uuidv7(),
      client_id: input.clientId,
      request_id: input.requestId,
      member_id: actor.memberId,
      goes: JSON.stringify(input.goes),
      stays: JSON.stringify(input.stays),
      problem: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

type Change = Partial<Pick<ErasureRow, 'state' | 'handled' | 'total' | 'file_ids' | 'problem'>> & { counts?: Counts }

/** Changes an erasure that is in one of these states; false when it is in another by now. */
export async function moveErasure(
  tx: PracticeTx,
  id: string,
  from: ErasureRow['state'][],
  { counts, ...change }: Change,
): Promise<boolean> {
  const counted = counts ? { goes: JSON.stringify(counts.goes), stays: JSON.stringify(counts.stays) } : {}
  const moved = await tx
    .updateTable('erasures')
    .set({ ...change, ...counted, state_at: currentTime() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** The practice's retention periods. */
export async function findRetention(tx: PracticeTx): Promise<Retention> {
  const row = await tx.selectFrom('retention').selectAll().executeTakeFirst()
  if (!row) return DEFAULT_RETENTION
  return {
    textsDays: row.texts_days,
    messagesDays: row.messages_days,
    answersDays: row.answers_days,
    openingsDays: row.openings_days,
    exportsDays: row.exports_days,
    inactiveYears: row.inactive_years,
  }
}

/** The practices among these with words or openings older than they keep them, or with something that waits for a job a restore has lost. */
export function withWordsToForget(among: readonly string[]): RawBuilder<unknown> {
  const { textsDays, messagesDays, answersDays, openingsDays } = DEFAULT_RETENTION
  return sql`directory.with_words_to_forget(${among}, ${currentTime()}, ${textsDays}, ${messagesDays}, ${answersDays}, ${openingsDays})`
}

/** Stores it. */
export async function saveRetention(tx: PracticeTx, practiceId: string, kept: Retention): Promise<void> {
  const columns = {
    texts_days: kept.textsDays,
    messages_days: kept.messagesDays,
    answers_days: kept.answersDays,
    openings_days: kept.openingsDays,
    exports_days: kept.exportsDays,
    inactive_years: kept.inactiveYears,
  }
  await tx
    .insertInto('retention')
    .values({ practice_id: practiceId, ...columns })
    .onConflict((clash) => clash.column('practice_id').doUpdateSet(columns))
    .execute()
}

const MOST_GONE = 200

/** Clients added before a day, without any visit, work or message since. Longest gone first. */
export async function listLongGone(tx: PracticeTx, since: Day, zone: string): Promise<LongGone[]> {
  const { rows } = await sql<LongGone>`
    select c.id, c.name, seen.last_on::text as "lastOn",
      (select count(*)::int from horses h where h.practice_id = c.practice_id and h.client_id = c.id and h.deleted_at is null) as horses
    from clients c
    cross join lateral (select max(day) as last_on from (
      select a.on_day as day from appointments a where a.practice_id = c.practice_id and a.client_id = c.id and a.deleted_at is null
      union all select a.on_day from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
        where l.practice_id = c.practice_id and l.client_id = c.id and l.deleted_at is null and a.deleted_at is null
      union all select w.work_date from horses h join work_entries w on w.practice_id = h.practice_id and w.horse_id = h.id
        where h.practice_id = c.practice_id and h.client_id = c.id and w.deleted_at is null
      union all select (m.sent_at at time zone ${zone})::date from messages m where m.practice_id = c.practice_id and m.client_id = c.id and m.deleted_at is null
    ) days) seen
    where c.deleted_at is null and coalesce(seen.last_on, '-infinity') < ${since}
      and (c.created_at at time zone ${zone})::date < ${since}
    order by seen.last_on nulls first, c.name limit ${MOST_GONE}`.execute(tx)
  return rows
}

/** A row as it goes over the wire, with where its client is still named elsewhere. */
export const toErasure = (row: ErasureRow, stillNamed: string[] = []): Erasure => ({
  id: row.id,
  clientId: row.client_id,
  requestId: row.request_id,
  state: row.state,
  handled: row.handled,
  total: row.total,
  goes: row.goes,
  stays: row.stays,
  stillNamed,
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
  stateAt: row.state_at.toISOString(),
})
