import { sql } from 'kysely'
import {
  type CardBook,
  type GivenBack,
  namesReader,
  type Payout,
  payoutsFor,
  type TakenAs,
} from '#features/ledger/payments/card-matching.ts'
import { RECORDED_WITHIN_DAYS } from '#features/ledger/payments/matching.ts'
import { cameByOf, refOfLine } from '#features/ledger/payments/rules.ts'
import { type BankLineRow, setLine } from '#features/ledger/payments/server/bank-queries.ts'
import { requirePayment, takePayment } from '#features/ledger/payments/server/service.ts'
import { idOf } from '#lib/canonical.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What lines of these days are held against where there is a reader of cards; without one it is empty. */
export async function readCardBook(tx: PracticeTx, rows: readonly BankLineRow[], { from, to }: { from: Day; to: Day }): Promise<CardBook> {
  const names = await tx.selectFrom('bank_lines').select('file_name').distinct().where('source', '=', 'card').execute()
  const readers = names.map(({ file_name }) => file_name)
  if (readers.length === 0) return { readers, payouts: [], givenBack: [], takenAs: [] }
  const ofLines = rows.flatMap(({ of_line_id }) => of_line_id ?? [])
  const hasRefund = rows.some(({ kind }) => kind === 'refund')
  return {
    readers,
    payouts: await listPayouts(tx, from, to),
    givenBack: hasRefund ? await listGivenBack(tx, from, to) : [],
    takenAs: ofLines.length > 0 ? await listTakenAs(tx, ofLines) : [],
  }
}

/** Longer ago than a payout can be on its way. */
const LONG_DAYS = 7

/** Payouts of about these days that no line of the bank is yet. */
async function listPayouts(tx: PracticeTx, from: Day, to: Day): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select p.id, p.file_name as name, p.on_day as "onDay", p.amount_pence as "amountPence" from bank_lines p
    where p.kind = 'payout' and p.on_day between ${addDays(from, -LONG_DAYS)} and ${to}
      and not exists (select from bank_lines l where l.practice_id = p.practice_id and l.payout_id = p.id)
    order by p.on_day, p.id`.execute(tx)
  return rows
}

async function listGivenBack(tx: PracticeTx, from: Day, to: Day): Promise<GivenBack[]> {
  const { rows } = await sql<GivenBack>`
    select p.id, p.payer_client_id as "payerClientId", c.name as "payerName", -p.amount_pence as "amountPence", p.received_on as "onDay",
      p.refunds_payment_id as "ofId"
    from payments p join clients c on c.practice_id = p.practice_id and c.id = p.payer_client_id
    where p.amount_pence < 0 and p.method = 'card' and p.provider_ref is null and p.deleted_at is null
      and p.received_on between ${addDays(from, -RECORDED_WITHIN_DAYS)} and ${addDays(to, RECORDED_WITHIN_DAYS)}
      and not exists (select from bank_lines l where l.practice_id = p.practice_id and l.payment_id = p.id)
    order by p.id`.execute(tx)
  return rows
}

async function listTakenAs(tx: PracticeTx, lineIds: readonly string[]): Promise<TakenAs[]> {
  const { rows } = await sql<TakenAs>`
    select l.id as "lineId", p.id as "paymentId", p.payer_client_id as "payerClientId", c.name as "payerName",
      (p.amount_pence + coalesce((select sum(r.amount_pence) from payments r
        where r.practice_id = p.practice_id and r.refunds_payment_id = p.id and r.deleted_at is null), 0))::integer as "leftPence"
    from bank_lines l join payments p on p.practice_id = l.practice_id and p.id = l.payment_id
    join clients c on c.practice_id = p.practice_id and c.id = p.payer_client_id
    where l.id = any(${lineIds}::uuid[]) and p.deleted_at is null`.execute(tx)
  return rows
}

/**
 * Makes a refund of a line, out of the payment that is named, or matches it to the one that is named and recorded already.
 * @throws payment_not_found, bad_request, refund_too_much, transfer_matched
 */
export async function takeRefund(tx: PracticeTx, actor: Actor, line: BankLineRow, paymentId: string | undefined): Promise<void> {
  if (paymentId === undefined) throw new AppError('bad_request', { fields: ['paymentId'] }, 'Say which payment the refund is out of.')
  const payment = await requirePayment(tx, idOf(paymentId, 'payment_not_found'))
  const isOnline = cameByOf(payment.provider_ref) === 'card'
  if (payment.method !== 'card' || isOnline || (payment.amount_pence < 0 && payment.amount_pence !== -line.amount_pence))
    throw new AppError('bad_request', { fields: ['paymentId'] }, "That isn't a card payment, or a refund of this amount.")
  if (payment.amount_pence < 0) {
    const taken = await tx.selectFrom('bank_lines').select('id').where('payment_id', '=', payment.id).executeTakeFirst()
    if (taken) throw new AppError('transfer_matched', { fields: ['paymentId'] })
    return setLine(tx, line.id, 'matched', payment.id)
  }
  const id = uuidv7()
  const back = { amountPence: -line.amount_pence, method: 'card', receivedOn: line.on_day, refundsPaymentId: payment.id } as const
  await takePayment(tx, actor, id, { ...back, reference: line.description.slice(0, 200) }, { providerRef: refOfLine(line.id) })
  await setLine(tx, line.id, 'matched', id)
}

/** Notes that a line of the bank is what a reader of cards paid out: it credits nobody. @throws bad_request when it can be none */
export async function takePayout(tx: PracticeTx, line: BankLineRow): Promise<void> {
  const { readers, payouts } = await readCardBook(tx, [line], { from: line.on_day, to: line.on_day })
  const [payout] = payoutsFor({ onDay: line.on_day, amountPence: line.amount_pence }, payouts)
  if (line.source !== 'file' || (!payout && !namesReader(line.description, readers)))
    throw new AppError('bad_request', { fields: ['isPayout'] }, "That isn't a payout of your card reader.")
  await setLine(tx, line.id, 'ignored')
  if (payout) await tx.updateTable('bank_lines').set({ payout_id: payout.id }).where('id', '=', line.id).execute()
}
