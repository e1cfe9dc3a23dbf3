import type { LedgerConnector } from '#connectors/kit/connector.ts'
import type { Ledger, LedgerNews, SeenReceipt } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { byId, changesSince, company } from '#connectors/quickbooks/api.ts'
import { findCustomer, putCustomer } from '#connectors/quickbooks/customers.ts'
import { manifest } from '#connectors/quickbooks/manifest.ts'
import { findPaper, putBill, putCredit, toPaper } from '#connectors/quickbooks/papers.ts'
import { findPayment, partsOf, putPayment } from '#connectors/quickbooks/payments.ts'
import { requireOwnNumbers } from '#connectors/quickbooks/settings.ts'
import { realMs } from '#lib/clock.ts'

const find: Ledger['find'] = async (wire, kind, ours) => {
  if (kind === 'payer') return findCustomer(wire, ours)
  if (kind === 'receipt') return findPayment(wire, ours.number)
  return findPaper(wire, kind === 'bill' ? 'Invoice' : 'CreditMemo', ours.number)
}

/** QuickBooks remembers changes for 30 days. */
const REMEMBERED_MS = 29 * 24 * 3_600_000

/** By the clock there. What changed in the very second of a cursor comes twice rather than never. */
async function newsSince(wire: Wire, cursor: string | null): Promise<LedgerNews> {
  if (cursor === null) return { cursor: (await company(wire)).at, receipts: [], changed: [] }
  if (realMs() - Date.parse(cursor) > REMEMBERED_MS) throw new Refusal('resync')
  const { at, invoices, credits, payments } = await changesSince(wire, cursor)
  const changed = [...invoices, ...credits].map(toPaper)
  const numbers = new Map(changed.map(({ id, number }) => [id, number]))
  const receipts: SeenReceipt[] = []
  for (const part of payments.flatMap(partsOf)) {
    const number = numbers.get(part.billId) ?? (await numberOf(wire, part.billId))
    numbers.set(part.billId, number)
    receipts.push({ ...part, number })
  }
  return { cursor: at, receipts, changed }
}

/** Of an invoice that is not there any more: none. */
async function numberOf(wire: Wire, id: string): Promise<string> {
  try {
    return toPaper(await byId(wire, 'Invoice', id)).number
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'gone') return ''
    throw error
  }
}

const ledger: Ledger = { putPayer: putCustomer, putBill, putCredit, putReceipt: putPayment, find, newsSince }

async function check(wire: Wire) {
  const { CompanyName } = await company(wire)
  await requireOwnNumbers(wire)
  return { account: `${CompanyName} (${wire.credentials.account})` }
}

export const quickbooks: LedgerConnector = { manifest, check, ledger }
