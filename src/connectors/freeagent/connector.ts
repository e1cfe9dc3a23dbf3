import { addressOf, company, idOf, list, paperOf, penceOf, timeThere } from '#connectors/freeagent/api.ts'
import { contactNamed, putContact } from '#connectors/freeagent/contacts.ts'
import { manifest } from '#connectors/freeagent/manifest.ts'
import { listGone, putBill, putCredit, toPaper } from '#connectors/freeagent/papers.ts'
import { findPayment, putPayment } from '#connectors/freeagent/payments.ts'
import type { LedgerConnector } from '#connectors/kit/connector.ts'
import type { Ledger, LedgerNews, SeenReceipt } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const find: Ledger['find'] = async (wire, kind, { number }) => {
  if (kind === 'payer') return contactNamed(wire, number)
  if (kind === 'receipt') return findPayment(wire, number)
  const papers = await list(wire, kind === 'bill' ? 'invoices' : 'credit_notes', { sort: '-created_at' })
  const paper = papers.find(({ reference }) => reference === number)
  return paper ? toPaper(paper) : null
}

/** By the clock there. What changed in the very second of a cursor comes twice rather than never. */
async function newsSince(wire: Wire, cursor: string | null): Promise<LedgerNews> {
  const now = await timeThere(wire)
  if (cursor === null) return { cursor: now.toISOString(), receipts: [], changed: [] }
  const since = { updated_since: cursor }
  const changed = [...(await list(wire, 'invoices', since)), ...(await list(wire, 'credit_notes', since))].map(toPaper)
  const numbers = new Map(changed.map(({ id, number }) => [id, number]))
  const receipts: SeenReceipt[] = []
  for (const { url } of await list(wire, 'bank_accounts'))
    for (const paid of await list(wire, 'bank_transaction_explanations', { bank_account: addressOf(wire, idOf(url)), ...since })) {
      // A guess that no one has approved there is no payment yet.
      if (!paid.paid_invoice?.includes('/invoices/') || paid.marked_for_review || penceOf(paid.gross_value) <= 0) continue
      const billId = idOf(paid.paid_invoice)
      const number = numbers.get(billId) ?? (await numberOf(wire, billId))
      numbers.set(billId, number)
      receipts.push({ id: idOf(paid.url), billId, number, pence: penceOf(paid.gross_value), onDay: paid.dated_on })
    }
  return { cursor: now.toISOString(), receipts, changed }
}

/** Of an invoice that is not there any more: none. */
async function numberOf(wire: Wire, id: string): Promise<string> {
  try {
    return toPaper(await paperOf(wire, id)).number
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'gone') return ''
    throw error
  }
}

const ledger: Ledger = { putPayer: putContact, putBill, putCredit, putReceipt: putPayment, find, newsSince, listGone }

const check = async (wire: Wire) => {
  const { name, subdomain } = await company(wire)
  return { account: [name, subdomain && `(${subdomain})`].filter(Boolean).join(' ') || 'FreeAgent' }
}

export const freeagent: LedgerConnector = { manifest, check, ledger }
