import '#features/office/posts/server/tables.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

type PostRow = Row<'posts'>

type Page = { horseId?: string | undefined; limit: number; after?: string | undefined }

/** The posts, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listPosts(tx: PracticeTx, { horseId, limit, after }: Page): Promise<PostRow[]> {
  let query = tx.selectFrom('posts').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc').limit(limit)
  if (horseId) query = query.where('horse_id', '=', horseId)
  if (after) query = query.where('id', '<', after)
  return query.execute()
}

/** The picture files of a horse among these, on record. */
export const listPicturesOf = (tx: PracticeTx, horseId: string, ids: readonly string[]) =>
  tx
    .selectFrom('attachments')
    .select('id')
    .where('id', 'in', ids)
    .where('horse_id', '=', horseId)
    .where('file_type', '=', 'image')
    .where('deleted_at', 'is', null)
    .execute()

/** The practice's own connections to some connectors. */
export const listNetworkRows = (tx: PracticeTx, connectors: readonly string[]) =>
  tx
    .selectFrom('connections')
    .select(['connector', 'enabled', 'account', 'settings'])
    .where('connector', 'in', connectors)
    .where('member_id', 'is', null)
    .execute()
