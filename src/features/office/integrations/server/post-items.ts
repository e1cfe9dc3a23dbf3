import { sql } from 'kysely'
import { POSTERS } from '#connectors/registry.ts'
import type { PostRow } from '#features/office/posts/server/service.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What is known of a post at a network. */
export type PostItem = {
  postId: string
  /** Sent, or on its way. `erased`: it is taken down because its client was erased. */
  state: 'sending' | 'sent' | 'doubt' | 'erased'
  remoteId: string | null
  /** What it is published by there; null: not handed over yet. */
  prepared: string | null
  /** When its publishing began, which may have arrived; null: it has not begun. */
  publishingAt: string | null
  /** When it began before that, and was not there afterwards; of one that a person must take down, when we last tried. */
  triedAt: string | null
  /** Only a person can take it down. */
  isByHand: boolean
  sentence: string | null
}

export const startedItem = (postId: string): PostItem => ({
  ...{ postId, state: 'sending', remoteId: null, prepared: null, publishingAt: null },
  ...{ triedAt: null, isByHand: false, sentence: null },
})

const COLUMNS = [
  'subject_id as postId',
  'remote_id as remoteId',
  'remote_tag as prepared',
  'sending_when as publishingAt',
  'sent_when as triedAt',
  'state',
  'kind',
  'sentence',
] as const

type Read = Omit<PostItem, 'state' | 'isByHand'> & { state: string; kind: string | null }
const itemOf = ({ kind, state, ...item }: Read): PostItem => ({ ...item, state: state as PostItem['state'], isByHand: kind === BY_HAND })
const BY_HAND = 'by_hand'

/** All a connection has there, or may have. */
export const listPostItems = async (tx: PracticeTx, connectionId: string): Promise<PostItem[]> =>
  (await tx.selectFrom('connection_items').select(COLUMNS).where('connection_id', '=', connectionId).orderBy('subject_id').execute()).map(
    itemOf,
  )

export const findPostItem = async (tx: PracticeTx, connectionId: string, postId: string): Promise<PostItem | undefined> => {
  const query = tx.selectFrom('connection_items').select(COLUMNS).where('connection_id', '=', connectionId)
  const row = await query.where('subject_id', '=', postId).executeTakeFirst()
  return row && itemOf(row)
}

/** Writes an item as it is known from now on. One that was erased meanwhile stays so. */
export async function putPostItem(tx: PracticeTx, { id, practice_id }: { id: string; practice_id: string }, item: PostItem): Promise<void> {
  const { postId, state, remoteId, prepared, publishingAt, triedAt, isByHand, sentence } = item
  const known = {
    ...{ state, remote_id: remoteId, remote_tag: prepared, sending_when: publishingAt, sent_when: triedAt },
    ...{ kind: isByHand ? BY_HAND : null, sentence },
  }
  await tx
    .insertInto('connection_items')
    .values({ practice_id, connection_id: id, subject_id: postId, sent_hash: null, erasure_id: null, ...known })
    .onConflict((clash) =>
      clash.columns(['practice_id', 'connection_id', 'subject_id']).doUpdateSet({
        ...known,
        state: sql`case when connection_items.state = 'erased' then 'erased' else excluded.state end`,
      }),
    )
    .execute()
}

export const forgetPostItem = (tx: PracticeTx, connectionId: string, postId: string) =>
  tx.deleteFrom('connection_items').where('connection_id', '=', connectionId).where('subject_id', '=', postId).execute()

/** The ids of all that can be posted to. */
export const networkIds = (): string[] => Object.keys(POSTERS)

/** Posts that were pressed and are not over at every network, removed ones too; `ids`: of these alone. */
export const listOpenPosts = (tx: PracticeTx, ids?: readonly string[]): Promise<PostRow[]> => {
  let query = tx
    .selectFrom('posts as p')
    .selectAll('p')
    .where('p.pressed_at', 'is not', null)
    .where(
      sql<boolean>`((p.state = 'posting' and p.deleted_at is null)
        or exists (select from jsonb_each(p.targets) t where t.value ->> 'state' not in ('down', 'refused', 'left')))`,
    )
    .orderBy('p.pressed_at')
    .orderBy('p.id')
  if (ids) query = query.where('p.id', 'in', ids)
  return query.execute()
}

/** The practice's connections to networks. */
export const listPostConnections = (tx: PracticeTx) =>
  tx.selectFrom('connections').selectAll().where('connector', 'in', networkIds()).where('member_id', 'is', null).execute()
