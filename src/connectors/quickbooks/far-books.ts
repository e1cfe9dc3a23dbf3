import { z } from 'zod'
import { realMs } from '#lib/clock.ts'

/* For tests only: the books of one British company in a double of QuickBooks Online. Intuit publishes no OpenAPI: the requests are the tables of attributes of its reference, with the lengths there. */

/** What is wrong, by their number. */
export class Fault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const text = (most: number) => z.string().max(most)
const decimal = z.number().refine((value) => Number(value.toFixed(7)) === value)
const ref = z.strictObject({ value: text(40), name: text(500).optional() })
const GLOBAL = z.enum(['TaxExcluded', 'TaxInclusive', 'NotApplicable'])
const salesLine = z.strictObject({
  Amount: decimal,
  DetailType: z.literal('SalesItemLineDetail'),
  Description: text(4000).optional(),
  SalesItemLineDetail: z.strictObject({ ItemRef: ref, Qty: decimal.optional(), UnitPrice: decimal.optional(), TaxCodeRef: ref.optional() }),
})
const taxLine = z.strictObject({
  Amount: decimal,
  DetailType: z.literal('TaxLineDetail'),
  TaxLineDetail: z.strictObject({ TaxRateRef: ref, PercentBased: z.boolean(), TaxPercent: decimal, NetAmountTaxable: decimal }),
})
const paper = {
  DocNumber: text(21).optional(),
  CustomerRef: ref,
  TxnDate: z.iso.date().optional(),
  Line: z.array(salesLine).min(1).max(750),
  GlobalTaxCalculation: GLOBAL.optional(),
  TxnTaxDetail: z.strictObject({ TotalTax: decimal.optional(), TaxLine: z.array(taxLine).optional() }).optional(),
  EmailStatus: z.enum(['NotSet', 'NeedToSend', 'EmailSent']).optional(),
  PrintStatus: z.enum(['NotSet', 'NeedToPrint', 'PrintComplete']).optional(),
  PrivateNote: text(4000).optional(),
}
const line = text(500).optional()
const customer = z.strictObject({
  ...{ Id: text(40).optional(), SyncToken: text(40).optional(), sparse: z.boolean().optional() },
  DisplayName: text(500)
    .refine((name) => !/[:\t\n]/.test(name))
    .optional(),
  ...{ GivenName: text(100).optional(), FamilyName: text(100).optional(), CompanyName: text(100).optional() },
  PrimaryEmailAddr: z.strictObject({ Address: text(100) }).optional(),
  BillAddr: z
    .strictObject({
      Line1: line,
      Line2: line,
      Line3: line,
      Line4: line,
      Line5: line,
      City: text(255).optional(),
      PostalCode: text(30).optional(),
    })
    .optional(),
})
const linked = z.strictObject({ TxnId: text(40), TxnType: z.enum(['Invoice', 'CreditMemo']) })

/** What may be posted, by the last part of its address. */
export const POSTED = {
  customer,
  invoice: z.strictObject({ ...paper, DueDate: z.iso.date().optional() }),
  creditmemo: z.strictObject(paper),
  payment: z.strictObject({
    CustomerRef: ref,
    TotalAmt: decimal,
    TxnDate: z.iso.date().optional(),
    PaymentRefNum: text(21).optional(),
    Line: z.array(z.strictObject({ Amount: decimal, LinkedTxn: z.array(linked).length(1) })).optional(),
  }),
} as const
export type GivenCustomer = z.output<typeof customer>
export type GivenPaper = z.output<(typeof POSTED)['invoice']>
export type GivenPayment = z.output<(typeof POSTED)['payment']>

export type FarCustomer = GivenCustomer & { Id: string; SyncToken: string; updated: number }
export type FarPaperRow = Omit<GivenPaper, 'Line'> & {
  Id: string
  kind: 'Invoice' | 'CreditMemo'
  lines: { description: string; quantity: number; net: number; code: string | undefined }[]
  vat: number
  settled: number
  state: 'open' | 'voided' | 'deleted'
  updated: number
}
export type FarPayment = GivenPayment & { Id: string; updated: number }

export const pence = (value: number | undefined) => Math.round((value ?? 0) * 100)
/** Codes of VAT with their rates, as QuickBooks gives them to a British company. */
export const CODES = [
  { id: '2', name: '0.0% ECG', rateId: '11', rate: 0 },
  { id: '3', name: '20.0% S', rateId: '12', rate: 20 },
  { id: '4', name: '5.0% R', rateId: '13', rate: 5 },
  { id: '5', name: '0.0% Z', rateId: '14', rate: 0 },
  { id: '6', name: 'Exempt', rateId: '15', rate: 0 },
] as const
export const rateBpOf = (code: string | undefined) => (CODES.find(({ id }) => id === code)?.rate ?? 0) * 100

export const netOf = ({ lines }: FarPaperRow) => lines.reduce((sum, { net }) => sum + net, 0)
export const totalOf = (row: FarPaperRow) => (row.state === 'open' ? netOf(row) + row.vat : 0)
export const dueOf = (row: FarPaperRow) => (row.state === 'open' ? totalOf(row) - row.settled : 0)

export class FarCompany {
  customers: FarCustomer[] = []
  papers: FarPaperRow[] = []
  payments: FarPayment[] = []
  /** Credit notes are taken off the oldest invoice without anyone doing it, as a company may be set to. */
  appliesCredits = false
  private last = 100
  private next = () => String(++this.last)

  putCustomer(given: GivenCustomer): FarCustomer {
    const known = this.customers.find(({ Id }) => Id === given.Id)
    if (given.Id && !known) throw new Fault('610', 'Object Not Found : Something you are trying to use has been made inactive')
    if (known && known.SyncToken !== given.SyncToken) throw new Fault('5010', 'Stale Object Error')
    const name = (given.DisplayName ?? known?.DisplayName ?? '').toLowerCase()
    if (name === '') throw new Fault('6000', 'At least one of Title, GivenName, FamilyName or DisplayName is required')
    if (this.customers.some((each) => each !== known && each.DisplayName?.toLowerCase() === name))
      throw new Fault('6240', 'The name supplied already exists. : null')
    if (given.PrimaryEmailAddr?.Address && !given.PrimaryEmailAddr.Address.includes('@'))
      throw new Fault('2210', 'Email Address does not conform to the specification')
    const row = known ?? { Id: this.next(), SyncToken: '-1', updated: 0 }
    if (!known) this.customers.push(row)
    return Object.assign(row, given, { Id: row.Id, SyncToken: String(Number(row.SyncToken) + 1), updated: realMs() })
  }

  paper(kind: FarPaperRow['kind'], id: string | undefined): FarPaperRow {
    const row = this.papers.find((each) => each.kind === kind && each.Id === id && each.state !== 'deleted')
    if (!row) throw new Fault('610', 'Object Not Found')
    return row
  }

  addPaper(kind: FarPaperRow['kind'], { Line, ...given }: GivenPaper): FarPaperRow {
    if (!this.customers.some(({ Id }) => Id === given.CustomerRef.value))
      throw new Fault('2500', 'Invalid Reference Id : Names element id not found')
    if (this.papers.some((each) => each.kind === kind && each.DocNumber === given.DocNumber && each.state !== 'deleted'))
      throw new Fault(
        '6140',
        `Duplicate Document Number Error : You must specify a different number. This number has already been used. DocNumber=${given.DocNumber}`,
      )
    const lines = Line.map((each) => lineOf(each, given.GlobalTaxCalculation))
    const row: FarPaperRow = {
      ...given,
      kind,
      Id: this.next(),
      lines,
      vat: vatOf(given, lines),
      settled: 0,
      state: 'open',
      updated: realMs(),
    }
    if (totalOf(row) < 0) throw new Fault('6000', 'Amounts must be at least 0')
    this.papers.push(row)
    if (kind === 'CreditMemo' && this.appliesCredits) this.applyAlone(row)
    return row
  }

  private applyAlone(credit: FarPaperRow) {
    const bill = this.papers.find(({ kind, CustomerRef }) => kind === 'Invoice' && CustomerRef.value === credit.CustomerRef.value)
    const amount = bill ? Math.min(dueOf(bill), dueOf(credit)) : 0
    for (const row of bill ? [bill, credit] : []) this.settle(row, amount)
  }

  settle(row: FarPaperRow, amount: number) {
    row.settled += amount
    row.updated = realMs()
  }

  addPayment(given: GivenPayment): FarPayment {
    const parts = (given.Line ?? []).map(({ Amount, LinkedTxn: [to] }) => ({
      amount: pence(Amount),
      row: this.paper(to?.TxnType ?? 'Invoice', to?.TxnId),
    }))
    if (parts.some(({ row }) => row.CustomerRef.value !== given.CustomerRef.value))
      throw new Fault('6000', 'The transactions are of another customer')
    if (parts.some(({ amount, row }) => amount > dueOf(row))) throw new Fault('6000', 'The amount applied is more than what is open')
    const applied = parts.reduce((sum, { amount, row }) => sum + (row.kind === 'Invoice' ? amount : -amount), 0)
    if (applied > pence(given.TotalAmt)) throw new Fault('6000', 'The amount applied is more than the amount received')
    for (const { amount, row } of parts) this.settle(row, amount)
    const row = { ...given, Id: this.next(), updated: realMs() }
    this.payments.push(row)
    return row
  }
}

function lineOf({ Amount, Description = '', SalesItemLineDetail }: GivenPaper['Line'][number], tax: GivenPaper['GlobalTaxCalculation']) {
  const { ItemRef, Qty = 1, UnitPrice, TaxCodeRef } = SalesItemLineDetail
  if (ItemRef.value !== '1') throw new Fault('2500', 'Invalid Reference Id : Item elements id not found')
  if (UnitPrice !== undefined && pence(Qty * UnitPrice) !== pence(Amount)) throw new Fault('6070', 'Amount is not equal to UnitPrice * Qty')
  if (tax !== 'NotApplicable' && !CODES.some(({ id }) => id === TaxCodeRef?.value))
    throw new Fault('6000', 'Make sure all your transactions have a VAT rate before you save')
  return { description: Description, quantity: Qty, net: pence(Amount), code: TaxCodeRef?.value }
}

/** As it is given, per rate; else of the whole of each rate. */
function vatOf({ GlobalTaxCalculation, TxnTaxDetail }: Omit<GivenPaper, 'Line'>, lines: FarPaperRow['lines']): number {
  if (GlobalTaxCalculation === 'NotApplicable') return 0
  const given = TxnTaxDetail?.TaxLine
  const nets = Map.groupBy(lines, ({ code }) => code)
  if (!given)
    return [...nets].reduce(
      (sum, [code, some]) => sum + Math.round((some.reduce((net, each) => net + each.net, 0) * rateBpOf(code)) / 10_000),
      0,
    )
  const isKnown = given.every(({ TaxLineDetail: of }) =>
    CODES.some(({ rateId, rate }) => rateId === of.TaxRateRef.value && rate === of.TaxPercent),
  )
  const total = given.reduce((sum, { Amount }) => sum + pence(Amount), 0)
  if (!isKnown || total !== pence(TxnTaxDetail.TotalTax)) throw new Fault('6000', 'The tax of the transaction does not fit its rates')
  return total
}
