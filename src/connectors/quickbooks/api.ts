import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { waitAskedBy } from '#connectors/kit/retry-after.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/* The books of one company, whose id (Intuit: realm) is `credentials.account`. */

const NAME = 'QuickBooks'
const MINOR_VERSION = '75'
const text = (most: number) => z.string().max(most)
const money = z.number().min(-1e9).max(1e9)
const Id = text(40).regex(/^\d+$/)
const Ref = z.object({ value: text(40) })
const thing = { Id, MetaData: z.object({ LastUpdatedTime: text(60) }).nullish(), status: text(40).nullish() }

const Customer = z.object({
  ...thing,
  SyncToken: text(40),
  DisplayName: text(1000),
  PrimaryEmailAddr: z.object({ Address: text(500).nullish() }).nullish(),
  BillAddr: z.object({ PostalCode: text(200).nullish() }).nullish(),
})
export type Customer = z.output<typeof Customer>
/** What was deleted there has nothing but its id. */
const Paper = z.object({
  ...thing,
  DocNumber: text(200).nullish(),
  CustomerRef: Ref.nullish(),
  TotalAmt: money.nullish(),
  Balance: money.nullish(),
  RemainingCredit: money.nullish(),
  TxnTaxDetail: z.object({ TotalTax: money.nullish() }).nullish(),
  PrivateNote: text(5000).nullish(),
})
export type Paper = z.output<typeof Paper>
const Linked = z.object({ TxnId: text(40), TxnType: text(60) })
const Payment = z.object({
  ...thing,
  TotalAmt: money.nullish(),
  TxnDate: z.iso.date().nullish(),
  PaymentRefNum: text(200).nullish(),
  Line: z
    .array(z.object({ Amount: money, LinkedTxn: z.array(Linked).max(1000).nullish() }))
    .max(1000)
    .nullish(),
})
export type Payment = z.output<typeof Payment>
const Item = z.object({ ...thing, Name: text(500), Type: text(60) })
const TaxCode = z.object({
  ...thing,
  Name: text(500),
  Active: z.boolean().nullish(),
  SalesTaxRateList: z
    .object({
      TaxRateDetail: z
        .array(z.object({ TaxRateRef: Ref }))
        .max(100)
        .nullish(),
    })
    .nullish(),
})
const TaxRate = z.object({ ...thing, RateValue: z.number().nullish() })
const Preferences = z.object({ SalesFormsPrefs: z.object({ CustomTxnNumbers: z.boolean().nullish() }).nullish() })
const CompanyInfo = z.object({ CompanyName: text(500), Country: text(60).nullish() })

const SHAPES = { Customer, Invoice: Paper, CreditMemo: Paper, Payment, Item, TaxCode, TaxRate, Preferences, CompanyInfo } as const
export type Kind = keyof typeof SHAPES
type Shape<K extends Kind> = z.output<(typeof SHAPES)[K]>

const originOf = ({ credentials: { address = '' } }: Wire) => address
/** How long Intuit wants us to wait after too many requests; no answer of it has that. */
const TOO_MANY_MS = 60_000

async function request(wire: Wire, path: string, query: Record<string, string> = {}, body?: object): Promise<Response> {
  const { account } = wire.credentials
  if (!account) throw new Refusal('sign_in')
  const params = new URLSearchParams({ ...query, minorversion: MINOR_VERSION })
  const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const init = { headers, reads: [429], ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  const answer = await wire.fetch(`${originOf(wire)}/v3/company/${encodeURIComponent(account)}/${path}?${params}`, init)
  if (answer.ok) return answer
  if (answer.status === 429) throw new Refusal('later', { afterMs: waitAskedBy(answer.headers.get('retry-after')) ?? TOO_MANY_MS })
  throw await refusalOf(answer)
}

const Fault = z.object({
  Fault: z.object({ Error: z.array(z.object({ Message: text(4000).nullish(), Detail: text(4000).nullish(), code: text(40).nullish() })) }),
})
/** What isn't there, and a version that another has changed meanwhile. */
const [NOT_FOUND, STALE] = ['610', '5010']

async function refusalOf(answer: Response): Promise<Refusal> {
  const read = Fault.safeParse(await answer.json().catch(() => undefined))
  const faults = read.success ? read.data.Fault.Error : []
  if (answer.status === 404 || faults.some(({ code }) => code === NOT_FOUND)) return new Refusal('gone')
  if (faults.some(({ code }) => code === STALE)) return new Refusal('later')
  const words = faults.map(({ Detail, Message }) => (Detail || Message || '').trim()).filter(Boolean)
  return new Refusal('refused', {
    sentence: words.length > 0 ? `QuickBooks says: ${words.join('; ').slice(0, 500)}` : `QuickBooks won't take it (${answer.status}).`,
  })
}

/** In a query of theirs, a text. */
export const quoted = (words: string): string => `'${words.replaceAll('\\', '').replaceAll("'", "\\'")}'`

const A_PAGE = 1000
/** 20,000 of a kind: more are no farrier's. */
const MOST_PAGES = 20

/** All of a kind that a condition holds for. */
export async function query<K extends Kind>(wire: Wire, kind: K, where?: string): Promise<Shape<K>[]> {
  const all: Shape<K>[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const words = `select * from ${kind}${where ? ` where ${where}` : ''} startposition ${page * A_PAGE + 1} maxresults ${A_PAGE}`
    const Answer = z.object({ QueryResponse: z.object({ [kind]: z.array(SHAPES[kind]).max(A_PAGE).optional() }) })
    const found = await readJson(await request(wire, 'query', { query: words }), Answer, NAME)
    const some = (found.QueryResponse[kind] ?? []) as unknown as Shape<K>[]
    all.push(...some)
    if (some.length < A_PAGE) break
  }
  return all
}

const pathOf = (kind: Kind) => kind.toLowerCase()

async function one<K extends Kind>(kind: K, answer: Response): Promise<Shape<K>> {
  return (await readJson(answer, z.object({ [kind]: SHAPES[kind] }), NAME))[kind] as unknown as Shape<K>
}

export const byId = async <K extends Kind>(wire: Wire, kind: K, id: string): Promise<Shape<K>> =>
  one(kind, await request(wire, `${pathOf(kind)}/${encodeURIComponent(id)}`))

/** Writes one. `key`: the same twice is one there, and answered as it was then. */
export const write = async <K extends Kind>(wire: Wire, kind: K, body: object, key?: string): Promise<Shape<K>> =>
  one(kind, await request(wire, pathOf(kind), key ? { requestid: key } : {}, body))

const Time = z.object({ time: text(60) })

/** The company, and what time it is there. */
export async function company(wire: Wire) {
  const answer = await request(wire, `companyinfo/${encodeURIComponent(wire.credentials.account ?? '')}`)
  const { CompanyInfo: info, time } = await readJson(answer, Time.extend({ CompanyInfo }), NAME)
  return { ...info, at: timeOf(time) }
}

/** Their times have whole seconds where they are compared. */
function timeOf(time: string): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) throw new Refusal('later', { sentence: "What QuickBooks answered can't be read." })
  return `${at.toISOString().slice(0, 19)}Z`
}

const Changed = z.object({
  Invoice: z.array(Paper).optional(),
  CreditMemo: z.array(Paper).optional(),
  Payment: z.array(Payment).optional(),
})
const Changes = Time.extend({ CDCResponse: z.array(z.object({ QueryResponse: z.array(Changed).max(10) })).max(10) })
/** As many as one answer has: there may be more. */
const MOST_CHANGES = 1000

/** Invoices, credit notes and payments that were written, changed or deleted since. */
export async function changesSince(wire: Wire, since: string) {
  const answer = await request(wire, 'cdc', { entities: 'Invoice,CreditMemo,Payment', changedSince: since })
  const { CDCResponse, time } = await readJson(answer, Changes, NAME)
  const parts = CDCResponse.flatMap(({ QueryResponse }) => QueryResponse)
  const found = {
    invoices: parts.flatMap(({ Invoice = [] }) => Invoice),
    credits: parts.flatMap(({ CreditMemo = [] }) => CreditMemo),
    payments: parts.flatMap(({ Payment: paid = [] }) => paid),
  }
  const isCut = found.invoices.length + found.credits.length + found.payments.length >= MOST_CHANGES
  return { at: timeOf(time), ...(isCut ? await listedSince(wire, since) : found) }
}

/** The same page by page; what was deleted is not among them. */
async function listedSince(wire: Wire, since: string) {
  const where = `MetaData.LastUpdatedTime >= ${quoted(since)}`
  return {
    invoices: await query(wire, 'Invoice', where),
    credits: await query(wire, 'CreditMemo', where),
    payments: await query(wire, 'Payment', where),
  }
}

/** `83.33` as whole pence, and back. */
export const penceOf = (value: number | null | undefined): number => Math.round((value ?? 0) * 100)
export const decimalOf = (pence: number): number => pence / 100
