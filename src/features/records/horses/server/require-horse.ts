import type { HorseRow } from '#features/records/horses/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

/** @throws horse_not_found when this practice has no such horse, or no longer. */
export async function requireHorse(tx: PracticeTx, id: string): Promise<HorseRow> {
  const horse = await findRow(tx, 'horses', id)
  if (!horse || horse.deleted_at) throw new AppError('horse_not_found')
  return horse
}
