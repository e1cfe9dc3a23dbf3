import type { IncomingMessage } from 'node:http'
import { type FarAnswer, startFarServer } from '#connectors/kit/far-server.ts'
import { answerTo } from '#connectors/xero/far-answers.ts'
import { dueOf, FarOrganisation, type FarPaperRow, Invalid, pence, RATES, SALES, sumsOf } from '#connectors/xero/far-books.ts'
import { type Description, descriptionMissing, readDescription } from '#connectors/xero/far-description.ts'
import { realMs } from '#lib/clock.ts'

/* For tests only: a double of Xero's Accounting API, held to what Xero publishes of it, and a bookkeeper who works in it. */

const KEY = 'a token of Xero'
const TENANT = '45e4708e-d862-4111-ab3a-dd8cd03913e1'
const OTHER = '11117d01-3f9a-4a6b-8c11-0000deadbeef'
export const xeroDouble = { missing: descriptionMissing, start: () => startXero() }

const problem = (Title: string, Status: number, Detail: string) => ({ Type: null, Title, Status, Detail, Instance: TENANT, Extensions: {} })
const WORDS = {
  refused: problem('Unauthorized', 401, 'TokenExpired: token expired'),
  busy: problem('Too Many Requests', 429, 'The rate limit was exceeded'),
  otherShape: { Contacts: 7, Invoices: { a: 1 }, CreditNotes: null, Payments: 'none', Accounts: [1], Organisations: {} },
}

export async function startXero() {
  const [books, invalid, kept]: [FarOrganisation, string[], Map<string, { text: string; answer: FarAnswer }>] = [
    new FarOrganisation(),
    [],
    new Map(),
  ]
  const state = { sent: 0, isOff: false }
  const description = readDescription()
  const far = await startFarServer({ words: WORDS, isWrite: ({ method }) => method !== 'GET', answer })

  function answer(request: IncomingMessage, text: string): FarAnswer {
    const { pathname, searchParams } = new URL(request.url ?? '', `http://${far.host}`)
    if (request.headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: WORDS.refused }
    if (pathname === '/connections') return { body: CONNECTIONS }
    if (state.isOff || request.headers['xero-tenant-id'] !== TENANT)
      return { status: 403, body: problem('Forbidden', 403, 'AuthenticationUnsuccessful') }
    const path = pathname.replace('/api.xro/2.0', '')
    if (path.endsWith('/Email')) state.sent += 1
    return keyed(request, text, () => described(description, { request, path, query: searchParams, text }))
  }

  /** The answer that a key was given before; another request by it is refused. */
  function keyed({ headers }: IncomingMessage, text: string, perform: () => FarAnswer): FarAnswer {
    const key = headers['idempotency-key']
    const before = typeof key === 'string' ? kept.get(key) : undefined
    if (before) return before.text === text ? before.answer : refused('The idempotency key was used for another request.')
    const made = perform()
    if (typeof key === 'string' && !made.status) kept.set(key, { text, answer: made })
    return made
  }

  type Requested = { request: IncomingMessage; path: string; query: URLSearchParams; text: string }
  function described(
    { faultsOf, answerFaults }: Description,
    { request: { method = '', headers }, path, query, text }: Requested,
  ): FarAnswer {
    const body = text ? JSON.parse(text) : undefined
    const faults = faultsOf({ method, path, query, headers, body })
    invalid.push(...faults)
    if (faults.length > 0) return refused(faults.join('; '))
    try {
      const since = headers['if-modified-since']
      const made = answerTo(books, { method, path, query, since: since ? Date.parse(`${since}Z`) : 0, body })
      if (!made.status) invalid.push(...answerFaults(method, path, made.body))
      return made
    } catch (error) {
      if (error instanceof Invalid) return refused(error.message)
      throw error
    }
  }

  return {
    ...{ ...far, credentials: { key: KEY, address: `http://${far.host}`, account: TENANT }, organisation: books },
    ...{ books: booksOf(books, () => state.sent), invalid: () => invalid },
    /** Keys of repeats are kept for a while only. */
    forgetKeys: () => kept.clear(),
    /** Pritchel is taken off the list of connected apps. */
    disconnect() {
      state.isOff = true
    },
  }
}

const refused = (Message: string): FarAnswer => ({
  status: 400,
  body: {
    ErrorNumber: 10,
    Type: 'ValidationException',
    Message: 'A validation exception occurred',
    Elements: [{ ValidationErrors: [{ Message }] }],
  },
})

const CONNECTIONS = [
  {
    id: OTHER,
    authEventId: OTHER,
    tenantId: OTHER,
    tenantType: 'ORGANISATION',
    tenantName: 'An older one',
    updatedDateUtc: '2025-01-01T00:00:00.0000000',
  },
  {
    id: TENANT,
    authEventId: OTHER,
    tenantId: TENANT,
    tenantType: 'ORGANISATION',
    tenantName: 'Gareth Probert Farriery',
    updatedDateUtc: '2026-11-01T09:00:00.0000000',
  },
  {
    id: OTHER,
    authEventId: OTHER,
    tenantId: OTHER,
    tenantType: 'PRACTICE',
    tenantName: 'An accountant',
    updatedDateUtc: '2026-11-02T09:00:00.0000000',
  },
]

function booksOf(books: FarOrganisation, sent: () => number) {
  const kept = (type: FarPaperRow['type']) => () =>
    books.papers
      .filter((row) => row.type === type)
      .map((row) => {
        const { net, vat, total } = sumsOf(row)
        return {
          ...{ id: row.id, number: row.number, payerId: row.contactId, issuedOn: row.on, dueOn: row.due, isIssued: row.status !== 'DRAFT' },
          ...{ netPence: net, vatPence: vat, totalPence: total, duePence: dueOf(row) },
          lines: row.lines.map(({ Description, Quantity, UnitAmount, TaxType }) => ({
            ...{ description: Description, quantity: Quantity, netPence: pence(Quantity * UnitAmount), vatRateBp: RATES[TaxType] ?? 0 },
          })),
        }
      })
  const billOf = (id: string) => books.paper('ACCREC', id) as FarPaperRow
  return {
    payers: () =>
      books.contacts.map(({ ContactID: id, Name, FirstName, LastName, EmailAddress, Addresses: [address] = [] }) => ({
        ...{ id, name: [Name, FirstName, LastName].filter(Boolean).join(' '), email: EmailAddress || null },
        ...{ postcode: address?.PostalCode || null, address: address?.AddressLine1 || null },
      })),
    ...{ bills: kept('ACCREC'), credits: kept('ACCRECCREDIT'), sent },
    receipts: () =>
      books.payments.map(({ PaymentID: id, invoiceId: billId, pence: amount, on }) => ({ id, billId, pence: amount, onDay: on })),
    pay: (invoiceId: string, amount: number, on: string) => books.pay({ invoiceId, on, pence: amount, reference: '' }).PaymentID,
    addLine(id: string, netPence: number) {
      const row = billOf(id)
      row.lines.push({
        Description: 'Added there',
        Quantity: 1,
        UnitAmount: netPence / 100,
        AccountCode: SALES,
        TaxType: 'NONE',
        TaxAmount: 0,
      })
      row.updated = realMs()
    },
    cancel: (id: string) => void Object.assign(billOf(id), { status: 'VOIDED', updated: realMs() }),
  }
}
