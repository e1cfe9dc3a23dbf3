import { sql } from 'kysely'
import { CONNECTORS, POSTERS } from '#connectors/registry.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const networks = () => Object.keys(POSTERS)

/** The next exchange takes their posts down; where each is seen stays known until it is gone. */
export async function leavePosts(tx: PracticeTx, erasureId: string, postIds: readonly string[]): Promise<void> {
  await sql`update connection_items i set state = 'erased', erasure_id = ${erasureId}, kind = null, sentence = p.targets -> c.connector ->> 'url'
    from connections c, posts p where c.practice_id = i.practice_id and c.id = i.connection_id and c.connector = any(${networks()}::text[])
      and p.practice_id = i.practice_id and p.id = i.subject_id and i.subject_id = any(${[...postIds]}::uuid[])
      and (i.remote_id is not null or i.sending_when is not null)`.execute(tx)
  await sql`delete from connection_items i using connections c where c.practice_id = i.practice_id and c.id = i.connection_id
    and c.connector = any(${networks()}::text[]) and i.subject_id = any(${[...postIds]}::uuid[]) and i.state <> 'erased'`.execute(tx)
}

type Holding = {
  erasureId: string
  connector: string
  isByHand: boolean
  isOff: boolean
  isStopped: boolean
  count: number
  urls: string[]
}

/** Of each erasure, in sentences: which networks still show posts about the client's horses, and what takes them down. */
export async function listStillPosted(tx: PracticeTx): Promise<Map<string, string[]>> {
  const { rows } = await sql<Holding>`
    select i.erasure_id as "erasureId", c.connector, i.kind is not distinct from 'by_hand' as "isByHand", not (c.enabled or c.is_ending) as "isOff",
      c.status = 'error' as "isStopped", count(*)::int as count, array_remove(array_agg(i.sentence order by i.subject_id), null) as urls
    from connection_items i join connections c on c.practice_id = i.practice_id and c.id = i.connection_id
    where i.state = 'erased' and i.erasure_id is not null and c.connector = any(${networks()}::text[])
    group by 1, c.connector, 3, c.enabled, c.is_ending, c.status order by c.connector`.execute(tx)
  const sentences = new Map<string, string[]>()
  for (const row of rows) sentences.set(row.erasureId, [...(sentences.get(row.erasureId) ?? []), sentenceOf(row)])
  return sentences
}

function sentenceOf({ connector, isByHand, isOff, isStopped, count, urls }: Holding): string {
  const name = CONNECTORS.find(({ id }) => id === connector)?.name ?? connector
  const [posts, taken] = count === 1 ? ['1 post', "It's taken down"] : [`${count} posts`, "They're taken down"]
  const shown = `${posts} there still ${count === 1 ? 'shows' : 'show'} their horse.`
  if (isByHand) return `${name}: ${shown} Only you can take ${count === 1 ? 'it' : 'them'} down. ${urls.join(' ')}`.trim()
  if (isOff) return `${name} is switched off: ${shown} ${taken} when it's on again.`
  if (isStopped) return `${name} has stopped: ${shown} ${taken} when it works again.`
  return `${name}: ${shown} ${taken} within minutes.`
}
