import { requireMay } from '#features/core/practice/server/require-may.ts'
import { findPostItem, forgetPostItem, listPostConnections, putPostItem } from '#features/office/integrations/server/post-items.ts'
import { setTarget } from '#features/office/integrations/server/post-keeping.ts'
import { heldPostWords } from '#features/office/integrations/server/post-words.ts'
import { type ConnectionRow, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed, type Places } from '#features/office/integrations/server/secrets.ts'
import { settlePosts } from '#features/office/integrations/server/settle-posts.ts'
import type { Network, Post, PostAnswer, Target } from '#features/office/posts/contract.ts'
import { ANSWERS_TO } from '#features/office/posts/rules.ts'
import { listNetworks } from '#features/office/posts/server/list-networks.ts'
import { mayPostOf } from '#features/office/posts/server/may-post-of.ts'
import { toPost } from '#features/office/posts/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { exchangeAt } from '#platform/server/database/exchanges.ts'
import { rowForChange } from '#platform/server/database/rows.ts'

/** What can be posted to, and whether anything would leave. */
export async function networksFor(tx: PracticeTx, places: Places): Promise<Network[]> {
  const rows = await listPostConnections(tx)
  return (await listNetworks(tx)).map((network) => {
    const settings = rows.find(({ connector }) => connector === network.id)?.settings ?? {}
    return { ...network, isRehearsed: isRehearsed(places, { connector: network.id, settings }) }
  })
}

type Answered = { id: string; network: string; answer: PostAnswer }

/**
 * What a person says of a post that a network refused, lost the answer to, or still shows. An answer to what doesn't stand so any more changes nothing.
 * @throws forbidden, post_not_found, post_no_consent when it is to go again
 */
export async function answerAboutPost(tx: PracticeTx, actor: Actor, { id, network, answer }: Answered): Promise<Post> {
  requireMay(actor, 'changeRecords')
  const post = await rowForChange(tx, 'posts', id, 'post_not_found')
  const was = post.targets[network]
  if (!was || !ANSWERS_TO[was.state]?.includes(answer)) return toPost(post)
  if (answer === 'again' && !(await mayPostOf(tx, [post.horse_id])).has(post.horse_id)) throw new AppError('post_no_consent')
  const row = (await listPostConnections(tx)).find(({ connector }) => connector === network)
  if (row) await keepAnswer(tx, row, { id, answer })
  await setTarget(tx, id, network, { ...BECOMES[answer], sentence: null, ...(answer !== 'there' && { url: null }) })
  await settlePosts(tx, [id])
  if (row) await updateConnection(tx, row.id, { sentence: (await heldPostWords(tx, [row.connector])).get(row.connector) ?? null })
  if (row?.enabled && row.next_at) await exchangeAt(tx, currentTime())
  return toPost(await rowForChange(tx, 'posts', id, 'post_not_found'))
}

const BECOMES: Readonly<Record<PostAnswer, Pick<Target, 'state'>>> = {
  there: { state: 'posted' },
  again: { state: 'waiting' },
  leave: { state: 'left' },
  gone: { state: 'down' },
}

/** One that is there stays known by what it was published by: taking it down looks for it. */
async function keepAnswer(tx: PracticeTx, row: ConnectionRow, { id, answer }: Omit<Answered, 'network'>): Promise<void> {
  const item = await findPostItem(tx, row.id, id)
  if (!item) return
  if (answer === 'there') await putPostItem(tx, row, { ...item, state: 'sent' })
  else await forgetPostItem(tx, row.id, id)
}
