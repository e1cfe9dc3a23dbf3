import '#features/office/integrations/server/tables.ts'
import { sql } from 'kysely'
import type { Item } from '#features/office/integrations/server/deciding.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import type { LogVerb } from '#features/office/integrations/server/tables.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A worker that was killed holds a connection this long. */
const LEASED_MS = 300_000

/** Connections of these connectors that exchange: on, or about to end. */
export const listExchanging = (tx: PracticeTx, connectors: readonly string[]): Promise<ConnectionRow[]> =>
  tx
    .selectFrom('connections as c')
    .leftJoin('members as m', 'm.id', 'c.member_id')
    .selectAll('c')
    .where('c.connector', 'in', connectors)
    .where((eb) =>
      eb.or([
        eb('c.is_ending', '=', true),
        eb.and([eb('c.enabled', '=', true), eb(eb.fn.coalesce('m.is_active', eb.val(true)), '=', true)]),
      ]),
    )
    .where('c.next_at', 'is not', null)
    .orderBy('c.id')
    .execute()

/** Takes a connection for one worker; undefined: another has it, or it has ended. */
export const leaseConnection = (tx: PracticeTx, id: string, now: Date): Promise<ConnectionRow | undefined> =>
  tx
    .updateTable('connections')
    .set({ leased_until: new Date(now.getTime() + LEASED_MS), last_tried_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

/** Holds a connection for longer; false: it was taken from us, or has ended. */
export const holdLease = async (tx: PracticeTx, { id, leased_until }: ConnectionRow, now: Date): Promise<Date | undefined> => {
  const until = new Date(now.getTime() + LEASED_MS)
  const { numUpdatedRows } = await tx
    .updateTable('connections')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? until : undefined
}

/** Gives a connection back, unless another worker has it by now. */
export const releaseLease = (tx: PracticeTx, { id, leased_until }: ConnectionRow) =>
  tx.updateTable('connections').set({ leased_until: null }).where('id', '=', id).where('leased_until', '=', leased_until).execute()

/** What of ours a connection has put there. */
export const listItems = (tx: PracticeTx, connectionId: string): Promise<Item[]> =>
  tx
    .selectFrom('connection_items')
    .select([
      'subject_id as subjectId',
      'remote_id as remoteId',
      'remote_tag as remoteTag',
      'sent_hash as sentHash',
      'sent_when as sentWhen',
      'sending_when as sendingWhen',
      'state',
      'sentence',
    ])
    .where('connection_id', '=', connectionId)
    .execute()

/** Writes items as they are known from now on, in one statement. */
export async function putItems(tx: PracticeTx, { practice_id, id }: ConnectionRow, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({
    practice_id,
    connection_id: id,
    subject_id: item.subjectId,
    remote_id: item.remoteId,
    remote_tag: item.remoteTag,
    sent_hash: item.sentHash,
    sent_when: item.sentWhen,
    sending_when: item.sendingWhen,
    state: item.state,
    sentence: item.sentence,
  }))
  await sql`
    insert into connection_items select * from json_populate_recordset(null::connection_items, ${JSON.stringify(rows)})
    on conflict (practice_id, connection_id, subject_id) do update set remote_id = excluded.remote_id, remote_tag = excluded.remote_tag,
      sent_hash = excluded.sent_hash, sent_when = excluded.sent_when, sending_when = excluded.sending_when, state = excluded.state, sentence = excluded.sentence`.execute(
    tx,
  )
}

/** Forgets the items of these subjects. */
export async function forgetItems(tx: PracticeTx, connectionId: string, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return
  await tx.deleteFrom('connection_items').where('connection_id', '=', connectionId).where('subject_id', 'in', subjectIds).execute()
}

/** Forgets all that a connection has put there. */
export const forgetAllItems = (tx: PracticeTx, connectionId: string) =>
  tx.deleteFrom('connection_items').where('connection_id', '=', connectionId).execute()

export type LogLine = { verb: LogVerb; count: number; words?: string | null }

/** Writes what was exchanged; nothing for what did not happen. */
export async function addLog(tx: PracticeTx, { practice_id, id }: ConnectionRow, at: Date, lines: readonly LogLine[]): Promise<void> {
  const rows = lines
    .filter(({ count }) => count > 0)
    .map(({ verb, count, words = null }) => ({ practice_id, id: uuidv7(), connection_id: id, at, verb, count, words }))
  if (rows.length > 0) await tx.insertInto('connection_log').values(rows).execute()
}

/** Whether a device of the member has been here since. */
export const wasSeen = async (tx: PracticeTx, memberId: string | null, since: Date): Promise<boolean> =>
  (await tx.selectFrom('devices').select('id').where('member_id', '=', memberId).where('last_seen_at', '>=', since).limit(1).execute())
    .length > 0

/** Which of these are visits or own entries: the others are time off. */
export async function listVisitIds(tx: PracticeTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.selectFrom('appointments').select('id').where('id', 'in', ids).execute()).map(({ id }) => id))
}

/** How many entries of each connection are there, or would be. */
export async function countItems(tx: PracticeTx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('connection_items')
    .select(({ fn }) => ['connection_id as id', fn.countAll<number>().as('count')])
    .where('state', 'in', ['sent', 'asked'])
    // Of accounting papers are counted, not who pays them and how.
    .where((eb) => eb.or([eb('kind', 'is', null), eb('kind', 'not in', ['payer', 'receipt'])]))
    .groupBy('connection_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** What a connection exchanged, newest first, after the line of this id. */
export function listLog(tx: PracticeTx, connectionId: string, { after, limit }: { after?: string | undefined; limit: number }) {
  const lines = tx
    .selectFrom('connection_log')
    .select(['id', 'at', 'verb', 'count', 'words'])
    .where('connection_id', '=', connectionId)
    .orderBy('id', 'desc')
    .limit(limit)
  return (after ? lines.where('id', '<', after) : lines).execute()
}

export const forgetLog = (tx: PracticeTx, before: Date) => tx.deleteFrom('connection_log').where('at', '<', before).execute()
