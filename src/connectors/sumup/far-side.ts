import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fault, failAs } from '#connectors/sumup/far-faults.ts'
import { readerOf, type Sale } from '#connectors/sumup/far-reader.ts'

/*
 * For tests only: a double of SumUp's API. It takes only requests that the published description allows (github.com/sumup/sumup-ts, openapi.json, as of
 * November 2026): these paths, their parameters with their types, a bearer key; it answers the shapes, errors and pages that are described there.
 */

const KEY = 'sup_sk_made-up-3f9a'
const CODE = 'MH4H92C7'
const WHEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/
const WHOLE = /^[1-9]\d*$/
const ANY = /^.+$/s

/** The parameters of each path, as described; `!`: it is required. */
const PATHS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '/v1/merchants/:code': { version: ANY },
  '/v2.1/merchants/:code/transactions': { id: ANY, transaction_code: ANY, foreign_transaction_id: ANY, client_transaction_id: ANY },
  '/v2.1/merchants/:code/transactions/history': {
    ...{ transaction_code: ANY, order: /^(ascending|descending)$/, limit: WHOLE, 'users[]': ANY },
    'statuses[]': /^(SUCCESSFUL|CANCELLED|FAILED|REFUNDED|CHARGE_BACK)$/,
    ...{ 'payment_types[]': ANY, 'entry_modes[]': ANY, 'types[]': /^(PAYMENT|REFUND|CHARGE_BACK)$/ },
    ...{ changes_since: WHEN, newest_time: WHEN, newest_ref: ANY, oldest_time: WHEN, oldest_ref: ANY },
  },
  '/v1.0/merchants/:code/payouts': {
    ...{ 'start_date!': DAY, 'end_date!': DAY, format: /^(json|csv)$/, limit: /^[1-9]\d{0,3}$/, order: /^(asc|desc)$/ },
  },
}

export async function startSumUp() {
  const reader = readerOf()
  const state = { fault: null as Fault | null, currency: 'GBP', isLost: false, lost: 0 }
  const [asked, invalid]: [string[], string[]] = [[], []]
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    if (state.fault) return failAs(state.fault, answer)
    if (state.lost > 0) {
      state.lost -= 1
      return answer.destroy()
    }
    serve(request, answer)
  })
  const serve = (request: IncomingMessage, answer: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://double')
    const code = /\/merchants\/([^/]+)/.exec(url.pathname)?.[1] ?? ''
    const path = url.pathname.replace(`/merchants/${code}`, '/merchants/:code')
    const wrong = wrongWith(request.method, path, url.searchParams)
    if (wrong) invalid.push(`${request.method} ${request.url}: ${wrong}`)
    if (request.headers.authorization !== `Bearer ${KEY}`) return say(answer, 401, problem(401, 'Unauthorized'))
    if (decodeURIComponent(code) !== CODE) return say(answer, 404, problem(404, 'Not Found'))
    if (wrong || (state.isLost && url.searchParams.has('oldest_ref')))
      return say(answer, 400, { message: 'Validation error', error_code: 'INVALID' })
    say(answer, 200, answers[path]?.(url.searchParams) ?? problem(500, 'Internal Server Error'))
  }
  const answers: Readonly<Record<string, (params: URLSearchParams) => object>> = {
    '/v1/merchants/:code': () => merchant(state.currency),
    '/v2.1/merchants/:code/transactions': (params) => reader.whole(params.get('id') ?? '') ?? {},
    '/v2.1/merchants/:code/transactions/history': (params) => historyPage(reader.rows(), params),
    '/v1.0/merchants/:code/payouts': (params) => reader.payouts(params.get('start_date') ?? '', params.get('end_date') ?? ''),
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    credentials: { key: KEY, account: CODE, address: `http://${host}` },
    reader,
    fail(fault: Fault | null) {
      state.fault = fault
    },
    /** The next answers, this many, are not given. */
    loseAnswers(count: number) {
      state.lost = count
    },
    /** Requests that the description does not allow, with the reason. */
    invalid: () => invalid,
    /** What was requested, in order. */
    asked,
    /** What the account takes. */
    currency(code: string) {
      state.currency = code
    },
    /** Whether it no longer knows the next pages it named. */
    losePages(isLost: boolean) {
      state.isLost = isLost
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const say = (answer: ServerResponse, status: number, body: object) =>
  void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const problem = (status: number, title: string) => ({ type: 'https://developer.sumup.com/problem/x', title, status, detail: `${title}.` })

const merchant = (default_currency: string) => ({
  ...{ merchant_code: CODE, country: 'GB', default_currency, default_locale: 'en-GB', business_type: 'sole_trader', sandbox: true },
  company: { name: 'Gareth Probert' },
  business_profile: { name: 'Gareth Probert Farriery' },
  ...{ created_at: '2024-01-20T15:16:17Z', updated_at: '2024-01-20T15:16:17Z' },
})

/** What the description does not allow. */
function wrongWith(method: string | undefined, path: string, params: URLSearchParams): string | undefined {
  const known = PATHS[path]
  if (!known || method !== 'GET') return 'no such operation'
  const required = Object.keys(known).filter((name) => name.endsWith('!'))
  const missing = required.find((name) => !params.has(name.slice(0, -1)))
  if (missing) return `${missing} is missing`
  if (path.endsWith('/transactions') && params.size !== 1) return 'it takes one parameter'
  const bad = [...params].find(([name, value]) => !(known[name] ?? known[`${name}!`])?.test(value))
  return bad && `${bad[0]} ${bad[1]}`
}

/** A page of rows, and the query of the next one. */
function historyPage(all: readonly Sale[], params: URLSearchParams): object {
  const [changed, ref] = [params.get('changes_since'), params.get('oldest_ref')]
  const limit = Number(params.get('limit') ?? 10)
  const types = params.getAll('types[]')
  const fitting = all.filter(
    (row) =>
      (!changed || row.changedAt >= new Date(changed)) &&
      (!ref || row.ref > Number(ref)) &&
      (types.length === 0 || types.includes(row.row.type)),
  )
  const some = fitting.slice(0, limit)
  const next = new URLSearchParams({ ...Object.fromEntries(params), oldest_ref: String(some.at(-1)?.ref) })
  return {
    items: some.map(({ row }) => row),
    links: fitting.length > limit ? [{ rel: 'next', href: next.toString() }] : [],
  }
}
