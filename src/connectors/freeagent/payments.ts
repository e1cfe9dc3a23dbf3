import { addressOf, decimalOf, idOf, list, make } from '#connectors/freeagent/api.ts'
import type { FarReceipt } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/** The bank account that payments go to: the primary one, else the first. */
async function accountOf(wire: Wire): Promise<string> {
  const accounts = await list(wire, 'bank_accounts', { view: 'standard_bank_accounts' })
  const open = accounts.filter(({ status }) => status !== 'hidden')
  const account = open.find(({ is_primary }) => is_primary) ?? open[0]
  if (!account)
    throw new Refusal('refused', { sentence: 'FreeAgent has no bank account to put payments in. Add one there, then try again.' })
  return addressOf(wire, idOf(account.url))
}

/** Pays an invoice in the bank account there; one of this reference on this day is there already. */
export async function putPayment(wire: Wire, { billId, pence, onDay, reference }: FarReceipt): Promise<{ id: string }> {
  const [bank_account, paid_invoice] = [await accountOf(wire), addressOf(wire, billId)]
  const ofDay = await list(wire, 'bank_transaction_explanations', { bank_account, from_date: onDay, to_date: onDay })
  const there = ofDay.find((each) => each.description === reference && each.paid_invoice === paid_invoice)
  if (there) return { id: idOf(there.url) }
  const paid = { bank_account, dated_on: onDay, gross_value: decimalOf(pence), paid_invoice, description: reference }
  const { id } = await make(wire, 'bank_transaction_explanations', { bank_transaction_explanation: paid })
  return { id }
}

/** The payment of this reference. */
export async function findPayment(wire: Wire, reference: string): Promise<{ id: string } | null> {
  for (const { url } of await list(wire, 'bank_accounts')) {
    const paid = await list(wire, 'bank_transaction_explanations', { bank_account: addressOf(wire, idOf(url)) })
    const found = paid.find(({ description }) => description === reference)
    if (found) return { id: idOf(found.url) }
  }
  return null
}
