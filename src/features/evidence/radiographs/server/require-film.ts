import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

/** A film of a horse, which can be measured. @throws attachment_not_found where a file is none, or was taken off record */
export async function requireFilm(tx: PracticeTx, id: string): Promise<{ id: string; horseId: string }> {
  const file = await findRow(tx, 'attachments', id)
  const isFilm = file?.file_type === 'radiograph' || file?.mime === 'application/dicom'
  // Only members who see money see a receipt; no one measures one.
  if (!file || file.deleted_at || !file.horse_id || file.expense_id || !isFilm) throw new AppError('attachment_not_found')
  return { id: file.id, horseId: file.horse_id }
}
