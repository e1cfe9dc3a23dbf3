import type { FarReceipt, SeenReceipt } from '#connectors/kit/ledger.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { decimalOf, list, type Payment, penceOf, quoted, write } from '#connectors/xero/api.ts'
import { bankAccount } from '#connectors/xero/chart.ts'
import { dayOf } from '#lib/dates.ts'

/** A payment that was taken back stays on their list. */
const isLive = ({ Status }: Payment) => Status !== 'DELETED'

/** The payment of this reference. */
export async function findPayment(wire: Wire, reference: string): Promise<{ id: string } | null> {
  const { found } = await list(wire, 'Payments', { where: `Reference==${quoted(reference)}` })
  const there = found.find((each) => isLive(each) && each.Reference === reference)
  return there ? { id: there.PaymentID } : null
}

/** Pays an invoice in the bank account there; one of this reference is there already. */
export async function putPayment(wire: Wire, { uid, billId, pence, onDay, reference }: FarReceipt): Promise<{ id: string }> {
  const there = await findPayment(wire, reference)
  if (there) return there
  const body = {
    ...{ Invoice: { InvoiceID: billId }, Account: { AccountID: await bankAccount(wire) } },
    ...{ Date: onDay, Amount: decimalOf(pence), Reference: reference },
  }
  return { id: (await write(wire, 'Payments', body, { key: `receipt-${uid}` })).PaymentID }
}

/** A payment of an invoice, as a line to match. */
export function seenOf(paid: Payment): SeenReceipt[] {
  const { PaymentID: id, Invoice, Amount, Date: on } = paid
  if (!Invoice || !isLive(paid) || Amount <= 0) return []
  return [
    {
      id,
      billId: Invoice.InvoiceID,
      number: Invoice.InvoiceNumber ?? '',
      pence: penceOf(Amount),
      onDay: dayOf(new Date(on), 'UTC'),
    },
  ]
}
