import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type YardRow = Row<'yards'>

/** By name, then id; `after` is the last row of the page before. */
export function listYards(tx: PracticeTx, page: { limit: number; after?: { name: string; id: string } | undefined }): Promise<YardRow[]> {
  let query = tx.selectFrom('yards').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id').limit(page.limit)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('name', 'id'), '>', eb.tuple(after.name, after.id)))
  return query.execute()
}

/** The horses kept at a yard. */
export const listHorsesAt = (tx: PracticeTx, yardId: string): Promise<Row<'horses'>[]> =>
  tx.selectFrom('horses').selectAll().where('yard_id', '=', yardId).where('deleted_at', 'is', null).execute()

/** The coming visits at a yard; done or cancelled ones keep their yard. */
export const listOpenVisitsAt = (tx: PracticeTx, yardId: string): Promise<Row<'appointments'>[]> =>
  tx
    .selectFrom('appointments')
    .selectAll()
    .where('yard_id', '=', yardId)
    .where('status', 'in', ['pencilled', 'booked'])
    .where('deleted_at', 'is', null)
    .execute()
