import type { FarPost, Posted } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { findPostItem, forgetPostItem, type PostItem, putPostItem, startedItem } from '#features/office/integrations/server/post-items.ts'
import { setTarget, tellMember } from '#features/office/integrations/server/post-keeping.ts'
import type { Counts, FarNetwork } from '#features/office/integrations/server/post-network.ts'
import { awaitPicture, type PostPicture, pictureOfPost } from '#features/office/integrations/server/post-picture.ts'
import { PICTURE_AWAITED } from '#features/office/integrations/server/post-targets.ts'
import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import type { PostRow } from '#features/office/posts/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'
import { addPostLink, revokePostLinks } from '#platform/server/links.ts'

/** Something is on its way: what is known of it, and what the network gets. */
type Sending = { item: PostItem; post: FarPost }

/**
 * Posts one post to a network, once. It is marked as on its way before its first byte leaves, and again before it is made public; each time only under a
 * live consent. One whose answer was lost is looked for, and where nothing tells whether it is there, only a person goes on. `awaited`: its picture
 * is not here yet. @throws Refusal for what concerns more than this post
 */
export async function sendPost(pass: Pass, far: FarNetwork, postId: string, counts: Counts): Promise<'awaited' | undefined> {
  const started = await inLease(pass, (tx) => start(tx, pass, far, postId))
  if (started === 'awaited' || started === undefined) return started
  const picture = await picturesOf(pass)(started.file.sha256, far.most)
  if (!picture) {
    await inLease(pass, (tx) => awaitPicture(tx, started.file))
    return 'awaited'
  }
  const post: FarPost = { ...started.post, picture }
  const item = await prepared(pass, far, { item: started.item, post }, counts)
  const found = item && (item.publishingAt === null ? null : await lookFor(pass, far, { item, post }))
  if (!item || found === undefined) return undefined
  if (found) await keepPosted(pass, far, item, found, counts)
  else await publish(pass, far, { item, post }, counts)
  return undefined
}

function picturesOf({ pictures }: Pass) {
  if (!pictures) throw new Error('this worker has no pictures, so it posts nothing')
  return pictures
}

type Started = { item: PostItem; post: Omit<FarPost, 'picture'>; file: Extract<PostPicture, { is: 'here' }>['file'] }

async function start(tx: PracticeTx, pass: Pass, far: FarNetwork, postId: string): Promise<Started | 'awaited' | undefined> {
  const row = await stillWanted(tx, far, postId)
  if (!row) return undefined
  const picture = await pictureOfPost(tx, row)
  const known = await findPostItem(tx, pass.row.id, postId)
  if (picture.is !== 'here' && known?.publishingAt) return doubt(tx, pass, far, known)
  if (picture.is === 'none') return refuse(tx, pass, far, postId, NO_PICTURE)
  if (picture.is === 'awaited') {
    await setTarget(tx, postId, far.network, { state: 'waiting', sentence: PICTURE_AWAITED })
    return 'awaited'
  }
  const item = known ?? startedItem(postId)
  await putPostItem(tx, pass.row, item)
  await setTarget(tx, postId, far.network, { state: 'sending', sentence: null })
  return { item, post: await farPostOf(tx, pass, far, row), file: picture.file }
}

const NO_PICTURE = 'Its picture was removed or can’t be opened. Take it down here and make another one.'

/** The post, as long as it is to go there: its owner's consent is asked for again, in the transaction after which something leaves. */
async function stillWanted(tx: PracticeTx, { network }: FarNetwork, postId: string): Promise<PostRow | undefined> {
  await settlePosts(tx, [postId])
  const row = await findRow(tx, 'posts', postId)
  if (row?.state !== 'posting' || row.deleted_at) return undefined
  const state = row.targets[network]?.state
  return state === undefined || state === 'waiting' || state === 'sending' ? row : undefined
}

async function farPostOf(tx: PracticeTx, pass: Pass, far: FarNetwork, row: PostRow): Promise<Omit<FarPost, 'picture'>> {
  const { id, client_id: clientId, text, alt_text: altText, pressed_at } = row
  const pictureUrl = far.fetchesPicture ? `${pass.origin}/api/posts/pictures/${await addPostLink(tx, { postId: id, clientId })}` : null
  return { uid: id, text, altText, at: pressed_at ?? currentTime(), pictureUrl }
}

/** Hands everything over, unless that was done; the handle is kept before anything is made public. Undefined: it was refused. */
async function prepared(pass: Pass, far: FarNetwork, { item, post }: Sending, counts: Counts): Promise<PostItem | undefined> {
  if (item.prepared !== null) return item
  try {
    const handle = await far.poster.prepare(await far.wire(), post)
    const ready: PostItem = { ...item, prepared: handle }
    await inLease(pass, (tx) => putPostItem(tx, pass.row, ready))
    return ready
  } catch (error) {
    return refused(pass, far, item, error, counts)
  }
}

/** What became of one whose publishing got no answer; null: it is not there, so it goes once more; undefined: a person must look. */
async function lookFor(pass: Pass, far: FarNetwork, { item, post }: Sending): Promise<Posted | null | undefined> {
  const found = await far.poster.find(await far.wire(), post, item.prepared ?? '')
  // Lost twice, and not to be found: it is not tried a third time.
  if (found !== 'unknown' && (found !== null || item.triedAt === null)) return found
  return inLease(pass, (tx) => doubt(tx, pass, far, item))
}

/** From here on only a person goes on. */
async function doubt(tx: PracticeTx, pass: Pass, far: FarNetwork, item: PostItem): Promise<undefined> {
  const sentence = `${far.name} didn’t answer, and nothing tells whether it’s there. Look there, and say.`
  await putPostItem(tx, pass.row, { ...item, state: 'doubt' })
  await setTarget(tx, item.postId, far.network, { state: 'doubt', sentence })
  await settlePosts(tx, [item.postId])
  await tellMember(tx, pass, `A post on ${far.name} waits for you`, sentence)
}

async function publish(pass: Pass, far: FarNetwork, { item, post }: Sending, counts: Counts): Promise<void> {
  const going: PostItem = { ...item, publishingAt: currentTime().toISOString(), triedAt: item.publishingAt }
  const isWanted = await inLease(pass, async (tx) => {
    const row = await stillWanted(tx, far, item.postId)
    if (row) await putPostItem(tx, pass.row, going)
    return row !== undefined
  })
  if (!isWanted) return
  try {
    const posted = await far.poster.publish(await far.wire(), post, item.prepared ?? '')
    await keepPosted(pass, far, going, posted, counts)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.isAnswered) throw error
    if (error.kind === 'refused') return void (await refused(pass, far, going, error, counts))
    // It answered, so nothing is there. What is no longer known there is handed over again.
    const back: PostItem = { ...item, publishingAt: null, triedAt: null, prepared: error.kind === 'gone' ? null : item.prepared }
    await inLease(pass, (tx) => putPostItem(tx, pass.row, back))
    throw error.kind === 'gone' ? new Refusal('later', { isAnswered: true, cause: error }) : error
  }
}

async function keepPosted(pass: Pass, far: FarNetwork, item: PostItem, { remoteId, url }: Posted, counts: Counts): Promise<void> {
  counts.added += 1
  await inLease(pass, async (tx) => {
    await putPostItem(tx, pass.row, { ...item, state: 'sent', remoteId })
    await setTarget(tx, item.postId, far.network, { state: 'posted', url, sentence: null })
    // It may have been taken down here meanwhile.
    await settlePosts(tx, [item.postId])
    await revokePostLinks(tx, item.postId)
  })
}

/** What the network won't have waits for a person. @throws all that is no refusal of this post */
async function refused(pass: Pass, far: FarNetwork, { postId }: PostItem, error: unknown, counts: Counts): Promise<undefined> {
  if (!(error instanceof Refusal) || error.kind !== 'refused') throw error
  counts.failed += 1
  const sentence = error.sentence ?? `${far.name} won’t have it.`
  return inLease(pass, (tx) => refuse(tx, pass, far, postId, sentence))
}

async function refuse(tx: PracticeTx, pass: Pass, far: FarNetwork, postId: string, sentence: string): Promise<undefined> {
  await forgetPostItem(tx, pass.row.id, postId)
  await setTarget(tx, postId, far.network, { state: 'refused', sentence })
  await settlePosts(tx, [postId])
  await tellMember(tx, pass, `A post on ${far.name} waits for you`, sentence)
}
