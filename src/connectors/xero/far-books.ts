import { randomUUID } from 'node:crypto'
import { realMs } from '#lib/clock.ts'

/* For tests only: the books of one organisation in a double of Xero, and what it refuses. */

/** What Xero says is wrong with something. */
export class Invalid extends Error {}

export type FarLine = {
  Description: string
  Quantity: number
  UnitAmount: number
  LineAmount?: number
  AccountCode: string
  TaxType: string
  TaxAmount?: number
}
export type FarContact = {
  ContactID: string
  ContactNumber?: string
  Name: string
  FirstName?: string
  LastName?: string
  EmailAddress?: string
  Addresses?: { AddressType: string; AddressLine1?: string; PostalCode?: string }[]
  updated: number
}
export type FarPaperRow = {
  id: string
  type: 'ACCREC' | 'ACCRECCREDIT'
  number: string
  contactId: string
  on: string
  due: string
  status: string
  lines: FarLine[]
  settled: number
  updated: number
}
export type FarPayment = {
  PaymentID: string
  invoiceId: string
  on: string
  pence: number
  reference: string
  status: string
  updated: number
}
type GivenPaper = {
  Contact?: { ContactID?: string }
  InvoiceNumber?: string
  CreditNoteNumber?: string
  Date?: string
  DueDate?: string
  Status?: string
  LineItems?: FarLine[]
}

export const pence = (value: number) => Math.round(value * 100)
/** VAT on income in the United Kingdom, in hundredths of a per cent. */
export const RATES: Readonly<Record<string, number>> = {
  OUTPUT2: 2000,
  RROUTPUT: 500,
  ZERORATEDOUTPUT: 0,
  EXEMPTOUTPUT: 0,
  NONE: 0,
  OUTPUT17: 1750,
}
export const SALES = '200'
export const BANK = 'b9a1e9d2-5a4b-4b65-9b43-111111111111'

const netOf = ({ Quantity, UnitAmount }: FarLine) => Math.round(Quantity * UnitAmount * 100)
const vatOf = (line: FarLine) =>
  line.TaxAmount === undefined ? Math.round((netOf(line) * (RATES[line.TaxType] ?? 0)) / 10_000) : pence(line.TaxAmount)
export function sumsOf({ lines }: Pick<FarPaperRow, 'lines'>) {
  const [net, vat] = [lines.map(netOf), lines.map(vatOf)].map((all) => all.reduce((a, b) => a + b, 0)) as [number, number]
  return { net, vat, total: net + vat }
}
export const dueOf = (row: FarPaperRow) => (row.status === 'VOIDED' ? 0 : sumsOf(row).total - row.settled)

export class FarOrganisation {
  contacts: FarContact[] = []
  papers: FarPaperRow[] = []
  payments: FarPayment[] = []

  paper(type: FarPaperRow['type'], id: string | undefined): FarPaperRow | undefined {
    return this.papers.find((row) => row.type === type && row.id === id)
  }

  putContact(given: Partial<FarContact>): FarContact {
    const known = this.contacts.find(({ ContactID }) => ContactID === given.ContactID)
    const Name = given.Name ?? known?.Name ?? ''
    if (Name.trim() === '') throw new Invalid('The Contact Name must not be empty.')
    if (Name.length > 255) throw new Invalid('The Contact Name must be 255 characters or less.')
    if (given.EmailAddress && !given.EmailAddress.includes('@')) throw new Invalid('Email address must be valid.')
    if (this.contacts.some((each) => each !== known && each.Name.toLowerCase() === Name.toLowerCase()))
      throw new Invalid(
        `The contact name ${Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
      )
    const row = known ?? { ContactID: randomUUID(), Name, updated: 0 }
    if (!known) this.contacts.push(row)
    return Object.assign(row, given, { ContactID: row.ContactID, updated: realMs() })
  }

  addPaper(type: FarPaperRow['type'], given: GivenPaper): FarPaperRow {
    const isBill = type === 'ACCREC'
    const { Contact, LineItems: lines = [], Date: on = '', DueDate: due = on, Status: status = 'DRAFT' } = given
    const number = (isBill ? given.InvoiceNumber : given.CreditNoteNumber) ?? ''
    if (!this.contacts.some(({ ContactID }) => ContactID === Contact?.ContactID))
      throw new Invalid('A validation exception occurred: the contact could not be found.')
    if (this.papers.some((row) => row.type === type && row.number === number))
      throw new Invalid(`${isBill ? 'Invoice' : 'Credit note'} # must be unique.`)
    if (status === 'AUTHORISED' && (lines.length === 0 || (isBill && !given.DueDate))) throw new Invalid('Due Date cannot be empty.')
    for (const line of lines) requireLine(line)
    const row = {
      id: randomUUID(),
      type,
      number,
      contactId: Contact?.ContactID ?? '',
      on,
      due,
      status,
      lines,
      settled: 0,
      updated: realMs(),
    }
    if (sumsOf(row).total < 0) throw new Invalid('The document total cannot be negative.')
    this.papers.push(row)
    return row
  }

  settle(row: FarPaperRow, amount: number) {
    row.settled += amount
    row.updated = realMs()
    if (dueOf(row) === 0) row.status = 'PAID'
  }

  allocate(creditId: string | undefined, invoiceId: string | undefined, amount: number) {
    const [credit, bill] = [this.paper('ACCRECCREDIT', creditId), this.paper('ACCREC', invoiceId)]
    if (!credit || !bill) throw new Invalid('The document to allocate to could not be found.')
    if (amount > Math.min(dueOf(credit), dueOf(bill)))
      throw new Invalid('Allocation amount exceeds the amount outstanding on this document.')
    this.settle(credit, amount)
    this.settle(bill, amount)
  }

  pay({ invoiceId, ...given }: Pick<FarPayment, 'invoiceId' | 'on' | 'pence' | 'reference'>): FarPayment {
    const bill = this.paper('ACCREC', invoiceId)
    if (bill?.status !== 'AUTHORISED') throw new Invalid('Payments can only be made against Authorised documents.')
    if (given.pence > dueOf(bill)) throw new Invalid('Payment amount exceeds the amount outstanding on this document.')
    this.settle(bill, given.pence)
    const row = { PaymentID: randomUUID(), invoiceId, ...given, status: 'AUTHORISED', updated: realMs() }
    this.payments.push(row)
    return row
  }
}

function requireLine(line: FarLine): void {
  if (line.AccountCode !== SALES) throw new Invalid(`Account code '${line.AccountCode}' is not a valid code for this document.`)
  if (RATES[line.TaxType] === undefined)
    throw new Invalid(`The TaxType code '${line.TaxType}' does not exist or cannot be used for this type of transaction.`)
  const expected = Math.round(line.Quantity * line.UnitAmount * 100)
  if (line.LineAmount !== undefined && pence(line.LineAmount) !== expected)
    throw new Invalid(`The line total ${line.LineAmount} does not match the expected line total ${expected / 100}`)
  if (line.Description.length > 4000) throw new Invalid('Description exceeds the maximum length of 4000.')
}
