import { AppError, type ErrorCode } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type VoiceRow = Row<'voice_notes'>

/** A horse's voice notes, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listVoiceOf(tx: PracticeTx, horseId: string, page: { limit: number; after?: string | undefined }): Promise<VoiceRow[]> {
  let query = tx
    .selectFrom('voice_notes')
    .selectAll()
    .where('horse_id', '=', horseId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) query = query.where('id', '<', page.after)
  return query.execute()
}

/** Checks that a record that a note names apart from its horse exists and belongs to that horse. @throws `missing` */
export async function requireOf(tx: PracticeTx, horseId: string, { table, id, missing }: Named): Promise<void> {
  const row = await findRow(tx, table, id)
  // A line of a visit may have no horse yet.
  const isOfIt = row && (!('horse_id' in row) || row.horse_id === null || row.horse_id === horseId)
  if (!row || row.deleted_at || !isOfIt) throw new AppError(missing)
}
export type Named = { table: 'appointments' | 'visit_horses' | 'work_entries'; id: string; missing: ErrorCode }

/** Where the bytes of a note lie; undefined when they were swept. */
export async function findSound(tx: PracticeTx, note: VoiceRow): Promise<{ key: string; bytes: number } | undefined> {
  if (!note.file_id) return undefined
  const file = await tx.selectFrom('files').select(['store_key', 'bytes']).where('id', '=', note.file_id).executeTakeFirst()
  return file?.store_key ? { key: file.store_key, bytes: Number(file.bytes) } : undefined
}
