import { sql } from 'kysely'
import type { PictureKind } from '#features/core/letterhead/rules.ts'
import type { Made } from '#features/core/letterhead/server/picture-maker.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What is shown of each picture of this practice. */
export const listPictures = (tx: PracticeTx) => tx.selectFrom('practice_pictures').select(['kind', 'key', 'width', 'height']).execute()

/** The bytes of a picture, by its id. */
export const findPictureById = (tx: PracticeTx, id: string) =>
  tx.selectFrom('practice_pictures').select(['mime', 'content']).where('id', '=', id).executeTakeFirst()

/** The bytes of a kind of picture. */
export const findPictureOf = (tx: PracticeTx, kind: PictureKind) =>
  tx.selectFrom('practice_pictures').select(['key', 'content']).where('kind', '=', kind).executeTakeFirst()

/** The key of a kind of picture, without its bytes. */
export const findPictureKey = (tx: PracticeTx, kind: PictureKind) =>
  tx.selectFrom('practice_pictures').select('key').where('kind', '=', kind).executeTakeFirst()

/** Deletes a kind of picture; its id, where there was one. */
export const deletePicture = (tx: PracticeTx, kind: PictureKind) =>
  tx.deleteFrom('practice_pictures').where('kind', '=', kind).returning('id').executeTakeFirst()

export const insertPicture = (tx: PracticeTx, { content, ...row }: { id: string; kind: PictureKind; key: string } & Made) =>
  tx
    .insertInto('practice_pictures')
    .values({ practice_id: sql`current_setting('app.practice_id')::uuid`, content: Buffer.from(content), ...row })
    .execute()
