import { sql } from 'kysely'
import { AUDIENCES, CONNECTORS, PLACES, POSTERS } from '#connectors/registry.ts'
import type { Kept } from '#features/office/erasure/server/copying.ts'
import { listStillPosted } from '#features/office/erasure/server/far-posts.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The next exchange takes their visits out of calendars elsewhere, and writes those they share without them. */
export const leaveCalendars = (tx: PracticeTx, erasureId: string, visitIds: readonly string[]) =>
  sql`update connection_items set state = 'erased', erasure_id = ${erasureId} where subject_id = any(${visitIds}::uuid[])`.execute(tx)

/** The next exchange deletes them from newsletter lists. */
export async function leaveLists(tx: PracticeTx, erasureId: string, clientIds: readonly string[]): Promise<void> {
  const ofLists = sql`from connections c where c.practice_id = i.practice_id and c.id = i.connection_id and c.connector = any(${Object.keys(AUDIENCES)}::text[])
    and i.subject_id = any(${clientIds}::uuid[])`
  await sql`update connection_items i set state = 'erased', erasure_id = ${erasureId}, sentence = null ${ofLists} and i.remote_id is not null`.execute(
    tx,
  )
  await sql`delete from connection_items i using connections c where c.practice_id = i.practice_id and c.id = i.connection_id
    and c.connector = any(${Object.keys(AUDIENCES)}::text[]) and i.subject_id = any(${clientIds}::uuid[]) and i.remote_id is null`.execute(
    tx,
  )
}

/** What was looked up elsewhere for their places is forgotten; the lines that may name a postcode or three words keep their numbers. */
export async function forgetLookUps(tx: PracticeTx, placeIds: readonly string[]): Promise<void> {
  await sql`delete from connection_items i using connections c where c.practice_id = i.practice_id and c.id = i.connection_id
    and c.connector = any(${Object.keys(PLACES)}::text[]) and i.subject_id = any(${placeIds}::uuid[])`.execute(tx)
  await sql`update connection_log l set words = null from connections c where c.practice_id = l.practice_id and c.id = l.connection_id
    and c.connector = any(${Object.keys(PLACES)}::text[]) and l.verb in ('read', 'rehearsed')`.execute(tx)
}

/** The next exchange clears their details in accounting, where their papers stay, as here: those are known by their new ids from now on. */
export async function leaveLedgers(tx: PracticeTx, erasureId: string, { rows, newIds }: Pick<Kept, 'rows' | 'newIds'>): Promise<void> {
  const clientIds = [...(newIds.get('clients')?.keys() ?? [])]
  await sql`update connection_items set state = 'erased', erasure_id = ${erasureId}, sent_hash = null, sentence = null
    where kind = 'payer' and subject_id = any(${clientIds}::uuid[])`.execute(tx)
  const now = (table: string, id: unknown) => newIds.get(table)?.get(String(id)) ?? id
  const papers = [...(newIds.get('invoices') ?? [])].map(([was, is]) => ({ was, is }))
  await sql`update connection_items i set subject_id = (m ->> 'is')::uuid from json_array_elements(${JSON.stringify(papers)}::json) m
    where i.kind in ('bill', 'credit') and i.subject_id = (m ->> 'was')::uuid`.execute(tx)
  const parts = (rows.get('allocations') ?? []).map(({ payment_id, invoice_id }) => ({
    was: `receipt${payment_id}${invoice_id}`,
    is: `receipt${now('payments', payment_id)}${now('invoices', invoice_id)}`,
  }))
  await sql`update connection_items i set subject_id = md5(m ->> 'is')::uuid from json_array_elements(${JSON.stringify(parts)}::json) m
    where i.kind = 'receipt' and i.subject_id = md5(m ->> 'was')::uuid`.execute(tx)
}

type Holding = {
  erasureId: string
  connector: string
  member: string | null
  hasLeft: boolean
  isPayer: boolean
  isOff: boolean
  isStopped: boolean
  count: number
}

/** Of each erasure, in sentences: in which calendars, lists and networks elsewhere entries still name the client, and what takes them out. None: no key here. */
export async function listStillNamed(tx: PracticeTx): Promise<Map<string, string[]>> {
  const { rows } = await sql<Holding>`
    select i.erasure_id as "erasureId", c.connector, m.name as member, coalesce(not m.is_active, false) as "hasLeft", not (c.enabled or c.is_ending) as "isOff",
      c.status = 'error' and (c.next_at is null or m.id is not null) as "isStopped", bool_or(i.kind = 'payer') is true as "isPayer", count(*)::int as count
    from connection_items i
    join connections c on c.practice_id = i.practice_id and c.id = i.connection_id
    left join members m on m.practice_id = c.practice_id and m.id = c.member_id
    where i.state = 'erased' and i.erasure_id is not null and c.connector <> all(${Object.keys(POSTERS)}::text[]) and (i.remote_id is not null or i.sending_when is not null)
    group by i.erasure_id, c.practice_id, c.id, m.practice_id, m.id order by m.name, c.connector`.execute(tx)
  const sentences = await listStillPosted(tx)
  for (const row of rows) sentences.set(row.erasureId, [...(sentences.get(row.erasureId) ?? []), sentenceOf(row)])
  return sentences
}

function sentenceOf({ connector, member, hasLeft, isOff, isStopped, isPayer, count }: Holding): string {
  const name = CONNECTORS.find(({ id }) => id === connector)?.name ?? connector
  if (isPayer) return contactSentence(name, { isOff, isStopped })
  const [whose, named] = [
    member === null ? name : `${member}'s ${name}`,
    count === 1 ? '1 entry there still names them' : `${count} entries there still name them`,
  ]
  const taken = count === 1 ? "It's taken out" : "They're taken out"
  if (hasLeft && isOff)
    return `${member} has left, with ${name} switched off: ${named}. Ask ${member} to delete ${count === 1 ? 'it' : 'them'}.`
  if (isOff) return `${whose} is switched off: ${named}. ${taken} when it's on again.`
  if (isStopped) return `${whose} has stopped: ${named}. ${taken} when it works again.`
  return `${whose}: ${named}. ${taken} within minutes.`
}

function contactSentence(name: string, { isOff, isStopped }: { isOff: boolean; isStopped: boolean }): string {
  if (isOff) return `${name} is switched off: their contact there still names them. It's cleared when it's on again; invoices there stay.`
  if (isStopped) return `${name} has stopped: their contact there still names them. It's cleared when it works again; invoices there stay.`
  return `${name}: their contact there still names them. It's cleared within minutes; invoices there stay.`
}
