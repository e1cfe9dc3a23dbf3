import { picturePath } from '#features/core/letterhead/rules.ts'
import { findPictureKey } from '#features/core/letterhead/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Where the farrier's picture is that owners' pages show; null: the practice has none. */
export async function pictureOf(tx: PracticeTx): Promise<string | null> {
  const picture = await findPictureKey(tx, 'farrier')
  return picture ? picturePath(picture.key) : null
}
