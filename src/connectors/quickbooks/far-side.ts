import type { IncomingMessage } from 'node:http'
import { type FarAnswer, startFarServer } from '#connectors/kit/far-server.ts'
import { answerTo } from '#connectors/quickbooks/far-answers.ts'
import { dueOf, FarCompany, type FarPaperRow, Fault, netOf, pence, rateBpOf, totalOf } from '#connectors/quickbooks/far-books.ts'
import { realMs } from '#lib/clock.ts'

/* For tests only: a double of QuickBooks Online's API, as its reference says it is, and a bookkeeper who works in it. */

const KEY = 'a token of QuickBooks'
const REALM = '4620816365291234567'
export const quickbooksDouble = { missing: null, start: () => startQuickBooks() }

const fault = (type: string, code: string, Message: string, Detail = Message) => ({
  Fault: { Error: [{ Message, Detail, code }], type },
  time: new Date(realMs()).toISOString(),
})
const WORDS = {
  refused: fault('AUTHENTICATION', '3200', 'message=AuthenticationFailed; errorCode=003200; statusCode=401'),
  busy: fault('THROTTLE', '3001', 'message=ThrottleExceeded; errorCode=003001; statusCode=429'),
  otherShape: { QueryResponse: [], CDCResponse: {}, Invoice: 7, Customer: null, CompanyInfo: [], time: 5 },
}

export async function startQuickBooks() {
  const [company, invalid, kept]: [FarCompany, string[], Map<string, FarAnswer>] = [new FarCompany(), [], new Map()]
  const settings = { numbers: true }
  const far = await startFarServer({ words: WORDS, isWrite: ({ method }) => method === 'POST', answer })

  function answer({ method = '', url = '', headers }: IncomingMessage, text: string): FarAnswer {
    const { pathname, searchParams } = new URL(url, `http://${far.host}`)
    if (headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: WORDS.refused }
    const [, , , realm, ...path] = pathname.split('/')
    if (realm !== REALM) return { status: 403, body: fault('AUTHORIZATION', '3100', 'ApplicationAuthorizationFailed') }
    const key = searchParams.get('requestid')
    const before = key ? kept.get(key) : undefined
    if (before) return before
    try {
      const made = answerTo({ company, realm: REALM, invalid, settings }, method, path.join('/'), searchParams, text)
      if (key) kept.set(key, made)
      return made
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { status: 400, body: fault('ValidationFault', error.code, 'A business validation error has occurred', error.message) }
    }
  }

  return {
    ...{ ...far, credentials: { key: KEY, address: `http://${far.host}`, account: REALM }, company, settings },
    ...{ books: booksOf(company), invalid: () => invalid },
    /** Keys of repeats are not kept for ever. */
    forgetKeys: () => kept.clear(),
  }
}

function booksOf(company: FarCompany) {
  const kept = (kind: FarPaperRow['kind']) => () =>
    company.papers
      .filter((row) => row.kind === kind && row.state !== 'deleted')
      .map((row) => ({
        ...{
          id: row.Id,
          number: row.DocNumber ?? '',
          payerId: row.CustomerRef.value,
          issuedOn: row.TxnDate ?? '',
          dueOn: row.DueDate ?? '',
        },
        ...{ isIssued: true, netPence: netOf(row), vatPence: row.vat, totalPence: totalOf(row), duePence: dueOf(row) },
        lines: row.lines.map(({ description, quantity, net, code }) => ({
          description,
          quantity,
          netPence: net,
          vatRateBp: rateBpOf(code),
        })),
      }))
  const billOf = (id: string) => company.paper('Invoice', id)
  return {
    payers: () =>
      company.customers.map(({ Id: id, DisplayName, CompanyName, GivenName, FamilyName, PrimaryEmailAddr, BillAddr }) => ({
        ...{
          id,
          name: [DisplayName, CompanyName, GivenName, FamilyName].filter(Boolean).join(' '),
          email: PrimaryEmailAddr?.Address || null,
        },
        ...{ postcode: BillAddr?.PostalCode || null, address: BillAddr?.Line1 || null },
      })),
    ...{ bills: kept('Invoice'), credits: kept('CreditMemo') },
    receipts: () =>
      company.payments.flatMap(({ Id, Line = [], TotalAmt, TxnDate: onDay = '' }) =>
        (TotalAmt > 0 ? Line : []).flatMap(({ Amount, LinkedTxn: [to] }) =>
          to?.TxnType === 'Invoice' ? [{ id: `${Id}/${to.TxnId}`, billId: to.TxnId, pence: pence(Amount), onDay }] : [],
        ),
      ),
    pay(id: string, amount: number, TxnDate: string) {
      const Line = [{ Amount: amount / 100, LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' as const }] }]
      return `${company.addPayment({ CustomerRef: billOf(id).CustomerRef, TotalAmt: amount / 100, TxnDate, Line }).Id}/${id}`
    },
    addLine(id: string, net: number) {
      const row = billOf(id)
      row.lines.push({ description: 'Added there', quantity: 1, net, code: undefined })
      row.updated = realMs()
    },
    cancel: (id: string) => void Object.assign(billOf(id), { state: 'voided', updated: realMs() }),
    /** Papers with another status are e-mailed. */
    sent: () => company.papers.filter(({ EmailStatus }) => EmailStatus !== 'NotSet').length,
  }
}
