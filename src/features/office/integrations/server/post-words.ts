import { sql } from 'kysely'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Counted = { connector: string; state: string; count: number; url: string | null }

/**
 * What the cards of networks say of posts that wait for a person, by network; one without such posts is not in it. Of posts that were removed here,
 * those of which the next exchange sees whether they are gone.
 */
export async function heldPostWords(tx: PracticeTx, connectors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Counted>`
    select network as connector, t ->> 'state' as state, count(*)::int as count, min(t ->> 'url') as url
    from (select network, p.targets -> network as t from posts p, unnest(${connectors}::text[]) network where p.pressed_at is not null
      and (p.deleted_at is null or (p.targets -> network ->> 'state' = 'still_up' and exists (
        select from connection_items i join connections c on c.practice_id = i.practice_id and c.id = i.connection_id
        where i.practice_id = p.practice_id and i.subject_id = p.id and c.connector = network
          and (i.remote_id is not null or i.kind is null))))) posted
    where t ->> 'state' in ('doubt', 'refused', 'still_up') group by 1, 2 order by 2`.execute(tx)
  const words = new Map<string, string>()
  for (const row of rows) {
    const more = WORDS[row.state]?.(row, manifestOf(row.connector).name) ?? ''
    words.set(row.connector, [words.get(row.connector), more].filter(Boolean).join(' '))
  }
  return words
}

const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

const WORDS: Readonly<Record<string, (row: Counted, name: string) => string>> = {
  doubt: ({ count }) => `${posts(count)} may be there or not: open ${count === 1 ? 'it' : 'them'} and say.`,
  refused: ({ count }, name) => `${name} refused ${posts(count)}: open ${count === 1 ? 'it' : 'them'} to see why.`,
  still_up: ({ count, url }, name) =>
    count === 1
      ? `1 post is still up on ${name}: take it down there.${url ? ` ${url}` : ''}`
      : `${posts(count)} are still up on ${name}: take them down there.`,
}
