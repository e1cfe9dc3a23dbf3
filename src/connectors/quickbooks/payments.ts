import type { FarReceipt, SeenReceipt } from '#connectors/kit/ledger.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { byId, decimalOf, type Payment, penceOf, query, quoted, write } from '#connectors/quickbooks/api.ts'

/** As long as a reference there may be: its end is our own. */
const MOST = 21
const shortened = (reference: string) => reference.slice(-MOST).trim()

/** What a payment pays of one invoice: a payment there may be for several. */
const partId = (paymentId: string, billId: string) => `${paymentId}/${billId}`

/** The invoices of a payment, with the money for each. What credit notes pay is not money. */
export function partsOf({ Id, TotalAmt, Line, TxnDate, status }: Payment): Omit<SeenReceipt, 'number'>[] {
  let left = status === 'Deleted' ? 0 : penceOf(TotalAmt)
  return (Line ?? []).flatMap(({ Amount, LinkedTxn }) => {
    const bill = LinkedTxn?.find(({ TxnType }) => TxnType === 'Invoice')
    const pence = Math.min(left, penceOf(Amount))
    if (!bill || pence <= 0 || !TxnDate) return []
    left -= pence
    return [{ id: partId(Id, bill.TxnId), billId: bill.TxnId, pence, onDay: TxnDate }]
  })
}

/** The payment of this reference; `customerId`: of whom. They can't be looked up by their reference. */
export async function findPayment(wire: Wire, reference: string, customerId?: string): Promise<{ id: string } | null> {
  const short = shortened(reference)
  const all = await query(wire, 'Payment', customerId && `CustomerRef = ${quoted(customerId)}`)
  const paid = all.find(({ PaymentRefNum }) => PaymentRefNum === short)
  const [part] = paid ? partsOf(paid) : []
  return part ? { id: part.id } : null
}

/** Pays an invoice; one of this reference is there already. */
export async function putPayment(wire: Wire, { uid, billId, pence, onDay, reference }: FarReceipt): Promise<{ id: string }> {
  const { CustomerRef } = await byId(wire, 'Invoice', billId)
  const there = await findPayment(wire, reference, CustomerRef?.value)
  if (there) return there
  const Line = [{ Amount: decimalOf(pence), LinkedTxn: [{ TxnId: billId, TxnType: 'Invoice' }] }]
  const body = { CustomerRef, TotalAmt: decimalOf(pence), TxnDate: onDay, PaymentRefNum: shortened(reference), Line }
  return { id: partId((await write(wire, 'Payment', body, `receipt-${uid}`)).Id, billId) }
}
