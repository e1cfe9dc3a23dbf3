import { sql } from 'kysely'
import { CONNECTORS, PLACES } from '#connectors/registry.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The next exchange takes their visits out of calendars elsewhere, and writes those they share without them. */
export const leaveCalendars = (tx: PracticeTx, erasureId: string, visitIds: readonly string[]) =>
  sql`update connection_items set state = 'erased', erasure_id = ${erasureId} where subject_id = any(${visitIds}::uuid[])`.execute(tx)

/** What was looked up elsewhere for their places is forgotten; the lines that may name a postcode or three words keep their numbers. */
export async function forgetLookUps(tx: PracticeTx, placeIds: readonly string[]): Promise<void> {
  await sql`delete from connection_items where subject_id = any(${placeIds}::uuid[])`.execute(tx)
  await sql`update connection_log l set words = null from connections c where c.practice_id = l.practice_id and c.id = l.connection_id
    and c.connector = any(${Object.keys(PLACES)}::text[]) and l.verb in ('read', 'rehearsed')`.execute(tx)
}

type Holding = { erasureId: string; connector: string; member: string; hasLeft: boolean; isOff: boolean; isStopped: boolean; count: number }

/** Of each erasure, in sentences: in which calendars elsewhere entries still name the client, and what takes them out. None: no key here. */
export async function listStillNamed(tx: PracticeTx): Promise<Map<string, string[]>> {
  const { rows } = await sql<Holding>`
    select i.erasure_id as "erasureId", c.connector, m.name as member, not m.is_active as "hasLeft", not (c.enabled or c.is_ending) as "isOff",
      c.status = 'error' as "isStopped", count(*)::int as count
    from connection_items i
    join connections c on c.practice_id = i.practice_id and c.id = i.connection_id
    join members m on m.practice_id = c.practice_id and m.id = c.member_id
    where i.state = 'erased' and i.erasure_id is not null and (i.remote_id is not null or i.sending_when is not null)
    group by i.erasure_id, c.practice_id, c.id, m.practice_id, m.id order by m.name, c.connector`.execute(tx)
  const sentences = new Map<string, string[]>()
  for (const row of rows) sentences.set(row.erasureId, [...(sentences.get(row.erasureId) ?? []), sentenceOf(row)])
  return sentences
}

function sentenceOf({ connector, member, hasLeft, isOff, isStopped, count }: Holding): string {
  const name = CONNECTORS.find(({ id }) => id === connector)?.name ?? connector
  const [whose, named] = [`${member}'s ${name}`, count === 1 ? '1 entry there still names them' : `${count} entries there still name them`]
  const taken = count === 1 ? "It's taken out" : "They're taken out"
  if (hasLeft && isOff)
    return `${member} has left, with ${name} switched off: ${named}. Ask ${member} to delete ${count === 1 ? 'it' : 'them'}.`
  if (isOff) return `${whose} is switched off: ${named}. ${taken} when it's on again.`
  if (isStopped) return `${whose} has stopped: ${named}. ${taken} when it works again.`
  return `${whose}: ${named}. ${taken} within minutes.`
}
