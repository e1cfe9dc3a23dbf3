import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

/* The books of one organisation (Xero: tenant), whose id is `credentials.account`. */

const NAME = 'Xero'
const text = (most: number) => z.string().max(most)
const money = z.number().min(-1e9).max(1e9)
/** `/Date(1550793549392+0000)/`, as milliseconds. */
const when = text(60).transform((value, context) => {
  const [, ms] = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(value) ?? []
  if (ms !== undefined) return Number(ms)
  context.addIssue('not a date of theirs')
  return z.NEVER
})
const Invalid = z.object({ ValidationErrors: z.array(z.object({ Message: text(2000).nullish() })).nullish() })
const sums = { SubTotal: money, TotalTax: money, Total: money, Status: text(40), Type: text(40), UpdatedDateUTC: when }

const Contact = Invalid.extend({
  ContactID: z.uuid(),
  ContactNumber: text(200).nullish(),
  Name: text(1000),
  EmailAddress: text(1000).nullish(),
  Addresses: z.array(z.object({ AddressType: text(40).nullish(), PostalCode: text(200).nullish() })).nullish(),
})
export type Contact = z.output<typeof Contact>
const Invoice = Invalid.extend({ InvoiceID: z.uuid(), InvoiceNumber: text(500).nullish(), AmountDue: money.nullish(), ...sums })
export type Invoice = z.output<typeof Invoice>
const CreditNote = Invalid.extend({
  CreditNoteID: z.uuid(),
  CreditNoteNumber: text(500).nullish(),
  RemainingCredit: money.nullish(),
  ...sums,
})
export type CreditNote = z.output<typeof CreditNote>
const Payment = Invalid.extend({
  PaymentID: z.uuid(),
  Date: when,
  Amount: money,
  Reference: text(2000).nullish(),
  Status: text(40).nullish(),
  Invoice: z.object({ InvoiceID: z.uuid(), InvoiceNumber: text(500).nullish() }).nullish(),
})
export type Payment = z.output<typeof Payment>
const Account = z.object({
  AccountID: z.uuid(),
  Code: text(100).nullish(),
  Type: text(60),
  Class: text(60).nullish(),
  Status: text(40).nullish(),
  EnablePaymentsToAccount: z.boolean().nullish(),
})
const TaxRate = z.object({
  TaxType: text(100),
  Status: text(40).nullish(),
  CanApplyToRevenue: z.boolean().nullish(),
  EffectiveRate: z.number().nullish(),
})
const Organisation = z.object({ Name: text(500), ShortCode: text(60).nullish(), BaseCurrency: text(10).nullish() })
const Allocation = Invalid.extend({ Amount: money })

const SHAPES = {
  Contacts: Contact,
  Invoices: Invoice,
  CreditNotes: CreditNote,
  Payments: Payment,
  Accounts: Account,
  TaxRates: TaxRate,
  Allocations: Allocation,
  Organisations: Organisation,
} as const
type Kind = keyof typeof SHAPES
type Shape<K extends Kind> = z.output<(typeof SHAPES)[K]>

const A_PAGE = 100
/** 20,000 of a kind: more are no farrier's. */
const MOST_PAGES = 200

const originOf = ({ credentials: { address = '' } }: Wire) => address

/** `key`: the same write twice is one for as long as Xero keeps it. `since`: only what changed from then on. */
type Init = { method?: string; body?: object; key?: string; since?: string | undefined }

async function request(wire: Wire, path: string, { method = 'GET', body, key, since }: Init = {}): Promise<Response> {
  const { account } = wire.credentials
  if (!account) throw new Refusal('sign_in')
  const headers = {
    ...{ accept: 'application/json', 'xero-tenant-id': account },
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
    ...(since && { 'if-modified-since': since }),
  }
  const init = { method, headers, reads: [403], ...(body && { body: JSON.stringify(body) }) }
  const answer = await wire.fetch(`${originOf(wire)}/api.xro/2.0/${path}`, init)
  if (answer.ok) return answer
  if (answer.status === 404) throw new Refusal('gone')
  // Pritchel was taken off the organisation's list of connected apps.
  if (answer.status === 403) throw new Refusal('sign_in')
  throw new Refusal('refused', { sentence: await whyOf(answer) })
}

const Fault = z.object({ Message: text(2000).nullish(), Detail: text(2000).nullish(), Elements: z.array(Invalid).nullish() })

async function whyOf(answer: Response): Promise<string> {
  const read = Fault.safeParse(await answer.json().catch(() => undefined))
  if (!read.success) return `Xero won't take it (${answer.status}).`
  const { Message, Detail, Elements } = read.data
  return (
    sentenceOf((Elements ?? []).flatMap((each) => messagesOf(each))) ??
    sentenceOf([Detail || Message || '']) ??
    `Xero won't take it (${answer.status}).`
  )
}

const messagesOf = ({ ValidationErrors }: z.output<typeof Invalid>) => (ValidationErrors ?? []).map(({ Message }) => Message ?? '')

function sentenceOf(messages: readonly string[]): string | undefined {
  const words = messages.map((message) => message.trim()).filter(Boolean)
  return words.length > 0 ? `Xero says: ${words.join('; ').slice(0, 500)}` : undefined
}

async function read<K extends Kind>(answer: Response, kind: K): Promise<Shape<K>[]> {
  const found = await readJson(answer, z.object({ [kind]: z.array(SHAPES[kind]).max(1000) }), NAME)
  return found[kind] as unknown as Shape<K>[]
}

type Query = Record<string, string>

/** One answer of a kind, for those that have no pages. */
export const all = async <K extends Kind>(wire: Wire, kind: K, path: string = kind): Promise<Shape<K>[]> =>
  read(await request(wire, path), kind)

type Listed<K extends Kind> = { found: Shape<K>[]; at: Date }

/** All of a kind, page by page, and what time it was there when they were. */
export async function list<K extends 'Contacts' | 'Invoices' | 'CreditNotes' | 'Payments'>(
  wire: Wire,
  kind: K,
  query: Query,
  since?: string,
): Promise<Listed<K>> {
  const found: Shape<K>[] = []
  let at: Date | undefined
  for (let page = 1; page <= MOST_PAGES; page++) {
    const params = new URLSearchParams({ ...query, page: String(page), pageSize: String(A_PAGE) })
    const answer = await request(wire, `${kind}?${params}`, { since })
    at ??= timeOf(answer)
    const some = await read(answer, kind)
    found.push(...some)
    if (some.length < A_PAGE) break
  }
  return { found, at: at as Date }
}

function timeOf(answer: Response): Date {
  const at = new Date(answer.headers.get('date') ?? '')
  if (Number.isNaN(at.getTime())) throw unreadable()
  return at
}

const unreadable = () => new Refusal('later', { sentence: "What Xero answered can't be read." })

/** Writes one thing. @throws Refusal `refused` in Xero's own words, also where it answers with what is wrong with it */
export async function write<K extends Kind>(
  wire: Wire,
  kind: K,
  body: object,
  init: Omit<Init, 'body'> & { path?: string } = {},
): Promise<Shape<K>> {
  const { path = `${kind}?summarizeErrors=true`, ...more } = init
  const [made] = await read(await request(wire, path, { method: 'PUT', ...more, body: { [kind]: [body] } }), kind)
  if (!made) throw unreadable()
  const sentence = 'ValidationErrors' in made ? sentenceOf(messagesOf(made as z.output<typeof Invalid>)) : undefined
  if (sentence) throw new Refusal('refused', { sentence })
  return made
}

export async function invoiceOf(wire: Wire, id: string): Promise<Invoice> {
  const [invoice] = await read(await request(wire, `Invoices/${id}`), 'Invoices')
  if (!invoice) throw new Refusal('gone')
  return invoice
}

const Connections = z.array(
  z.object({ tenantId: z.uuid(), tenantType: text(60), tenantName: text(500).nullish(), updatedDateUtc: text(60).nullish() }),
)

/** The organisation that was allowed last: those that were allowed before stay on Xero's list. */
export async function lastAllowed(wire: Wire): Promise<string> {
  const answer = await wire.fetch(`${originOf(wire)}/connections`, { headers: { accept: 'application/json' } })
  const ours = (await readJson(answer, Connections.max(1000), NAME)).filter(({ tenantType }) => tenantType === 'ORGANISATION')
  const [last] = ours.sort((a, b) => (b.updatedDateUtc ?? '').localeCompare(a.updatedDateUtc ?? ''))
  if (!last) throw new Refusal('refused', { sentence: 'No organisation was chosen in Xero. Sign in again, and choose yours.' })
  return last.tenantId
}

/** In a filter of theirs, a text. */
export const quoted = (words: string): string => `"${words.replaceAll('\\', '').replaceAll('"', '')}"`

/** `83.33` as whole pence, and back. */
export const penceOf = (value: number): number => Math.round(value * 100)
export const decimalOf = (pence: number): number => pence / 100
