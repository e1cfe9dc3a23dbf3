import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import type { Day } from '#lib/dates.ts'
import { dayShape } from '#lib/day-shape.ts'

/** As many as a farrier takes in a fortnight. */
export const PAGE = 100
/** What the list of payouts gives at most. */
const MOST_PAYOUTS = 9999
const READS = [400, 401, 403, 404]

/** Pounds and pence, as a number. */
const money = z.number().min(-1_000_000).max(1_000_000)
const instant = z.iso.datetime({ offset: true })
const text = z.string().max(2000)

const Row = z.object({
  id: text.optional(),
  transaction_id: text.optional(),
  transaction_code: text.default(''),
  amount: money,
  currency: text,
  timestamp: instant,
  status: text,
  payment_type: text.optional(),
  product_summary: text.nullish(),
  refunded_amount: money.nullish(),
})
export type Row = z.output<typeof Row>
const History = z.object({
  items: z.array(Row).max(PAGE * 10),
  links: z.array(z.object({ rel: text, href: text })).default([]),
})

const Event = z.object({
  id: z.union([z.number(), text]),
  type: text,
  status: text,
  amount: money,
  timestamp: instant,
})
export type Event = z.output<typeof Event>
const Whole = z.object({ events: z.array(Event).max(1000) })

const PayoutRecord = z.object({
  type: text,
  amount: money,
  fee: money,
  date: dayShape,
  currency: text,
  status: text,
})
export type PayoutRecord = z.output<typeof PayoutRecord>

const Merchant = z.object({
  merchant_code: text,
  alias: text.nullish(),
  company: z.object({ name: text.nullish() }).nullish(),
  business_profile: z.object({ name: text.nullish() }).nullish(),
  default_currency: text,
})

/** Whose account it is, by the name its customers know. */
export async function merchantOf(wire: Wire): Promise<{ name: string; currency: string }> {
  const { merchant_code, alias, company, business_profile, default_currency } = await get(wire, 'v1', '', {}, Merchant)
  return { name: business_profile?.name || company?.name || alias || merchant_code, currency: default_currency }
}

/** Payments that were made or changed since, the oldest first, and the way to the next page. */
export async function historyOf(wire: Wire, params: Record<string, string>): Promise<{ rows: Row[]; next: string | null }> {
  const { items, links } = await get(wire, 'v2.1', '/transactions/history', params, History)
  return { rows: items, next: links.find(({ rel }) => rel === 'next')?.href ?? null }
}

/** What happened to one transaction after it was made. */
export const eventsOf = async (wire: Wire, id: string): Promise<Event[]> => (await get(wire, 'v2.1', '/transactions', { id }, Whole)).events

/** What was paid out, and deducted, on these days. */
export const payoutsOf = (wire: Wire, from: Day, to: Day): Promise<PayoutRecord[]> =>
  get(
    wire,
    'v1.0',
    '/payouts',
    { start_date: from, end_date: to, limit: String(MOST_PAYOUTS), order: 'asc' },
    z.array(PayoutRecord).max(MOST_PAYOUTS),
  )

async function get<S extends z.ZodType>(
  wire: Wire,
  version: string,
  path: string,
  params: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const { account = '', address, key } = wire.credentials
  const url = new URL(`/${version}/merchants/${encodeURIComponent(account.trim())}${path}`, address)
  url.search = new URLSearchParams(params).toString()
  const answer = await wire.fetch(url.href, { headers: { accept: 'application/json', authorization: `Bearer ${key}` }, reads: READS })
  if (!answer.ok) throw refusalOf(answer.status)
  return readJson(answer, shape, 'SumUp')
}

function refusalOf(status: number): Refusal {
  if (status === 401)
    return new Refusal('sign_in', { sentence: 'SumUp refused the key: it is wrong, or was deleted there. Enter it again.' })
  if (status === 403)
    return new Refusal('not_allowed', { sentence: 'This key may not read the account of this merchant code. Check both.' })
  if (status === 404) return new Refusal('not_allowed', { sentence: 'SumUp knows no such merchant code. Check it.' })
  return new Refusal('refused', { sentence: `SumUp refused what was requested (${status}).` })
}
