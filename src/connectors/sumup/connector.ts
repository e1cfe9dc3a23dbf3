import { z } from 'zod'
import type { TakingsConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Taking, TakingsPage } from '#connectors/kit/takings.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { type Event, eventsOf, historyOf, merchantOf, PAGE, type PayoutRecord, payoutsOf, type Row } from '#connectors/sumup/api.ts'
import { manifest } from '#connectors/sumup/manifest.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { dayShape } from '#lib/day-shape.ts'

const ZONE = 'Europe/London'
const POUNDS = 'GBP'
const DAY_MS = 86_400_000
/** Their clock may be behind ours. */
const OVERLAP_MS = 600_000
/** Payouts are read for so many days at once. */
const PAYOUT_DAYS = 31

/** SumUp: its reader's takings by the history of transactions, its fees and what it paid into the bank by the list of payouts. */
export const sumup: TakingsConnector = {
  manifest,
  async check(wire) {
    const { name, currency } = await merchantOf(wire)
    if (currency !== POUNDS)
      throw new Refusal('refused', { sentence: `This account takes ${currency}. Only one in pounds can be connected.` })
    await historyOf(wire, { limit: '1' })
    return { account: name }
  },
  takings: { since },
}

/**
 * Where reading goes on. `changedSince`: transactions changed since then are read next; `began`: when this reading of several pages began, `next`: its
 * next page, as they wrote it; `paidFrom`: the first day whose payout has not been read.
 */
const Cursor = z.object({ changedSince: z.string(), began: z.string(), next: z.string().nullable(), paidFrom: dayShape })
type Cursor = z.output<typeof Cursor>

async function since(wire: Wire, text: string | null): Promise<TakingsPage> {
  const at = cursorFrom(text)
  const { rows, next } = await pageOf(wire, at)
  const takings = rows.filter(isByCard).map(takingOf)
  for (const row of rows.filter(isByCard)) if (isGivenBack(row)) takings.push(...(await refundsOf(wire, row)))
  if (next !== null) return { cursor: JSON.stringify({ ...at, next }), takings, hasMore: true }
  const paid = await paidOut(wire, at.paidFrom)
  const { began } = at
  const rest: Cursor = { changedSince: began, began, next: null, paidFrom: paid.from }
  return { cursor: JSON.stringify(rest), takings: [...takings, ...paid.takings], hasMore: paid.hasMore }
}

/** A next page that they no longer know begins again with the first one. */
async function pageOf(wire: Wire, at: Cursor): ReturnType<typeof historyOf> {
  try {
    return await historyOf(wire, paramsOf(at))
  } catch (error) {
    if (at.next === null || !(error instanceof Refusal && error.kind === 'refused')) throw error
    return historyOf(wire, paramsOf({ ...at, next: null }))
  }
}

/** A cursor that can't be read is none. */
function cursorFrom(text: string | null): Cursor {
  const now = currentTime()
  const kept = text === null ? undefined : Cursor.safeParse(parsed(text)).data
  const began = new Date(now.getTime() - OVERLAP_MS).toISOString()
  if (kept) return kept.next === null ? { ...kept, began } : kept
  return { changedSince: new Date(now.getTime() - DAY_MS).toISOString(), began, next: null, paidFrom: dayOf(now, ZONE) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address of a next page is a query; it replaces of ours what it names. */
const paramsOf = ({ changedSince, next }: Cursor): Record<string, string> => ({
  ...{ order: 'ascending', limit: String(PAGE), 'types[]': 'PAYMENT', changes_since: changedSince },
  ...(next !== null && Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?') + 1)))),
})

/** Cash that was typed in there is not the reader's. */
const isByCard = ({ payment_type, currency }: Row): boolean => payment_type !== 'CASH' && currency === POUNDS

const TAKEN = new Set(['SUCCESSFUL', 'REFUNDED', 'CHARGE_BACK'])
const GONE = new Set(['CANCELLED', 'FAILED'])
const idOf = ({ transaction_id, id, transaction_code }: Row): string => transaction_id ?? id ?? transaction_code

function takingOf(row: Row): Taking {
  const { amount, timestamp, status, product_summary, transaction_code } = row
  return {
    id: idOf(row),
    at: new Date(timestamp),
    pence: TAKEN.has(status) ? penceOf(amount) : 0,
    kind: 'taking',
    ofId: null,
    words: [product_summary || 'Card payment', transaction_code].filter(Boolean).join(', '),
    isFinal: TAKEN.has(status) || GONE.has(status),
  }
}

const isGivenBack = ({ status, refunded_amount }: Row): boolean =>
  status === 'REFUNDED' || status === 'CHARGE_BACK' || (refunded_amount ?? 0) !== 0

const REFUNDS: Readonly<Record<string, string>> = { REFUND: 'Refund', CHARGE_BACK: 'Chargeback' }

/** Each refund is one of its own, as a payment may be given back in parts. */
async function refundsOf(wire: Wire, row: Row): Promise<Taking[]> {
  const of = idOf(row)
  const isRefund = ({ type, status }: Event) => REFUNDS[type] !== undefined && status !== 'FAILED'
  return (await eventsOf(wire, of)).filter(isRefund).map(({ id, type, status, amount, timestamp }) => ({
    id: `${of}:${id}`,
    at: new Date(timestamp),
    pence: Math.abs(penceOf(amount)),
    kind: 'refund',
    ofId: of,
    words: [REFUNDS[type], row.transaction_code].filter(Boolean).join(', '),
    isFinal: status === 'REFUNDED' || status === 'SUCCESSFUL',
  }))
}

type Paid = { takings: Taking[]; from: Day; hasMore: boolean }

/** What was paid into the bank, and kept for it, by the day: a day's is whole once it is over. */
async function paidOut(wire: Wire, from: Day): Promise<Paid> {
  const yesterday = addDays(dayOf(currentTime(), ZONE), -1)
  if (from > yesterday) return { takings: [], from, hasMore: false }
  const last = addDays(from, PAYOUT_DAYS - 1)
  const [to = yesterday] = [last, yesterday].sort()
  const records = (await payoutsOf(wire, from, to)).filter(({ currency, status }) => currency === POUNDS && status === 'SUCCESSFUL')
  const byDay = Map.groupBy(records, ({ date }) => date)
  return { takings: [...byDay].flatMap(([day, some]) => paidOn(day, some)), from: addDays(to, 1), hasMore: to < yesterday }
}

function paidOn(day: Day, records: readonly PayoutRecord[]): Taking[] {
  const sum = (pence: (record: PayoutRecord) => number) => records.reduce((total, record) => total + pence(record), 0)
  const paid = sum(({ type, amount }) => (type === 'PAYOUT' ? penceOf(amount) : -Math.abs(penceOf(amount))))
  const id = `payout:${day}`
  const all: Taking[] = [
    { id, kind: 'payout', pence: paid, ofId: null, words: 'Payout', at: noonOf(day), isFinal: true },
    { id: `fee:${day}`, kind: 'fee', pence: sum(({ fee }) => penceOf(fee)), ofId: id, words: 'Fees', at: noonOf(day), isFinal: true },
  ]
  return all.filter(({ pence }) => pence > 0)
}

const noonOf = (day: Day) => instantOf(day, '12:00', ZONE)
const penceOf = (pounds: number) => Math.round(pounds * 100)
