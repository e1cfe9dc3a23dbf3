import { sql } from 'kysely'
import { type Belief, beliefFrom } from '#features/core/notices/heard.ts'
import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'

/**
 * The visit as each client expects it, from the last text they read about it. A client who has read nothing, or heard in person since,
 * is left out. Their rows are locked, so that concurrent changes and a text that is being sent run one after the other.
 */
export const beliefsAbout = async (tx: PracticeTx, appointmentId: string, clientIds: readonly string[]): Promise<Map<string, Belief>> =>
  (await newsAbout(tx, appointmentId, clientIds)).beliefs

/** The same; `isAny`: some of them have read of it, if not what they can expect. */
export async function newsAbout(
  tx: PracticeTx,
  appointmentId: string,
  clientIds: readonly string[],
): Promise<{ beliefs: Map<string, Belief>; isAny: boolean }> {
  if (clientIds.length === 0) return { beliefs: new Map(), isAny: false }
  const ids = [...clientIds]
  const locking = sql`select id from clients where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  const reading = sql<NoticeRow>`
    select * from notices where client_id = any(${ids}::uuid[]) and news_of @> array[${appointmentId}]::uuid[]
    order by state_at for update`.execute(tx)
  const [, { rows }] = await allEnded([locking, reading])
  const beliefs = new Map<string, Belief>()
  for (const row of rows) {
    const belief = beliefFrom(row, appointmentId)
    if (row.client_id && belief !== undefined) beliefs.set(row.client_id, belief)
  }
  return { beliefs, isAny: rows.length > 0 }
}

/** Marks a text as the latest notice on these visits to its client. */
export async function noteNews(tx: PracticeTx, row: NoticeRow, appointmentIds: readonly string[]): Promise<void> {
  for (const id of appointmentIds) await forgetNews(tx, id, row.client_id ? [row.client_id] : [])
  const all = [...new Set([...row.news_of, ...appointmentIds])]
  await tx.updateTable('notices').set({ news_of: all }).where('id', '=', row.id).execute()
}

/** Marks the texts these clients have read about a visit as out of date: they hear in person, or another text follows. */
export async function forgetNews(tx: PracticeTx, appointmentId: string, clientIds: readonly string[]): Promise<void> {
  await sql`update notices set news_of = array_remove(news_of, ${appointmentId}::uuid)
    where client_id = any(${[...clientIds]}::uuid[]) and news_of @> array[${appointmentId}]::uuid[]`.execute(tx)
}
