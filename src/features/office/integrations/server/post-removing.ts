import type { FarPost, Posted } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { forgetPostItem, type PostItem, putPostItem } from '#features/office/integrations/server/post-items.ts'
import { setTarget, tellMember } from '#features/office/integrations/server/post-keeping.ts'
import type { Counts, FarNetwork } from '#features/office/integrations/server/post-network.ts'
import { byHandWords } from '#features/office/integrations/server/post-targets.ts'
import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import { currentTime } from '#lib/clock.ts'
import { findRow } from '#platform/server/database/rows.ts'

/**
 * Takes down what is there, or may be. What only a person can take down is kept, and so is what nothing tells of: they are told, and it is looked again
 * later whether it is gone.
 */
export async function takeDown(pass: Pass, far: FarNetwork, item: PostItem, counts: Counts): Promise<void> {
  const remoteId = item.remoteId ?? (await lookFor(pass, far, item))
  if (remoteId === 'unknown') return byHand(pass, far, item, mayBeThere(far.name))
  if (remoteId !== null) {
    try {
      await far.poster.remove(await far.wire(), remoteId)
      counts.removed += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'refused') throw error
      return byHand(pass, far, { ...item, remoteId }, error.sentence ?? byHandWords(far.name))
    }
  }
  await inLease(pass, async (tx) => {
    await forgetPostItem(tx, pass.row.id, item.postId)
    await setTarget(tx, item.postId, far.network, { state: 'down', url: null, sentence: null })
    await settlePosts(tx, [item.postId])
  })
}

const mayBeThere = (name: string) => `${name} lost its answer, so it may be up there. Look, and take it down there.`

/** What became of one whose publishing got no answer; null: it isn't there. */
async function lookFor(pass: Pass, { poster, wire }: FarNetwork, item: PostItem): Promise<string | 'unknown' | null> {
  if (item.publishingAt === null || item.prepared === null) return null
  const row = await inLease(pass, (tx) => findRow(tx, 'posts', item.postId))
  const post = { ...bare(item, item.publishingAt), text: row?.text ?? '' }
  const found: Posted | null | 'unknown' = await poster.find(await wire(), post, item.prepared)
  return found === null || found === 'unknown' ? found : found.remoteId
}

/** Without its words, which an erasure takes, and without its picture: it is looked for, not posted. */
const bare = ({ postId }: PostItem, at: string): FarPost => ({
  ...{ uid: postId, text: '', altText: '', at: new Date(at), pictureUrl: null },
  picture: { bytes: new Uint8Array(), width: 0, height: 0 },
})

async function byHand(pass: Pass, far: FarNetwork, item: PostItem, sentence: string): Promise<void> {
  await inLease(pass, async (tx) => {
    // An erased post's own words are gone; the address it is at stays in its place.
    const words = item.state === 'erased' ? item.sentence : sentence
    await putPostItem(tx, pass.row, { ...item, isByHand: true, sentence: words, triedAt: currentTime().toISOString() })
    await setTarget(tx, item.postId, far.network, { state: 'still_up', sentence })
    await settlePosts(tx, [item.postId])
    if (!item.isByHand) await tellMember(tx, pass, `A post is still up on ${far.name}`, sentence)
  })
}
