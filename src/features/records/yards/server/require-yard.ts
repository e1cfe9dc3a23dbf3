import type { YardRow } from '#features/records/yards/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

/** @throws yard_not_found when this practice has no such yard, or no longer. */
export async function requireYard(tx: PracticeTx, id: string): Promise<YardRow> {
  const yard = await findRow(tx, 'yards', id)
  if (!yard || yard.deleted_at) throw new AppError('yard_not_found')
  return yard
}
