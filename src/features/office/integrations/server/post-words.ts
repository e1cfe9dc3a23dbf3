import { sql } from 'kysely'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Counted = { state: string; count: number; url: string | null }

/**
 * What the card of a network says of posts that wait for a person; null: nothing does. Of posts that were removed here, those of which the next exchange
 * sees whether they are gone.
 */
export async function heldPostWords(tx: PracticeTx, { connector }: Pick<ConnectionRow, 'connector'>): Promise<string | null> {
  const { rows } = await sql<Counted>`
    select t ->> 'state' as state, count(*)::int as count, min(t ->> 'url') as url
    from (select p.targets -> ${connector}::text as t from posts p where p.pressed_at is not null
      and (p.deleted_at is null or (p.targets -> ${connector}::text ->> 'state' = 'still_up' and exists (
        select from connection_items i join connections c on c.practice_id = i.practice_id and c.id = i.connection_id
        where i.practice_id = p.practice_id and i.subject_id = p.id and c.connector = ${connector}
          and (i.remote_id is not null or i.kind is null))))) posted
    where t ->> 'state' in ('doubt', 'refused', 'still_up') group by 1`.execute(tx)
  const { name } = manifestOf(connector)
  const words = rows.toSorted((a, b) => (a.state < b.state ? -1 : 1)).flatMap((row) => WORDS[row.state]?.(row, name) ?? [])
  return words.length > 0 ? words.join(' ') : null
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
