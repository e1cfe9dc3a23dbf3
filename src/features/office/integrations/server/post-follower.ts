import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import { following, type Written } from '#platform/server/database/followers.ts'
import { same } from '#platform/server/sync/merge.ts'

/** What of each table decides whether a post may be up. */
const DECIDING: Readonly<Record<string, readonly string[]>> = {
  clients: ['deleted_at'],
  horses: ['client_id', 'gone_on', 'gone_reason', 'deleted_at'],
  photo_consents: ['client_id', 'horse_id', 'uses', 'given_at', 'withdrawn_at', 'deleted_at'],
  posts: ['state', 'networks', 'deleted_at'],
}

/**
 * In the transaction in which an owner's consent ends, a horse is sold or dies, or somebody takes a post down, each post says that it comes down: the
 * next exchange does it, and where it can't, a person is told.
 */
export const postFollower = following({
  tables: ['clients', 'horses', 'photo_consents', 'posts'],
  async follow(tx, _, written) {
    if (written.some(decides)) await settlePosts(tx)
  },
})

const decides = ({ table, before, after }: Written): boolean =>
  // A new client or horse has no post yet.
  (before !== undefined || table === 'posts') && (DECIDING[table] ?? []).some((column) => !same(before?.[column], after[column]))
