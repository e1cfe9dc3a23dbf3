import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import {
  listOpenPosts,
  listPostConnections,
  listPostItems,
  networkIds,
  type PostItem,
} from '#features/office/integrations/server/post-items.ts'
import { targetOf } from '#features/office/integrations/server/post-targets.ts'
import { heldPostWords } from '#features/office/integrations/server/post-words.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import type { Target } from '#features/office/posts/contract.ts'
import { mayPostOf } from '#features/office/posts/server/may-post-of.ts'
import type { PostRow } from '#features/office/posts/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, keepServerColumns } from '#platform/server/database/rows.ts'
import { same } from '#platform/server/sync/merge.ts'

type Known = { connection: ConnectionRow; items: ReadonlyMap<string, PostItem> }
type Change = Pick<PostRow, 'state' | 'down_at' | 'down_by' | 'targets'>

/**
 * Brings posts up to what holds now: one whose owner's consent no longer holds is to come down, for good, and each says how it stands at each network,
 * also where that is switched off or gone. Nothing is sent. `ids`: these alone.
 */
export async function settlePosts(tx: PracticeTx, ids?: readonly string[]): Promise<void> {
  if (networkIds().length === 0) return
  // With nothing to write the practice's writers are not held up.
  if ((await changesOf(tx, ids)).length === 0) return
  await holdWriters(tx)
  for (const { post, change } of await changesOf(tx, ids)) await keepServerColumns(tx, post, 'posts', change)
  await tellCards(tx)
}

async function changesOf(tx: PracticeTx, ids: readonly string[] | undefined): Promise<{ post: PostRow; change: Change }[]> {
  const posts = await listOpenPosts(tx, ids)
  if (posts.length === 0) return []
  const allowed = await mayPostOf(tx, [...new Set(posts.filter(isUp).map(({ horse_id }) => horse_id))])
  const known = await knownOf(tx)
  const now = currentTime()
  return posts.flatMap((post) => {
    const isOver = isUp(post) && !allowed.has(post.horse_id)
    const { state, down_at, down_by } = post
    const standing = isOver ? { state: 'down' as const, down_at: now, down_by: 'consent' as const } : { state, down_at, down_by }
    const change = { ...standing, targets: targetsOf({ ...post, ...standing }, known, now) }
    return !isOver && same(change.targets, post.targets) ? [] : [{ post, change }]
  })
}

const isUp = ({ state, deleted_at }: Pick<PostRow, 'state' | 'deleted_at'>): boolean => state === 'posting' && deleted_at === null

async function knownOf(tx: PracticeTx): Promise<ReadonlyMap<string, Known>> {
  const known = new Map<string, Known>()
  for (const connection of await listPostConnections(tx)) {
    const items = await listPostItems(tx, connection.id)
    known.set(connection.connector, { connection, items: new Map(items.map((item) => [item.postId, item])) })
  }
  return known
}

function targetsOf(post: PostRow, known: ReadonlyMap<string, Known>, now: Date): Record<string, Target> {
  const networks = [...new Set([...post.networks, ...Object.keys(post.targets)])].filter((id) => networkIds().includes(id))
  const targets = networks.flatMap((id) => {
    const { connection, items } = known.get(id) ?? {}
    const was = post.targets[id]
    const target = targetOf({ name: manifestOf(id).name, isUp: isUp(post), was, connection, item: items?.get(post.id), now })
    return target ? [[id, target] as const] : []
  })
  return { ...post.targets, ...Object.fromEntries(targets) }
}

/** The card of a network that is switched off says what is still up there. */
async function tellCards(tx: PracticeTx): Promise<void> {
  const off = (await listPostConnections(tx)).filter(({ enabled, is_ending }) => !enabled && !is_ending)
  const words = await heldPostWords(
    tx,
    off.map(({ connector }) => connector),
  )
  for (const connection of off) {
    const sentence = words.get(connection.connector) ?? null
    if (sentence !== connection.sentence) await updateConnection(tx, connection.id, { sentence })
  }
}
