import { findPictureOf } from '#features/core/letterhead/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The practice's logo, as a PNG for its papers; undefined: it has none. */
export const logoOf = async (tx: PracticeTx): Promise<Buffer | undefined> => (await findPictureOf(tx, 'logo'))?.content
