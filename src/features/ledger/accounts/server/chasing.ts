import { wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Debtor, DebtTotals } from '#features/ledger/accounts/contract.ts'
import { chaserFields, chaseStep } from '#features/ledger/accounts/rules.ts'
import {
  type DebtorRow,
  findChased,
  findTotals,
  listDebtors,
  listOverdue,
  type OverdueRow,
} from '#features/ledger/accounts/server/queries.ts'
import { makeStatementLink, owedSentence } from '#features/ledger/accounts/server/service.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { SendingChannel, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import { requirePayment } from '#features/ledger/payments/server/service.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf, shortDay } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import { pounds } from '#lib/money.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { fromCursor, toCursor } from '#platform/server/http/paging.ts'

/** How far a receipt's statement looks back. */
const RECEIPT_MONTHS = 3

/** Payers who owe, the most overdue first, a page at a time. @throws forbidden, bad_request for a cursor that is none of ours */
export async function debtorsPage(tx: PracticeTx, actor: Actor, page: { limit: number; after?: string | undefined }): Promise<Debtor[]> {
  requireMay(actor, 'seeMoney')
  const [overdue, owed, clientId] = fromCursor(page.after, 3) ?? []
  const after = clientId ? { overduePence: Number(overdue), owedPence: Number(owed), clientId } : undefined
  return (await listDebtors(tx, dayOf(currentTime(), actor.zone), { limit: page.limit, after })).map(toDebtor)
}

/** Where a page of debtors ended. */
export const debtorCursor = ({ overduePence, owedPence, clientId }: Debtor): string =>
  toCursor([String(overduePence), String(owedPence), clientId])

/** What all payers owe together. @throws forbidden */
export async function debtTotals(tx: PracticeTx, actor: Actor): Promise<DebtTotals> {
  requireMay(actor, 'seeMoney')
  const { owedPence, overduePence, debtors, ...sums } = await findTotals(tx, dayOf(currentTime(), actor.zone))
  return { owedPence, overduePence, debtors, ages: agesIn(sums) }
}

/**
 * Reminds a payer of what is overdue, with a link to their statement. One reminder a day at most: a second call returns the first's.
 * @throws forbidden, client_not_found, nothing_overdue, no_phone, no_email, stopped
 */
export async function chasePayer(tx: PracticeTx, actor: Actor, clientId: string, channel: SendingChannel | undefined): Promise<SentPaper> {
  requireMay(actor, 'seeMoney')
  requireMay(actor, 'sendTexts')
  const client = await requireClient(tx, clientId)
  const today = dayOf(currentTime(), actor.zone)
  const overdue = await listOverdue(tx, today, clientId)
  if (overdue.length === 0) throw new AppError('nothing_overdue')
  const { noticeId, state } = await remind(tx, actor, recipientOf(client), overdue, { eventId: pressOf(clientId, today), channel })
  return { message: `Reminder for ${client.name}.`, state, noticeId }
}

/**
 * Reminds every payer whose oldest overdue invoice has come to one of the practice's days, once for each of these days, where the practice
 * wants that. Skips payers who were reminded by hand today, or can't be reached. Returns how many.
 */
export async function chaseAll(tx: PracticeTx, actor: Actor): Promise<number> {
  const { fees } = await moneyIn(tx, actor.practiceId)
  if (!fees.chases) return 0
  const today = dayOf(currentTime(), actor.zone)
  const payers = [...Map.groupBy(await listOverdue(tx, today), ({ clientId }) => clientId)].flatMap(([clientId, overdue]) => {
    const oldest = overdue[0] as OverdueRow
    const step = chaseStep(oldest.dueOn, today, fees.chaseDays)
    return step === undefined ? [] : [{ clientId, overdue, eventId: uuidOf('chaser', oldest.invoiceId, String(step)) }]
  })
  const chased = await findChased(
    tx,
    payers.flatMap(({ clientId, eventId }) => [eventId, pressOf(clientId, today)]),
  )
  let count = 0
  for (const { clientId, overdue, eventId } of payers) {
    if (chased.has(eventId) || chased.has(pressOf(clientId, today))) continue
    const recipient = recipientOf(await requireClient(tx, clientId))
    if (typeof wayTo(recipient) === 'string') continue
    await remind(tx, actor, recipient, overdue, { eventId, respectsQuiet: true })
    count += 1
  }
  return count
}

/**
 * Notifies a payer that their payment has come, with their balance. @throws forbidden, payment_not_found, bad_request for a refund,
 * no_phone, no_email, stopped
 */
export async function sendReceipt(tx: PracticeTx, actor: Actor, paymentId: string, channel: SendingChannel): Promise<SentPaper> {
  requireMay(actor, 'seeMoney')
  const payment = await requirePayment(tx, paymentId)
  if (payment.amount_pence < 0) throw new AppError('bad_request', {}, "That's a refund, which needs no receipt.")
  const client = await requireClient(tx, payment.payer_client_id)
  const { url } = await makeStatementLink(tx, actor, client.id, addMonths(payment.received_on, -RECEIPT_MONTHS))
  const fields = {
    amount: pounds(payment.amount_pence),
    day: shortDay(payment.received_on),
    owed: await owedSentence(tx, actor, client.id),
    link: url,
  }
  const { noticeId, state } = await queueWords(tx, actor, 'receipt', recipientOf(client), fields, { channel, subjectId: paymentId })
  return { message: `Receipt for ${client.name}.`, state, noticeId }
}

/** One press a day. */
const pressOf = (clientId: string, today: string) => uuidOf('chaser', clientId, today)

type Options = { eventId: string; channel?: SendingChannel | undefined; respectsQuiet?: true }

async function remind(
  tx: PracticeTx,
  actor: Actor,
  recipient: ReturnType<typeof recipientOf>,
  overdue: readonly OverdueRow[],
  { eventId, channel, respectsQuiet }: Options,
) {
  const oldest = overdue[0] as OverdueRow
  const { url } = await makeStatementLink(tx, actor, recipient.clientId, oldest.issuedOn)
  const sum = overdue.reduce((all, { leftPence }) => all + leftPence, 0)
  const numbers = overdue.map((one) => numberOf(one) ?? '')
  const fields = { ...chaserFields(sum, oldest.dueOn, numbers), link: url }
  const options = { eventId, subjectId: oldest.invoiceId, ...(channel && { channel }), ...(respectsQuiet && { respectsQuiet }) }
  return queueWords(tx, actor, 'chaser', recipient, fields, options)
}

function toDebtor(row: DebtorRow): Debtor {
  const { clientId, clientName, isBusiness, phone, email, owedPence, overduePence, onAccountPence, invoices, oldestDueOn } = row
  const lastChasedAt = row.lastChasedAt?.toISOString() ?? null
  const plain = { clientId, clientName, isBusiness, phone, email, owedPence, overduePence, onAccountPence, invoices, oldestDueOn }
  return { ...plain, ages: agesIn(row), lastChasedAt }
}

const agesIn = ({ notDuePence, to30Pence, to60Pence, to90Pence, over90Pence }: Debtor['ages']): Debtor['ages'] => ({
  notDuePence,
  to30Pence,
  to60Pence,
  to90Pence,
  over90Pence,
})
