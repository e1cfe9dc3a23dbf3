import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SeenLine } from '#features/ledger/payments/server/add-seen-lines.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Whose reader it is: of which connection, as people call it, and for whom. */
export type CardReader = { connectionId: string; name: string; memberId: string }
export type CardKind = 'taking' | 'refund' | 'fee' | 'payout'
/** What a reader took, gave back, kept or paid out. `ofRef`: the taking that a refund is out of. */
export type CardLine = SeenLine & { kind: CardKind; ofRef: string | null }

/** Adds what a reader of cards did, each once however often it is read; how many of each kind are new. */
export async function addCardLines(tx: PracticeTx, reader: CardReader, lines: readonly CardLine[]): Promise<Map<CardKind, number>> {
  const isTaking = ({ kind }: CardLine) => kind === 'taking'
  // A refund is found by its taking, which may come with it.
  const added = [
    ...(await insertLines(tx, reader, lines.filter(isTaking))),
    ...(await insertLines(
      tx,
      reader,
      lines.filter((line) => !isTaking(line)),
    )),
  ]
  return new Map([...Map.groupBy(added, (kind) => kind)].map(([kind, some]) => [kind, some.length]))
}

/**
 * Takings that were cancelled there: what nothing was made of is no line any longer, and what is a payment gets a line by which it can be given back.
 */
export async function cancelTakings(tx: PracticeTx, reader: CardReader, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return
  const byPrint = new Map(refs.map((ref) => [printOf(ref), ref]))
  const known = await tx
    .selectFrom('bank_lines')
    .select(['id', 'fingerprint', 'on_day', 'description', 'amount_pence', 'state'])
    .where('fingerprint', 'in', [...byPrint.keys()])
    .execute()
  const open = known.filter(({ state }) => state !== 'matched').map(({ id }) => id)
  if (open.length > 0) await tx.deleteFrom('bank_lines').where('id', 'in', open).execute()
  const taken = known.filter(({ state }) => state === 'matched')
  const backs = taken.map((line): CardLine => {
    const ofRef = byPrint.get(line.fingerprint) ?? ''
    const description = `Cancelled: ${line.description}`
    return { ref: `${ofRef}:cancelled`, ofRef, kind: 'refund', onDay: line.on_day, description, amountPence: line.amount_pence }
  })
  await insertLines(tx, reader, backs)
}

const printOf = (ref: string) => createHash('sha256').update(`card\n${ref}`).digest('hex')

async function insertLines(tx: PracticeTx, { connectionId, name, memberId }: CardReader, lines: readonly CardLine[]): Promise<CardKind[]> {
  if (lines.length === 0) return []
  const rows = lines.map(({ ref, ofRef, ...line }) => ({
    ...line,
    id: uuidv7(),
    fingerprint: printOf(ref),
    ofPrint: ofRef && printOf(ofRef),
  }))
  const { rows: added } = await sql<{ kind: CardKind }>`
    insert into bank_lines
      (practice_id, id, import_id, file_name, fingerprint, on_day, description, amount_pence, member_id, source, kind, of_line_id)
    select c.practice_id, (l ->> 'id')::uuid, ${connectionId}, ${name}, l ->> 'fingerprint', (l ->> 'onDay')::date,
      left(l ->> 'description', 500), (l ->> 'amountPence')::integer, ${memberId}, 'card', l ->> 'kind', t.id
    from json_array_elements(${JSON.stringify(rows)}::json) l
    join connections c on c.id = ${connectionId}
    left join bank_lines t on t.practice_id = c.practice_id and t.fingerprint = l ->> 'ofPrint' and l ->> 'kind' = 'refund'
    on conflict (practice_id, fingerprint) do nothing returning kind`.execute(tx)
  return added.map(({ kind }) => kind)
}
