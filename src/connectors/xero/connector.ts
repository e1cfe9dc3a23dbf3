import type { LedgerConnector } from '#connectors/kit/connector.ts'
import type { Ledger, LedgerNews } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { all, lastAllowed, list } from '#connectors/xero/api.ts'
import { findContact, putContact } from '#connectors/xero/contacts.ts'
import { manifest } from '#connectors/xero/manifest.ts'
import { findBill, findCredit, putBill, putCredit, toPaper } from '#connectors/xero/papers.ts'
import { findPayment, putPayment, seenOf } from '#connectors/xero/payments.ts'

const find: Ledger['find'] = async (wire, kind, ours) => {
  if (kind === 'payer') return findContact(wire, ours)
  if (kind === 'receipt') return findPayment(wire, ours.number)
  return kind === 'bill' ? findBill(wire, ours.number) : findCredit(wire, ours.number)
}

/** By the clock there, whose seconds they count. What changed in the very second of a cursor comes twice rather than never. */
async function newsSince(wire: Wire, cursor: string | null): Promise<LedgerNews> {
  if (cursor === null) {
    const { at } = await list(wire, 'Payments', { where: NONE })
    return { cursor: at.toISOString().slice(0, 19), receipts: [], changed: [] }
  }
  const bills = await list(wire, 'Invoices', { where: 'Type=="ACCREC"' }, cursor)
  const credits = await list(wire, 'CreditNotes', { where: 'Type=="ACCRECCREDIT"' }, cursor)
  const payments = await list(wire, 'Payments', { where: 'PaymentType=="ACCRECPAYMENT"' }, cursor)
  return {
    cursor: bills.at.toISOString().slice(0, 19),
    receipts: payments.found.flatMap(seenOf),
    changed: [...bills.found, ...credits.found].map(toPaper),
  }
}

/** For the time there alone: nothing is called so. */
const NONE = 'Reference=="pritchel: what time is it?"'

const ledger: Ledger = { putPayer: putContact, putBill, putCredit, putReceipt: putPayment, find, newsSince }

/** The organisation that was allowed last, which is kept as `company`. */
async function check(wire: Wire) {
  const company = wire.credentials.account ?? (await lastAllowed(wire))
  const own = { ...wire, credentials: { ...wire.credentials, account: company } }
  const [organisation] = await all(own, 'Organisations', 'Organisation')
  if (!organisation) throw new Refusal('later')
  const { Name, ShortCode, BaseCurrency } = organisation
  if (BaseCurrency && BaseCurrency !== 'GBP')
    throw new Refusal('refused', { sentence: `${Name} keeps its books in ${BaseCurrency}. Pritchel's invoices are in pounds.` })
  return { account: [Name, ShortCode && `(${ShortCode})`].filter(Boolean).join(' '), company }
}

export const xero: LedgerConnector = { manifest, check, ledger }
