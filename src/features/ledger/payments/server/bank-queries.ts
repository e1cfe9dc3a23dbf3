import { sql } from 'kysely'
import type { BankLine, LineSource } from '#features/ledger/payments/contract.ts'
import { type Book, type OpenInvoice, type Payer, RECORDED_WITHIN_DAYS, type Recorded } from '#features/ledger/payments/matching.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

export type BankLineRow = {
  id: string
  import_id: string
  file_name: string
  on_day: Day
  description: string
  amount_pence: number
  state: BankLine['state']
  payment_id: string | null
  source: LineSource
  kind: 'taking' | 'refund' | 'fee' | 'payout'
  of_line_id: string | null
  payout_name: string | null
  payer_name: string | null
}

export type NewLine = { id: string; fingerprint: string; onDay: Day; description: string; amountPence: number }

/** Adds the lines that are not there yet; how many those were. */
export async function addLines(
  tx: PracticeTx,
  whose: { practiceId: string; memberId: string; importId: string; fileName: string },
  lines: readonly NewLine[],
): Promise<number> {
  if (lines.length === 0) return 0
  const { rows } = await sql`
    insert into bank_lines (practice_id, id, import_id, file_name, fingerprint, on_day, description, amount_pence, member_id)
    select ${whose.practiceId}, (l ->> 'id')::uuid, ${whose.importId}, ${whose.fileName}, l ->> 'fingerprint', (l ->> 'onDay')::date,
      l ->> 'description', (l ->> 'amountPence')::integer, ${whose.memberId}
    from json_array_elements(${JSON.stringify(lines)}::json) l
    on conflict (practice_id, fingerprint) do nothing returning id`.execute(tx)
  return rows.length
}

/** Fees are expenses, and payouts are what lines of the bank may be. */
const SHOWN = ['taking', 'refund'] as const

type LinesParams = { state: BankLine['state']; limit: number; after?: { onDay: Day; id: string } | undefined }

/** Lines of a state, the latest day first; `after` is the last of the page before. */
export function listLines(tx: PracticeTx, { state, limit, after }: LinesParams): Promise<BankLineRow[]> {
  let query = lines(tx)
    .where('l.kind', 'in', SHOWN)
    .where('l.state', '=', state)
    .orderBy('l.on_day', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
  if (after) query = query.where((eb) => eb(eb.refTuple('l.on_day', 'l.id'), '<', eb.tuple(after.onDay, after.id)))
  return query.execute()
}

/** New lines, the oldest first. */
export const listNew = (tx: PracticeTx, limit: number): Promise<BankLineRow[]> =>
  lines(tx).where('l.kind', 'in', SHOWN).where('l.state', '=', 'new').orderBy('l.on_day').orderBy('l.id').limit(limit).execute()

/** @throws bank_line_not_found */
export async function requireLine(tx: PracticeTx, id: string): Promise<BankLineRow> {
  const line = await lines(tx).where('l.kind', 'in', SHOWN).where('l.id', '=', id).executeTakeFirst()
  if (!line) throw new AppError('bank_line_not_found')
  return line
}

/** Sets the state of a line; a matched one names its payment. */
export const setLine = async (tx: PracticeTx, id: string, state: BankLine['state'], paymentId: string | null = null): Promise<void> => {
  await tx.updateTable('bank_lines').set({ state, payment_id: paymentId, payout_id: null }).where('id', '=', id).execute()
}

/** Of which sources there is a line that is this payment already. */
export const listSources = async (tx: PracticeTx, paymentId: string): Promise<LineSource[]> =>
  (await tx.selectFrom('bank_lines').select('source').distinct().where('payment_id', '=', paymentId).execute()).map(({ source }) => source)

const lines = (tx: PracticeTx) =>
  tx
    .selectFrom('bank_lines as l')
    .leftJoin('payments as p', (join) => join.onRef('p.practice_id', '=', 'l.practice_id').onRef('p.id', '=', 'l.payment_id'))
    .leftJoin('clients as c', (join) => join.onRef('c.practice_id', '=', 'p.practice_id').onRef('c.id', '=', 'p.payer_client_id'))
    .leftJoin('bank_lines as o', (join) => join.onRef('o.practice_id', '=', 'l.practice_id').onRef('o.id', '=', 'l.payout_id'))
    .select(['l.id', 'l.import_id', 'l.file_name', 'l.on_day', 'l.description', 'l.amount_pence', 'l.state', 'l.payment_id', 'l.source'])
    .select(['l.kind', 'l.of_line_id', 'o.file_name as payout_name', 'c.name as payer_name'])

/** All that lines are held against: unpaid invoices, payments on record round their days, and the payers of either. */
export async function readBook(
  tx: PracticeTx,
  numberOf: (invoice: { series: string; number: number }) => string,
  { from, to }: { from: Day; to: Day },
): Promise<Book> {
  const open = await tx
    .selectFrom('invoices')
    .select(['id', 'series', 'number', 'payer_client_id', 'total_pence', 'paid_pence', 'due_on'])
    .where('kind', '=', 'invoice')
    .whereRef('paid_pence', '<', 'total_pence')
    .execute()
  const { rows: recorded } = await sql<Recorded>`
    select p.id, p.payer_client_id as "payerClientId", p.amount_pence as "amountPence", p.received_on as "receivedOn", p.method,
      coalesce(p.provider_ref not like 'bank:%', false) as "isOnline",
      array(select distinct l.source from bank_lines l where l.practice_id = p.practice_id and l.payment_id = p.id) as sources
    from payments p
    where p.amount_pence > 0 and p.deleted_at is null
      and p.received_on between ${addDays(from, -RECORDED_WITHIN_DAYS)} and ${addDays(to, RECORDED_WITHIN_DAYS)}`.execute(tx)
  const invoices = open.map(
    (row): OpenInvoice => ({
      id: row.id,
      number: numberOf(row),
      payerClientId: row.payer_client_id,
      leftPence: row.total_pence - row.paid_pence,
      dueOn: row.due_on,
    }),
  )
  const ids = [...new Set([...invoices, ...recorded].map(({ payerClientId }) => payerClientId))]
  return { invoices, recorded, payers: await listPayers(tx, ids) }
}

const listPayers = async (tx: PracticeTx, ids: readonly string[]): Promise<Payer[]> =>
  ids.length === 0
    ? []
    : tx.selectFrom('clients').select(['id', 'name', 'business_name as businessName']).where('id', 'in', ids).orderBy('id').execute()
