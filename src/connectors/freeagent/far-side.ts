import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type At, answerTo, type Sent } from '#connectors/freeagent/far-answers.ts'
import { decimals, dueOf, FarAgent, type FarPaperRow, Fault, pence, sumsOf } from '#connectors/freeagent/far-books.ts'
import { realMs } from '#lib/clock.ts'

/* For tests only: a double of FreeAgent's API, as its documentation says it is, and a bookkeeper who works in it. */

const KEY = 'a token of FreeAgent'
export const freeagentDouble = { missing: null, start: () => startFreeAgent() }

/** What it answers until it is well again. */
type Trouble = 'busy' | 'busy for 2 minutes' | 'broken' | 'hanging' | 'cut' | 'nonsense' | 'another shape' | 'huge' | 'expired' | 'revoked'

export async function startFreeAgent() {
  const [agent, invalid]: [FarAgent, string[]] = [new FarAgent(), []]
  let fault: Trouble | null = null
  let lost = 0
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request)
    if (fault) return failAs(fault, response)
    const { status = 200, body, location } = answerOf(request, text)
    if (request.method !== 'GET' && status < 300 && lost > 0) {
      lost -= 1
      return response.destroy()
    }
    const date = new Date(realMs()).toUTCString()
    response.writeHead(status, { 'content-type': 'application/json', date, ...(location && { location }) })
    response.end(body ? JSON.stringify(body) : '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const at: At = (kind, id) => `http://${host}/v2/${kind}/${id}`

  function answerOf({ headers, method = '', url = '' }: IncomingMessage, text: string): Sent {
    try {
      if (headers.authorization !== `Bearer ${KEY}`) throw new Fault(401, 'Access token not recognised')
      if (!headers['user-agent']) invalid.push('no user agent')
      return answerTo({ agent, at, invalid }, method, new URL(url, `http://${host}`), text)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { status: error.status, body: { errors: [{ message: error.message }] } }
    }
  }

  return {
    ...{ host, credentials: { key: KEY, address: `http://${host}` }, agent, books: booksOf(agent, at), invalid: () => invalid },
    fail(next: Trouble | null) {
      fault = next
    },
    loseAnswers(count: number) {
      lost = count
    },
    guess: (billId: string, amount: number) => void agent.addPayment({ ...bankLine(at, billId, amount), dated_on: '2026-11-09' }, true),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const bankLine = (at: At, billId: string, amount: number) => ({
  ...{ bank_account: at('bank_accounts', 1), pence: amount, paid_invoice: at('invoices', Number(billId.split('/')[1])) },
  description: 'FASTER PAYMENT',
})

function booksOf(agent: FarAgent, at: At) {
  const idOf = (url: string) => url.split('/v2/')[1] ?? ''
  const kept = (kind: FarPaperRow['kind']) => () =>
    agent.papers
      .filter((row) => row.kind === kind)
      .map((row) => {
        const { net, vat, total } = sumsOf(row)
        const isMinus = kind === 'credit_notes'
        const positive = (value: number) => (isMinus ? Math.abs(value) : value)
        return {
          ...{ id: `${kind}/${row.id}`, number: row.reference, payerId: idOf(row.contact), issuedOn: row.dated_on, dueOn: row.due_on },
          ...{ isIssued: row.status !== 'Draft', netPence: positive(net), vatPence: positive(vat), totalPence: positive(total) },
          duePence: positive(dueOf(row)),
          lines: row.items.map(({ description, quantity, price, sales_tax_rate }) => ({
            ...{ description, quantity: Number(quantity), netPence: Math.round(pence(price) * Number(quantity)) },
            vatRateBp: Math.round(Number(sales_tax_rate ?? 0) * 100),
          })),
        }
      })
  const billOf = (id: string) => agent.paper('invoices', Number(id.split('/')[1]))
  return {
    payers: () =>
      agent.contacts.map(({ id, first_name, last_name, organisation_name, email, postcode, address1 }) => ({
        id: `contacts/${id}`,
        name: [organisation_name, first_name, last_name].filter(Boolean).join(' '),
        ...{ email: email ?? null, postcode: postcode ?? null, address: address1 ?? null },
      })),
    bills: kept('invoices'),
    credits: kept('credit_notes'),
    receipts: () =>
      agent.payments
        .filter(({ isGuess }) => !isGuess)
        .map((paid) => ({
          ...{ id: `bank_transaction_explanations/${paid.id}`, billId: idOf(paid.paid_invoice) },
          ...{ pence: paid.pence, onDay: paid.dated_on },
        })),
    pay: (billId: string, amount: number, dated_on: string) =>
      `bank_transaction_explanations/${agent.addPayment({ ...bankLine(at, billId, amount), dated_on }).id}`,
    addLine(billId: string, netPence: number) {
      const row = billOf(billId)
      row.items.push({ description: 'Added there', quantity: '1', price: decimals(netPence), sales_tax_status: 'EXEMPT' })
      row.updated = realMs()
    },
    cancel(billId: string) {
      Object.assign(billOf(billId), { status: 'Written-off', updated: realMs() })
    },
    sent: () => agent.sent,
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const MEGABYTE = ' '.repeat(1_000_000)
const errors = (message: string) => JSON.stringify({ errors: { error: { message } } })
function failAs(fault: Trouble, response: ServerResponse): void {
  const json = (status: number, body: string, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  if (fault === 'busy') json(429, 'You must not exceed 120 requests per 60 seconds')
  else if (fault === 'busy for 2 minutes') json(429, 'You must not exceed 120 requests per 60 seconds', { 'retry-after': '120' })
  else if (fault === 'broken') json(500, '')
  else if (fault === 'expired' || fault === 'revoked') json(401, errors('Access token not recognised'))
  else if (fault === 'nonsense') json(200, '<html>Back soon</html>')
  else if (fault === 'another shape') json(200, '{"invoices":{"a":1},"contacts":7,"company":[],"credit_notes":null}')
  else if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"invoices":[', () => response.destroy())
  } else if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (let nth = 0; nth < 64; nth++) response.write(MEGABYTE)
    response.end('{}')
  }
}
