import { planAllocations, type Shift } from '#features/ledger/payments/rules.ts'
import {
  listAllocations,
  listCrossing,
  listInvoices,
  listOldestDue,
  listOpen,
  listUnallocated,
} from '#features/ledger/payments/server/allocation-queries.ts'
import { allocationOf, bookShares } from '#features/ledger/payments/server/income-shares.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { following, noteWish, type Written } from '#platform/server/database/followers.ts'
import { lastPlace, takePlacesTo } from '#platform/server/database/places.ts'
import { deleteRow, insertRow, keepServerColumns } from '#platform/server/database/rows.ts'
import { Batch, type BatchRow } from '#platform/server/sync/batch.ts'

/**
 * Allocations follow from payments and invoices, regardless of their writer and number. When a payment is recorded, refunded or removed, an
 * invoice or a credit note issued, or two clients merged, their payers' money is reallocated once, in the same transaction. Updated with
 * them: how much of each invoice is paid, and when each payer's oldest unpaid one was due.
 */
export const allocationFollower = following({
  tables: ['payments', 'invoices'],
  async follow(tx, actor, written, wishes) {
    const relevant = written.filter(isRelevant)
    const payerIds = [...new Set(relevant.flatMap(payersOf))]
    const meant = wishes.flatMap(({ name, id }) => (name === MEANT ? [id.split(' ')] : []))
    const isMoved = relevant.some((each) => payersOf(each).length > 1)
    const early = refundsWithTheirPayments(written)
    if (payerIds.length > 0) await allocateForPayers(tx, actor, payerIds, { said: meant, isMoved, early })
  },
})

/** `early`: refunds that were recorded along with their payments, after those were allocated as far as possible. */
type How = { said?: readonly string[][]; isMoved?: boolean; early?: readonly string[] }

/** Allocates these payers' unallocated money now, for callers that need the result at once. */
export async function allocateForPayers(
  tx: PracticeTx,
  actor: Actor,
  payerIds: readonly string[],
  { said: meant = [], isMoved = false, early = [] }: How = {},
) {
  // Written as a batch: a month's invoices of two hundred payers are a few statements.
  const batch = await Batch.open(tx, { practiceId: actor.practiceId, seq: await lastPlace(tx) })
  const dropped = isMoved ? await dropCrossing(batch, actor, payerIds) : []
  const allocateAll = async (without: readonly string[], moved: typeof dropped) => {
    const sources = (await listUnallocated(batch.tx, actor.practiceId, payerIds, without)).map((source) => ({
      ...source,
      invoiceIds: [...source.invoiceIds, ...meant.flatMap(([paymentId, invoiceId = '']) => (paymentId === source.id ? [invoiceId] : []))],
    }))
    const shifts = planAllocations(sources, await listOpen(batch.tx, actor.practiceId, payerIds))
    await allocate(batch, actor, shifts)
    await bookShares(batch.tx, actor, [...moved, ...shifts.map(allocationOf)])
  }
  await allocateAll(early, dropped)
  // In one step they would cancel out, and neither would have its VAT.
  if (early.length > 0) await allocateAll([], [])
  await keepOldestDue(batch, actor, payerIds)
  await batch.flush()
  await takePlacesTo(tx, batch.seq)
}

const MEANT = 'settle these first'

/** Allocates a payment of this transaction to several invoices before any other. */
export function meantFor(tx: PracticeTx, actor: Actor, paymentId: string, invoiceIds: readonly string[]): void {
  for (const invoiceId of invoiceIds) noteWish(tx, { name: MEANT, id: `${paymentId} ${invoiceId}`, actor })
}

/** Whose accounts a written row concerns: two payers', when it went from one to the other. */
const payersOf = ({ before, after }: Written): string[] => [
  ...new Set([before, after].flatMap((row) => (row ? [String(row.payer_client_id)] : []))),
]

const isRelevant = ({ before, after }: Written): boolean =>
  !before || RELEVANT.some((column) => String(before[column]) !== String(after[column]))
const RELEVANT = ['payer_client_id', 'deleted_at']

function refundsWithTheirPayments(written: readonly Written[]): string[] {
  const made = new Set(written.flatMap(({ table, before, after }) => (table === 'payments' && !before ? [after.id] : [])))
  return written.flatMap(({ after }) => (made.has(after.id) && made.has(String(after.refunds_payment_id)) ? [after.id] : []))
}

/** Reverses the allocations of one payer's money to another's: the two are two again. */
async function dropCrossing(batch: Batch, actor: Actor, payerIds: readonly string[]) {
  const crossing = await listCrossing(batch.tx, actor.practiceId, payerIds)
  batch.know('allocations', crossing as unknown as BatchRow[])
  const paid = new Sums()
  for (const row of crossing) {
    await deleteRow(batch.tx, actor, row, 'allocations', { isPart: true })
    paid.add(row.invoice_id, -row.amount_pence)
    if (row.credit_id) paid.add(row.credit_id, -row.amount_pence)
  }
  await keepPaid(batch, actor, paid)
  return crossing.map(({ payment_id, credit_id, invoice_id, amount_pence }) => ({
    ...{ sourceId: payment_id ?? credit_id ?? '', isCredit: credit_id !== null, invoiceId: invoice_id, pence: -amount_pence },
    on: dayOf(currentTime(), actor.zone),
  }))
}

/** Writes what moves between money and invoices. */
async function allocate(batch: Batch, actor: Actor, shifts: readonly Shift[]): Promise<void> {
  if (shifts.length === 0) return
  const { tx } = batch
  const current = await listAllocations(tx, actor.practiceId, [...new Set(shifts.map(({ source }) => source.id))])
  batch.know('allocations', current as unknown as BatchRow[])
  const paid = new Sums()
  for (const { source, invoiceId, pence } of shifts) {
    paid.add(invoiceId, pence)
    if (source.kind === 'credit') paid.add(source.id, pence)
    const row = current.find((one) => one.invoice_id === invoiceId && (one.payment_id ?? one.credit_id) === source.id)
    if (!row) await addAllocation(batch, actor, { source, invoiceId, pence })
    else if (row.amount_pence + pence === 0) await deleteRow(tx, actor, row, 'allocations', { isPart: true })
    else await keepServerColumns(tx, row, 'allocations', { amount_pence: row.amount_pence + pence })
  }
  await keepPaid(batch, actor, paid)
}

async function addAllocation(batch: Batch, actor: Actor, { source, invoiceId, pence }: Shift): Promise<void> {
  const id = uuidv7()
  batch.know('allocations', [], [id])
  const from = source.kind === 'payment' ? { payment_id: source.id, credit_id: null } : { payment_id: null, credit_id: source.id }
  await insertRow(batch.tx, actor, 'allocations', id, { ...from, invoice_id: invoiceId, amount_pence: pence }, { isPart: true })
}

/** Writes what invoices and credit notes have by now. */
async function keepPaid(batch: Batch, actor: Actor, paid: Sums): Promise<void> {
  const rows = await listInvoices(batch.tx, actor.practiceId, [...paid.keys()])
  batch.know('invoices', rows as unknown as BatchRow[])
  for (const row of rows) await keepServerColumns(batch.tx, row, 'invoices', { paid_pence: row.paid_pence + (paid.get(row.id) ?? 0) })
}

async function keepOldestDue(batch: Batch, actor: Actor, payerIds: readonly string[]): Promise<void> {
  const payers = await listOldestDue(batch.tx, actor.practiceId, payerIds)
  const changed = payers.flatMap(({ oldest, ...row }) => (oldest === row.oldest_due_on ? [] : [{ row, oldest }]))
  batch.know('clients', changed.map(({ row }) => row) as unknown as BatchRow[])
  for (const { row, oldest } of changed) await keepServerColumns(batch.tx, row, 'clients', { oldest_due_on: oldest })
}

class Sums extends Map<string, number> {
  add(id: string, pence: number): void {
    this.set(id, (this.get(id) ?? 0) + pence)
  }
}
