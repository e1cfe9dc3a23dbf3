import { sql } from 'kysely'
import type { LedgerKind } from '#connectors/kit/ledger.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What of ours is in the books there, or on its way. */
export type LedgerItem = {
  subjectId: string
  kind: LedgerKind
  remoteId: string | null
  /** Of a payer: what of them was sent. */
  sentHash: string | null
  sentPence: number | null
  state: 'sending' | 'sent' | 'parked' | 'doubt' | 'left'
  sentence: string | null
  /** What was changed there, as a person has left it. */
  leftWords: string | null
}

/** Writes items as they are known from now on, in one statement. What names an erased client stays so until it is cleared there. */
export async function putLedgerItems(tx: PracticeTx, { practice_id, id }: ConnectionRow, items: readonly LedgerItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({
    ...{ practice_id, connection_id: id, subject_id: item.subjectId, kind: item.kind, remote_id: item.remoteId },
    ...{ sent_hash: item.sentHash, sent_pence: item.sentPence, state: item.state, sentence: item.sentence, remote_tag: item.leftWords },
  }))
  await sql`
    insert into connection_items as known
    select * from json_populate_recordset(null::connection_items, ${JSON.stringify(rows)})
    on conflict (practice_id, connection_id, subject_id) do update set kind = excluded.kind, remote_id = excluded.remote_id,
      sent_hash = excluded.sent_hash, sent_pence = excluded.sent_pence, sentence = excluded.sentence, state = excluded.state,
      remote_tag = excluded.remote_tag
    where known.state <> 'erased'`.execute(tx)
}

/** Our items that have these ids there. */
export async function listByRemote(
  tx: PracticeTx,
  connectionId: string,
  kinds: readonly LedgerKind[],
  remoteIds: readonly string[],
): Promise<LedgerItem[]> {
  if (remoteIds.length === 0) return []
  const rows = await tx
    .selectFrom('connection_items')
    .select(['subject_id as subjectId', 'kind', 'remote_id as remoteId', 'sent_hash as sentHash', 'sent_pence as sentPence'])
    .select(['state', 'sentence', 'remote_tag as leftWords'])
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', kinds)
    .where('remote_id', 'in', remoteIds)
    .execute()
  return rows as LedgerItem[]
}

/** The ids there of our invoices and credit notes; those without a word about them first. */
export async function listPapersThere(tx: PracticeTx, connectionId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('connection_items')
    .select('remote_id')
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', ['bill', 'credit'])
    .where('state', 'in', ['sent', 'parked'])
    .where('remote_id', 'is not', null)
    .orderBy(sql`sentence is not null or remote_tag is not null`)
    .orderBy('subject_id', 'desc')
    .execute()
  return rows.flatMap(({ remote_id }) => remote_id ?? [])
}

/** How many of each kind wait for a person. */
export async function countHeld(tx: PracticeTx, connectionId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('connection_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('connection_id', '=', connectionId)
    .where('state', 'in', ['parked', 'doubt'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
