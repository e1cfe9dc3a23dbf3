import type { FarAnswer } from '#connectors/kit/far-server.ts'
import {
  CODES,
  dueOf,
  type FarCompany,
  type FarCustomer,
  type FarPaperRow,
  type FarPayment,
  Fault,
  type GivenCustomer,
  type GivenPaper,
  type GivenPayment,
  POSTED,
  totalOf,
} from '#connectors/quickbooks/far-books.ts'
import { realMs } from '#lib/clock.ts'

/* For tests only: what the double of QuickBooks answers. Requests that its reference does not have are noted. */

type Json = Record<string, unknown>
export type Here = { company: FarCompany; realm: string; invalid: string[]; settings: { numbers: boolean } }

/** As they write an instant: whole seconds, in the zone of their company. */
const WEST_MS = 8 * 3_600_000
const stamp = (ms: number) => `${new Date(ms - WEST_MS).toISOString().slice(0, 19)}-08:00`
const meta = (ms: number) => ({ MetaData: { CreateTime: stamp(ms), LastUpdatedTime: stamp(ms) }, domain: 'QBO', sparse: false })
const pounds = (value: number) => value / 100

function strange({ invalid }: Here, why: string): Fault {
  invalid.push(why)
  return new Fault('2010', `Request has invalid or unsupported property : ${why}`)
}

/** @throws Fault */
export function answerTo(here: Here, method: string, path: string, query: URLSearchParams, text: string): FarAnswer {
  const [kind = '', id] = path.split('/')
  if (query.get('minorversion') !== '75') throw strange(here, 'minorversion')
  if (method === 'POST') return { body: { ...posted(here, kind, query, text), time: stamp(realMs()) } }
  if (kind === 'query') return { body: { QueryResponse: queried(here, query.get('query') ?? ''), time: stamp(realMs()) } }
  if (kind === 'cdc') return { body: { CDCResponse: [{ QueryResponse: changed(here, query) }], time: stamp(realMs()) } }
  return { body: { ...one(here, kind, id), time: stamp(realMs()) } }
}

function one({ company, realm, ...here }: Here, kind: string, id: string | undefined): Json {
  if (kind === 'companyinfo' && id === realm)
    return { CompanyInfo: { Id: '1', CompanyName: 'Gareth Probert Farriery', Country: 'GB', ...meta(realMs()) } }
  if (kind === 'invoice') return { Invoice: paperJson(company.paper('Invoice', id)) }
  if (kind === 'customer') {
    const row = company.customers.find(({ Id }) => Id === id)
    if (!row) throw new Fault('610', 'Object Not Found')
    return { Customer: customerJson(row) }
  }
  throw strange({ company, realm, ...here }, `GET ${kind}`)
}

function posted(here: Here, kind: string, query: URLSearchParams, text: string): Json {
  const { company } = here
  const read = POSTED[kind as keyof typeof POSTED]?.safeParse(JSON.parse(text))
  const isUnknown = [...query.keys()].some((name) => name !== 'requestid' && name !== 'minorversion')
  if (!read?.success || isUnknown || (query.get('requestid') ?? '').length > 50)
    throw strange(here, `${kind}: ${read?.error?.message ?? query}`)
  if (kind === 'customer') return { Customer: customerJson(company.putCustomer(read.data as GivenCustomer)) }
  if (kind === 'payment') return { Payment: paymentJson(company.addPayment(read.data as GivenPayment)) }
  const of = kind === 'invoice' ? 'Invoice' : 'CreditMemo'
  return { [of]: paperJson(company.addPaper(of, read.data as GivenPaper)) }
}

const customerJson = ({ updated, ...row }: FarCustomer): Json => ({ ...row, Active: true, ...meta(updated) })

function paperJson(row: FarPaperRow): Json {
  const { Id, kind, DocNumber, CustomerRef, TxnDate, DueDate, lines, vat, state, PrivateNote, updated } = row
  if (state === 'deleted') return { Id, status: 'Deleted', domain: 'QBO', MetaData: { LastUpdatedTime: stamp(updated) } }
  const memo = state === 'voided' ? 'Voided' : PrivateNote
  return {
    ...{ Id, SyncToken: '0', DocNumber, CustomerRef, TxnDate, ...(DueDate && { DueDate }), ...(memo && { PrivateNote: memo }) },
    ...{
      TotalAmt: pounds(totalOf(row)),
      Balance: pounds(dueOf(row)),
      ...(kind === 'CreditMemo' && { RemainingCredit: pounds(dueOf(row)) }),
    },
    Line: lines.map(({ description, net }, nth) => ({
      Id: String(nth + 1),
      Amount: pounds(net),
      Description: description,
      DetailType: 'SalesItemLineDetail',
    })),
    TxnTaxDetail: { TotalTax: pounds(state === 'open' ? vat : 0) },
    ...meta(updated),
  }
}

const paymentJson = ({ updated, ...row }: FarPayment): Json => ({ ...row, SyncToken: '0', ...meta(updated) })

const SETTINGS = {
  Item: [
    { Id: '8', Name: 'Hours', Type: 'Service', Active: true },
    { Id: '1', Name: 'Services', Type: 'Service', Active: true },
  ],
  TaxRate: CODES.map(({ rateId: Id, rate: RateValue, name: Name }) => ({ Id, Name, RateValue, Active: true })),
  TaxCode: CODES.map(({ id: Id, name: Name, rateId: value }) => ({
    Id,
    Name,
    Active: true,
    SalesTaxRateList: { TaxRateDetail: [{ TaxRateRef: { value } }] },
  })),
}

function rowsOf({ company, settings }: Here, kind: string): Json[] | undefined {
  if (kind === 'Customer') return company.customers.map(customerJson)
  if (kind === 'Payment') return company.payments.map(paymentJson)
  if (kind === 'Preferences') return [{ Id: '1', SalesFormsPrefs: { CustomTxnNumbers: settings.numbers } }]
  if (kind !== 'Invoice' && kind !== 'CreditMemo') return SETTINGS[kind as keyof typeof SETTINGS]
  return company.papers.filter((row) => row.kind === kind && row.state !== 'deleted').map(paperJson)
}

/** What may be filtered by, of what we filter by. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  Customer: ['DisplayName'],
  Invoice: ['DocNumber', 'MetaData.LastUpdatedTime'],
  CreditMemo: ['DocNumber', 'MetaData.LastUpdatedTime'],
  Payment: ['CustomerRef', 'MetaData.LastUpdatedTime'],
  Item: ['Type'],
  TaxCode: ['Active'],
}

function queried(here: Here, words: string): Json {
  const [, kind = '', where, from, most] = /^select \* from (\w+)(?: where (.+))? startposition (\d+) maxresults (\d+)$/s.exec(words) ?? []
  const rows = rowsOf(here, kind)
  if (!rows || Number(most) > 1000) throw strange(here, words)
  const found = where ? rows.filter(matcher(here, kind, where)) : rows
  const some = found.slice(Number(from) - 1, Number(from) - 1 + Number(most))
  return some.length > 0 ? { [kind]: some, startPosition: Number(from), maxResults: some.length } : {}
}

function matcher(here: Here, kind: string, where: string): (row: Json) => boolean {
  const [, name = '', sign = '', value = ''] = /^([\w.]+) (=|>=|in) (.+)$/s.exec(where) ?? []
  const texts = [...value.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, words = '']) => words.replaceAll("\\'", "'"))
  if (!FILTERS[kind]?.includes(name) || (texts.length === 0 && value !== 'true')) throw strange(here, `where ${where}`)
  if (sign === '>=') return (row) => Date.parse((row.MetaData as { LastUpdatedTime: string }).LastUpdatedTime) >= Date.parse(texts[0] ?? '')
  if (value === 'true') return (row) => row[name] === true
  const textOf = (row: Json) => String((name === 'CustomerRef' ? (row[name] as { value: string }).value : row[name]) ?? '').toLowerCase()
  return (row) => texts.some((each) => textOf(row) === each.toLowerCase())
}

const MONTH_MS = 30 * 24 * 3_600_000

function changed(here: Here, query: URLSearchParams): Json[] {
  const since = Date.parse(query.get('changedSince') ?? '')
  if (query.get('entities') !== 'Invoice,CreditMemo,Payment' || Number.isNaN(since)) throw strange(here, `cdc ${query}`)
  if (realMs() - since > MONTH_MS) throw new Fault('4000', 'Error validating query : changedSince is more than 30 days ago')
  // Whole seconds are compared.
  const fresh = <T extends { updated: number }>(rows: readonly T[]) =>
    rows.filter(({ updated }) => Math.floor(updated / 1000) * 1000 >= since)
  const papers = (kind: FarPaperRow['kind']) => fresh(here.company.papers.filter((row) => row.kind === kind)).map(paperJson)
  const parts = { Invoice: papers('Invoice'), CreditMemo: papers('CreditMemo'), Payment: fresh(here.company.payments).map(paymentJson) }
  let left = 1000
  return Object.entries(parts).map(([kind, rows]) => {
    const some = rows.slice(0, left)
    left -= some.length
    return some.length > 0 ? { [kind]: some, startPosition: 1, maxResults: some.length } : {}
  })
}
