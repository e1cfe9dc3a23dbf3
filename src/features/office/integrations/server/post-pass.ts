import { Refusal } from '#connectors/kit/refusal.ts'
import { endConnection } from '#features/office/integrations/server/end-connection.ts'
import { addLog, type LogLine } from '#features/office/integrations/server/exchange-queries.ts'
import { type Exchanging, inPass, type Pass } from '#features/office/integrations/server/in-pass.ts'
import { inLease } from '#features/office/integrations/server/lease.ts'
import { listPostItems, type PostItem } from '#features/office/integrations/server/post-items.ts'
import { type Counts, networkOf } from '#features/office/integrations/server/post-network.ts'
import { rehearsePosts } from '#features/office/integrations/server/post-rehearsed.ts'
import { takeDown } from '#features/office/integrations/server/post-removing.ts'
import { sendPost } from '#features/office/integrations/server/post-sending.ts'
import { heldPostWords } from '#features/office/integrations/server/post-words.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { isDemo } from '#platform/server/database/is-demo.ts'

/** A change here is exchanged at once; this is for what a person took down there. */
const REST_MS = 3_600_000
/** A picture is made within seconds. */
const PICTURE_MS = 5000
const AGAIN_MS = 60_000
/** More wait for the next pass: networks count what is posted at once as one does who floods them. */
const MOST_A_PASS = 10

/**
 * One exchange with a network: what must not be up is taken down first, then what is to be up is posted, each once. With nothing to do it sends no
 * request. Copies of the demo post nothing.
 */
export async function exchangePosts(exchanging: Exchanging, row: ConnectionRow): Promise<void> {
  const isForShow = await isDemo(exchanging.db, row.practice_id)
  await inPass(exchanging, row, (pass) => (isForShow || isRehearsed(pass, pass.row) ? rehearsePosts(pass, isForShow) : exchange(pass)))
  await exchanging.db.withPractice(row.practice_id, (tx) => settlePosts(tx))
}

async function exchange(pass: Pass): Promise<void> {
  const far = networkOf(pass)
  const counts: Counts = { added: 0, removed: 0, failed: 0 }
  try {
    for (const item of await inLease(pass, (tx) => toRemove(tx, pass.row))) await takeDown(pass, far, item, counts)
    if (pass.row.is_ending) return await inLease(pass, (tx) => end(tx, pass))
    const waiting = await inLease(pass, (tx) => toSend(tx, far.network))
    const isPictureAwaited: boolean[] = []
    for (const id of waiting.slice(0, MOST_A_PASS)) isPictureAwaited.push((await sendPost(pass, far, id, counts)) === 'awaited')
    const wait = isPictureAwaited.includes(true) ? PICTURE_MS : waiting.length > MOST_A_PASS ? AGAIN_MS : REST_MS
    await inLease(pass, (tx) => rest(tx, pass, counts, wait))
  } catch (error) {
    throw error instanceof Refusal && !error.sentence && error.kind !== 'later'
      ? new Refusal(error.kind, { sentence: strangeWords(far.name), cause: error })
      : error
  }
}

const strangeWords = (name: string): string => `${name} refused us. Sign in or enter the password there again.`

async function end(tx: PracticeTx, pass: Pass): Promise<void> {
  pass.ended = await endConnection(tx, pass.row)
  await settlePosts(tx)
}

/** What is there, or may be, and must not be. Of what only a person can take down it is looked each hour whether they have. */
async function toRemove(tx: PracticeTx, row: ConnectionRow): Promise<PostItem[]> {
  await settlePosts(tx)
  const items = await listPostItems(tx, row.id)
  if (items.length === 0) return []
  const ids = items.map(({ postId }) => postId)
  const up = tx.selectFrom('posts').select('id').where('id', 'in', ids).where('state', '=', 'posting').where('deleted_at', 'is', null)
  const isUp = new Set(row.is_ending ? [] : (await up.execute()).map(({ id }) => id))
  const before = currentTime().getTime() - REST_MS
  const isDue = ({ isByHand, triedAt }: PostItem) => !isByHand || row.is_ending || triedAt === null || Date.parse(triedAt) <= before
  return items.filter((item) => !isUp.has(item.postId) && isDue(item))
}

/** Posts that are to go there, those first that were pressed first. */
async function toSend(tx: PracticeTx, network: string): Promise<string[]> {
  const posts = tx.selectFrom('posts').select(['id', 'networks', 'targets']).where('state', '=', 'posting').where('deleted_at', 'is', null)
  const rows = await posts.where('pressed_at', 'is not', null).orderBy('pressed_at').orderBy('id').execute()
  return rows.flatMap(({ id, networks, targets }) => (networks.includes(network) && isOpen(targets[network]) ? [id] : []))
}

const isOpen = (target: { state: string } | undefined): boolean => !target || target.state === 'waiting' || target.state === 'sending'

async function rest(tx: PracticeTx, pass: Pass, counts: Counts, wait: number): Promise<void> {
  const now = currentTime()
  const lines = (Object.keys(counts) as (keyof Counts)[]).map((verb): LogLine => ({ verb, count: counts[verb] }))
  await addLog(tx, pass.row, now, lines)
  await updateConnection(tx, pass.row.id, {
    ...{ status: 'connected', sentence: (await heldPostWords(tx, [pass.row.connector])).get(pass.row.connector) ?? null, failures: 0 },
    ...{ last_success_at: now, next_at: new Date(now.getTime() + wait) },
  })
}
