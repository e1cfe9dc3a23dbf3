import type { FarAnswer } from '#connectors/kit/far-server.ts'
import {
  BANK,
  dueOf,
  type FarContact,
  type FarLine,
  type FarOrganisation,
  type FarPaperRow,
  type FarPayment,
  Invalid,
  pence,
  RATES,
  SALES,
  sumsOf,
} from '#connectors/xero/far-books.ts'

/* For tests only: what the double of Xero answers to the requests that are described. */

type Json = Record<string, unknown>
type Given = { method: string; path: string; query: URLSearchParams; since: number; body: Json | undefined }

const dated = (ms: number) => `/Date(${ms}+0000)/`
const onDay = (day: string) => dated(Date.parse(`${day}T00:00:00Z`))
const pounds = (value: number) => value / 100

/** @throws Invalid */
export function answerTo(books: FarOrganisation, { method, path, query, since, body }: Given): FarAnswer {
  const [, kind = '', id, part] = path.split('/')
  const rows = Object.values(body ?? {})[0] as Json[] | undefined
  if (method === 'GET' && id) return one(books, kind, id)
  if (method === 'GET') return { body: { [kind === 'Organisation' ? 'Organisations' : kind]: listed(books, kind, query, since) } }
  if (part === 'Allocations') return { body: { Allocations: (rows ?? []).map((row) => allocated(books, id, row)) } }
  return { body: { [kind]: (rows ?? []).map((row) => written(books, kind, row, id)) } }
}

function one(books: FarOrganisation, kind: string, id: string): FarAnswer {
  const row = kind === 'Invoices' ? books.paper('ACCREC', id) : undefined
  return row ? { body: { Invoices: [paperJson(books, row)] } } : { status: 404, body: { Title: 'Not Found' } }
}

const ORGANISATION = {
  OrganisationID: BANK,
  Name: 'Gareth Probert Farriery',
  ShortCode: '!p7Rb1',
  BaseCurrency: 'GBP',
  CountryCode: 'GB',
  PaysTax: true,
}
const ACCOUNTS = [
  {
    AccountID: 'b9a1e9d2-5a4b-4b65-9b43-222222222222',
    Code: '180',
    Name: 'Old sales',
    Type: 'REVENUE',
    Class: 'REVENUE',
    Status: 'ACTIVE',
  },
  { AccountID: 'b9a1e9d2-5a4b-4b65-9b43-333333333333', Code: SALES, Name: 'Sales', Type: 'SALES', Class: 'REVENUE', Status: 'ACTIVE' },
  { AccountID: BANK, Code: '090', Name: 'Current account', Type: 'BANK', Class: 'ASSET', Status: 'ACTIVE' },
]

function listed(books: FarOrganisation, kind: string, query: URLSearchParams, since: number): Json[] {
  const term = query.get('searchTerm')?.toLowerCase()
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 100)]
  const matches = matcher(query.get('where'))
  const paged = (rows: Json[]) => rows.filter(matches).slice((page - 1) * size, page * size)
  const fresh = <T extends { updated: number }>(rows: readonly T[]) => rows.filter(({ updated }) => updated >= since)
  if (kind === 'Organisation') return [ORGANISATION]
  if (kind === 'Accounts') return ACCOUNTS.filter(matches)
  if (kind === 'TaxRates') return Object.entries(RATES).map(rateJson)
  if (kind === 'Contacts')
    return paged(
      fresh(books.contacts)
        .filter((row) => !term || isFound(row, term))
        .map(contactJson),
    )
  if (kind === 'Payments') return paged(fresh(books.payments).map((row) => paymentJson(books, row)))
  const type = kind === 'Invoices' ? 'ACCREC' : 'ACCRECCREDIT'
  return paged(
    fresh(books.papers)
      .filter((row) => row.type === type)
      .map((row) => paperJson(books, row)),
  )
}

const rateJson = ([TaxType, bp]: [string, number]) => ({
  Name: TaxType,
  TaxType,
  Status: 'ACTIVE',
  CanApplyToRevenue: true,
  EffectiveRate: bp / 100,
})

const isFound = ({ Name, FirstName, LastName, ContactNumber, EmailAddress }: FarContact, term: string) =>
  [Name, FirstName, LastName, ContactNumber, EmailAddress].some((words) => words?.toLowerCase().includes(term))

/** `Type=="ACCREC" AND InvoiceNumber=="INV-0042"`. */
function matcher(where: string | null): (row: Json) => boolean {
  const conditions = (where?.split(' AND ') ?? []).map((condition) => {
    const [, name = '', value] = /^(\w+)=="([^"]*)"$/.exec(condition) ?? []
    if (value === undefined) throw new Invalid(`The filter can't be read: ${where}`)
    return { name, value }
  })
  return (row) => conditions.every(({ name, value }) => row[name] === value)
}

const contactJson = ({ updated, ...row }: FarContact): Json => ({
  ...row,
  Addresses: [...(row.Addresses ?? []), { AddressType: 'STREET' }],
  ContactStatus: 'ACTIVE',
  UpdatedDateUTC: dated(updated),
})

function paperJson(books: FarOrganisation, row: FarPaperRow): Json {
  const { net, vat, total } = sumsOf(row)
  const contact = books.contacts.find(({ ContactID }) => ContactID === row.contactId)
  const own =
    row.type === 'ACCREC'
      ? billJson(row, total)
      : { CreditNoteID: row.id, CreditNoteNumber: row.number, RemainingCredit: pounds(dueOf(row)) }
  return {
    ...{ ...own, Type: row.type, Contact: { ContactID: row.contactId, Name: contact?.Name ?? '' } },
    ...{ Date: onDay(row.on), Status: row.status, LineAmountTypes: 'Exclusive', LineItems: row.lines, CurrencyCode: 'GBP' },
    ...{ SubTotal: pounds(net), TotalTax: pounds(vat), Total: pounds(total), UpdatedDateUTC: dated(row.updated) },
  }
}

const billJson = (row: FarPaperRow, total: number) => ({
  ...{ InvoiceID: row.id, InvoiceNumber: row.number, DueDate: onDay(row.due) },
  ...{ AmountDue: pounds(dueOf(row)), AmountPaid: pounds(total - dueOf(row)) },
})

const paymentJson = (
  books: FarOrganisation,
  { PaymentID, invoiceId, on, pence: amount, reference, status, updated }: FarPayment,
): Json => ({
  ...{ PaymentID, Date: onDay(on), Amount: pounds(amount), Reference: reference, Status: status, PaymentType: 'ACCRECPAYMENT' },
  Invoice: { InvoiceID: invoiceId, InvoiceNumber: books.paper('ACCREC', invoiceId)?.number ?? '', Type: 'ACCREC' },
  UpdatedDateUTC: dated(updated),
})

function written(books: FarOrganisation, kind: string, row: Json, id: string | undefined): Json {
  if (kind === 'Contacts') return contactJson(books.putContact({ ...(row as Partial<FarContact>), ...(id && { ContactID: id }) }))
  if (kind === 'Invoices') return paperJson(books, books.addPaper('ACCREC', row as { LineItems?: FarLine[] }))
  if (kind === 'CreditNotes') return paperJson(books, books.addPaper('ACCRECCREDIT', row as { LineItems?: FarLine[] }))
  const {
    Invoice,
    Account,
    Date: on,
    Amount,
    Reference,
  } = row as { Invoice?: Json; Account?: Json; Date: string; Amount: number; Reference?: string }
  if (Account?.AccountID !== BANK) throw new Invalid('The account must be a bank account, or take payments.')
  return paymentJson(books, books.pay({ invoiceId: String(Invoice?.InvoiceID), on, pence: pence(Amount), reference: Reference ?? '' }))
}

function allocated(books: FarOrganisation, creditId: string | undefined, row: Json): Json {
  const { Invoice, Amount } = row as { Invoice?: Json; Amount: number }
  books.allocate(creditId, String(Invoice?.InvoiceID), pence(Amount))
  return { Amount, Date: onDay(String(row.Date)), Invoice: { InvoiceID: Invoice?.InvoiceID } }
}
