import type { FarBill, FarCredit, FarLine, FarPaper } from '#connectors/kit/ledger.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { type CreditNote, decimalOf, type Invoice, invoiceOf, list, penceOf, quoted, write } from '#connectors/xero/api.ts'
import { salesAccount, taxTypeOf } from '#connectors/xero/chart.ts'

/** Long enough for any line of ours. */
const MOST_WORDS = 4000
const CANCELLED = ['VOIDED', 'DELETED']

export function toPaper(paper: Invoice | CreditNote): FarPaper {
  const [id, number] = 'InvoiceID' in paper ? [paper.InvoiceID, paper.InvoiceNumber] : [paper.CreditNoteID, paper.CreditNoteNumber]
  return {
    ...{ id, number: number ?? '' },
    ...{ netPence: penceOf(paper.SubTotal), vatPence: penceOf(paper.TotalTax), totalPence: penceOf(paper.Total) },
    isCancelled: CANCELLED.includes(paper.Status),
    changedAt: new Date(paper.UpdatedDateUTC).toISOString(),
  }
}

/** A line as they have it, with our VAT. Where the price of one has no whole pence, the line is one of its whole sum. */
async function itemOf(wire: Wire, line: FarLine, isVatRegistered: boolean) {
  const { description, quantity, netPence, vatPence } = line
  const isWhole = netPence % quantity === 0
  return {
    Description: `${isWhole ? '' : `${quantity} x `}${description}`.slice(0, MOST_WORDS).toWellFormed(),
    ...{
      Quantity: isWhole ? quantity : 1,
      UnitAmount: decimalOf(isWhole ? netPence / quantity : netPence),
      LineAmount: decimalOf(netPence),
    },
    AccountCode: await salesAccount(wire),
    TaxType: await taxTypeOf(wire, line, isVatRegistered),
    TaxAmount: decimalOf(vatPence),
  }
}

async function bodyOf(wire: Wire, { payerId, issuedOn, lines, isVatRegistered }: FarBill) {
  const LineItems = []
  for (const line of lines) LineItems.push(await itemOf(wire, line, isVatRegistered))
  return {
    ...{ Contact: { ContactID: payerId }, Date: issuedOn, CurrencyCode: 'GBP', Status: 'AUTHORISED' },
    ...{ LineAmountTypes: isVatRegistered ? 'Exclusive' : 'NoTax', LineItems },
  }
}

/** One of this number is refused there, as numbers are given once; then it is the one that is there. */
export async function putBill(wire: Wire, bill: FarBill): Promise<FarPaper> {
  const { number: InvoiceNumber, dueOn: DueDate } = bill
  const body = { Type: 'ACCREC', InvoiceNumber, DueDate, SentToContact: true, ...(await bodyOf(wire, bill)) }
  try {
    return toPaper(await write(wire, 'Invoices', body, { key: `bill-${bill.uid}` }))
  } catch (error) {
    if (!(error instanceof Refusal && error.kind === 'refused')) throw error
    const there = await findBill(wire, InvoiceNumber)
    if (there) return there
    throw error
  }
}

export async function findBill(wire: Wire, number: string): Promise<FarPaper | null> {
  const { found } = await list(wire, 'Invoices', { where: `Type=="ACCREC" AND InvoiceNumber==${quoted(number)}` })
  const there = found.find(({ InvoiceNumber }) => InvoiceNumber === number)
  return there ? toPaper(there) : null
}

async function creditOf(wire: Wire, number: string): Promise<CreditNote | undefined> {
  const { found } = await list(wire, 'CreditNotes', { where: `Type=="ACCRECCREDIT" AND CreditNoteNumber==${quoted(number)}` })
  return found.find(({ CreditNoteNumber }) => CreditNoteNumber === number)
}

export async function findCredit(wire: Wire, number: string): Promise<FarPaper | null> {
  const there = await creditOf(wire, number)
  return there ? toPaper(there) : null
}

/** Then what it credits is taken off its invoice, as far as both have something open. */
export async function putCredit(wire: Wire, credit: FarCredit): Promise<FarPaper> {
  const { number: CreditNoteNumber, creditsNumber, creditsId, uid } = credit
  const Reference = creditsNumber ? `Credit for ${creditsNumber}` : ''
  const there = await creditOf(wire, CreditNoteNumber)
  const paper =
    there ??
    (await write(
      wire,
      'CreditNotes',
      { Type: 'ACCRECCREDIT', CreditNoteNumber, Reference, ...(await bodyOf(wire, credit)) },
      { key: `credit-${uid}` },
    ))
  if (creditsId && paper.Status === 'AUTHORISED') await allocate(wire, paper, { billId: creditsId, uid, onDay: credit.issuedOn })
  return toPaper(paper)
}

async function allocate(
  wire: Wire,
  credit: CreditNote,
  { billId, uid, onDay }: { billId: string; uid: string; onDay: string },
): Promise<void> {
  const bill = await invoiceOf(wire, billId)
  const pence = Math.min(penceOf(credit.RemainingCredit ?? 0), bill.Status === 'AUTHORISED' ? penceOf(bill.AmountDue ?? 0) : 0)
  if (pence <= 0) return
  const path = `CreditNotes/${credit.CreditNoteID}/Allocations?summarizeErrors=true`
  const body = { Amount: decimalOf(pence), Date: onDay, Invoice: { InvoiceID: billId } }
  await write(wire, 'Allocations', body, { path, key: `allocation-${uid}` })
}
