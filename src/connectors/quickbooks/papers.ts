import type { FarBill, FarCredit, FarLine, FarPaper } from '#connectors/kit/ledger.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { byId, decimalOf, type Paper, penceOf, query, quoted, write } from '#connectors/quickbooks/api.ts'
import { settingsOf, vatOf } from '#connectors/quickbooks/settings.ts'

/** Long enough for any line of ours. */
const MOST_WORDS = 4000

/** A voided one is left there with nothing to pay, and says so in its memo. */
export function toPaper(paper: Paper): FarPaper {
  const { Id, DocNumber, TotalAmt, TxnTaxDetail, PrivateNote, status, MetaData } = paper
  const [total, vat] = [penceOf(TotalAmt), penceOf(TxnTaxDetail?.TotalTax)]
  return {
    ...{ id: Id, number: DocNumber ?? '', netPence: total - vat, vatPence: vat, totalPence: total },
    isCancelled: status === 'Deleted' || (total === 0 && PrivateNote?.startsWith('Voided') === true),
    changedAt: MetaData?.LastUpdatedTime ?? '',
  }
}

/** A line as they have it. Where the price of one has no whole pence, the line is one of its whole sum. */
async function lineOf(wire: Wire, { description, quantity, netPence, vatRateBp }: FarLine, isVatRegistered: boolean) {
  const isWhole = netPence % quantity === 0
  return {
    Amount: decimalOf(netPence),
    DetailType: 'SalesItemLineDetail',
    Description: `${isWhole ? '' : `${quantity} x `}${description}`.slice(0, MOST_WORDS).toWellFormed(),
    SalesItemLineDetail: {
      ItemRef: { value: (await settingsOf(wire)).itemId },
      ...{ Qty: isWhole ? quantity : 1, UnitPrice: decimalOf(isWhole ? netPence / quantity : netPence) },
      ...(isVatRegistered && { TaxCodeRef: { value: (await vatOf(wire, vatRateBp)).codeId } }),
    },
  }
}

/** Our VAT per rate: QuickBooks would round that of the whole. */
async function taxOf(wire: Wire, { lines, vatPence }: FarBill) {
  const ofRate = Map.groupBy(lines, ({ vatRateBp }) => vatRateBp)
  const TaxLine = []
  for (const [rateBp, some] of ofRate) {
    const sum = (key: 'netPence' | 'vatPence') => decimalOf(some.reduce((total, line) => total + line[key], 0))
    TaxLine.push({
      ...{ Amount: sum('vatPence'), DetailType: 'TaxLineDetail' },
      TaxLineDetail: {
        TaxRateRef: { value: (await vatOf(wire, rateBp)).rateId },
        ...{ PercentBased: true, TaxPercent: rateBp / 100, NetAmountTaxable: sum('netPence') },
      },
    })
  }
  return { TotalTax: decimalOf(vatPence), TaxLine }
}

async function bodyOf(wire: Wire, bill: FarBill) {
  const Line = []
  for (const line of bill.lines) Line.push(await lineOf(wire, line, bill.isVatRegistered))
  return {
    ...{ DocNumber: bill.number, CustomerRef: { value: bill.payerId }, TxnDate: bill.issuedOn, Line },
    ...(bill.isVatRegistered
      ? { GlobalTaxCalculation: 'TaxExcluded', TxnTaxDetail: await taxOf(wire, bill) }
      : { GlobalTaxCalculation: 'NotApplicable' }),
    ...{ EmailStatus: 'NotSet', PrintStatus: 'NotSet' },
  }
}

type Kind = 'Invoice' | 'CreditMemo'

async function numbered(wire: Wire, kind: Kind, number: string): Promise<Paper | undefined> {
  return (await query(wire, kind, `DocNumber = ${quoted(number)}`)).find(({ DocNumber }) => DocNumber === number)
}

export async function findPaper(wire: Wire, kind: Kind, number: string): Promise<FarPaper | null> {
  const there = await numbered(wire, kind, number)
  return there ? toPaper(there) : null
}

export async function putBill(wire: Wire, bill: FarBill): Promise<FarPaper> {
  const there = await findPaper(wire, 'Invoice', bill.number)
  return there ?? toPaper(await write(wire, 'Invoice', { ...(await bodyOf(wire, bill)), DueDate: bill.dueOn }, `bill-${bill.uid}`))
}

/** Then what it credits is taken off its invoice, as far as both have something open. */
export async function putCredit(wire: Wire, credit: FarCredit): Promise<FarPaper> {
  const PrivateNote = credit.creditsNumber ? `Credit for ${credit.creditsNumber}` : ''
  const there = await numbered(wire, 'CreditMemo', credit.number)
  const paper = there ?? (await write(wire, 'CreditMemo', { ...(await bodyOf(wire, credit)), PrivateNote }, `credit-${credit.uid}`))
  if (credit.creditsId) await apply(wire, paper, { billId: credit.creditsId, uid: credit.uid, onDay: credit.issuedOn })
  return toPaper(paper)
}

/** A payment of nothing ties the two. A company may be set to do that itself: then nothing is open any more. */
async function apply(wire: Wire, credit: Paper, { billId, uid, onDay }: { billId: string; uid: string; onDay: string }): Promise<void> {
  const bill = await byId(wire, 'Invoice', billId)
  const pence = Math.min(penceOf(credit.RemainingCredit ?? credit.Balance), penceOf(bill.Balance))
  if (pence <= 0) return
  const part = (TxnId: string, TxnType: Kind) => ({ Amount: decimalOf(pence), LinkedTxn: [{ TxnId, TxnType }] })
  const Line = [part(billId, 'Invoice'), part(credit.Id, 'CreditMemo')]
  await write(wire, 'Payment', { CustomerRef: bill.CustomerRef, TotalAmt: 0, TxnDate: onDay, Line }, `allocation-${uid}`)
}
