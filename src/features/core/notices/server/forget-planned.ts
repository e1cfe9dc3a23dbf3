import { sql } from 'kysely'
import type { NoticeKind } from '#features/core/notices/contract.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Not tried yet, and no one has decided about it. */
const IS_OPEN = sql<boolean>`state = 'queued' and attempts = 0`

/** Removes what waits of a kind and was never tried: all of it, or these. */
export async function forgetPlanned(tx: PracticeTx, kind: NoticeKind, ids?: readonly string[]): Promise<void> {
  let query = tx.deleteFrom('notices').where('kind', '=', kind).where(IS_OPEN)
  if (ids) query = query.where(sql<boolean>`id = any(${ids}::uuid[])`)
  await query.execute()
}

/** A text that waits: to whom, with which link, and until when. */
type Planned = { id: string; clientId: string; link: string | null; dueAt: Date }

/** What waits of a kind and was never tried, the soonest first. */
export async function listPlannedOf(tx: PracticeTx, kind: NoticeKind): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select id, client_id as "clientId", facts -> 'fields' ->> 'link' as link, not_before as "dueAt" from notices
    where kind = ${kind} and client_id is not null and ${IS_OPEN} order by not_before, id`.execute(tx)
  return rows
}
