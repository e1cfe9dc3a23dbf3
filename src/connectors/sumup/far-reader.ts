import { currentTime } from '#lib/clock.ts'

/* What a SumUp account keeps, in the shapes of its API. For tests only. */

/** A row of the history of transactions; `ref` is the reference of its event. */
export type Sale = { ref: number; changedAt: Date; row: { type: string; [field: string]: unknown } }

type Kept = {
  pence: number
  code: string
  words: string | undefined
  at: Date
  changedAt: Date
  status: string
  ref: number
  paymentType: string
  refunds: Refund[]
}
type Refund = { id: number; pence: number; at: Date; type: 'REFUND' | 'CHARGE_BACK'; isDeducted: boolean; status: string }
type PaidRecord = {
  id: number
  type: string
  amount: number
  date: string
  currency: string
  fee: number
  status: string
  reference: string
  transaction_code: string
}

/** 1.69 % of a sale. */
const feeOf = (pence: number) => Math.round(pence * 0.0169)
const pounds = (pence: number) => pence / 100

/** A reader of cards, the one who holds it, and what the service makes of both. */
export function readerOf() {
  const sales = new Map<string, Kept>()
  const unpaid = new Set<string>()
  const records: PaidRecord[] = []
  let last = 1000
  const keep = (pence: number, words: string | undefined, more: Partial<Kept> = {}) => {
    const [id, now] = [crypto.randomUUID(), currentTime()]
    const code = `T${String(++last)}K4W2K`
    sales.set(id, {
      pence,
      code,
      words,
      at: now,
      changedAt: now,
      status: 'SUCCESSFUL',
      ref: last,
      paymentType: 'POS',
      refunds: [],
      ...more,
    })
    return id
  }
  const change = (id: string, more: Partial<Kept>) => {
    const sale = sales.get(id)
    if (!sale) throw new Error(`no sale ${id}`)
    Object.assign(sale, more, { changedAt: currentTime() })
    return sale
  }
  return {
    /** As a new account has it. */
    empty() {
      sales.clear()
      unpaid.clear()
      records.splice(0)
    },
    /** Charges a card; its id. */
    take(pence: number, words?: string) {
      const id = keep(pence, words)
      unpaid.add(id)
      return id
    },
    /** A charge that is not through yet. */
    begin: (pence: number) => keep(pence, undefined, { status: 'PENDING' }),
    finish(id: string) {
      change(id, { status: 'SUCCESSFUL' })
      unpaid.add(id)
    },
    takeCash: (pence: number) => keep(pence, 'Cash sale', { paymentType: 'CASH' }),
    cancel(id: string) {
      change(id, { status: 'CANCELLED' })
      unpaid.delete(id)
    },
    /** Gives back so much; the refund's id. */
    refund(id: string, pence: number) {
      const sale = change(id, { status: 'REFUNDED' })
      sale.refunds.push({ id: ++last, pence, at: currentTime(), type: 'REFUND', isDeducted: false, status: 'REFUNDED' })
      return `${id}:${last}`
    },
    /** Pays what is left into the bank on a day; how much. */
    payOut: (day: string) => payOut({ sales, unpaid, records, next: () => ++last }, day),
    rows: (): Sale[] => [...sales].map(([id, sale]) => rowOf(id, sale)).sort((a, b) => a.ref - b.ref),
    whole: (id: string) => {
      const sale = sales.get(id)
      return sale && { ...rowOf(id, sale).row, id, events: sale.refunds.map(eventOf(id)) }
    },
    payouts: (from: string, to: string) => records.filter(({ date }) => date >= from && date <= to),
  }
}

type Account = { sales: Map<string, Kept>; unpaid: Set<string>; records: PaidRecord[]; next: () => number }

/** Each sale that is not paid yet less its fee, and less what went back since. */
function payOut({ sales, unpaid, records, next }: Account, day: string): number {
  const of = (type: string, code: string, amount: number, fee = 0): PaidRecord => ({
    ...{ id: next(), type, amount: pounds(amount), date: day, currency: 'GBP', fee: pounds(fee) },
    ...{ status: 'SUCCESSFUL', reference: `PID${day.replaceAll('-', '')}`, transaction_code: code },
  })
  const sold = [...sales].filter(([id]) => unpaid.has(id))
  const some = sold.map(([, { code, pence }]) => of('PAYOUT', code, pence - feeOf(pence), feeOf(pence)))
  for (const { code, refunds } of sales.values())
    for (const refund of refunds.filter(({ isDeducted }) => !isDeducted)) {
      refund.isDeducted = true
      some.push(of('REFUND_DEDUCTION', code, refund.pence))
    }
  unpaid.clear()
  records.push(...some)
  return some.reduce((sum, { type, amount }) => sum + Math.round(amount * 100) * (type === 'PAYOUT' ? 1 : -1), 0)
}

const eventOf =
  (transaction_id: string) =>
  ({ id, pence, at, type, status }: Refund) => ({
    ...{ id, transaction_id, type, status, amount: pounds(pence), timestamp: at.toISOString() },
  })

function rowOf(id: string, { pence, code, words, at, changedAt, status, ref, paymentType, refunds }: Kept): Sale {
  const row = {
    ...{ id, transaction_id: id, transaction_code: code, amount: pounds(pence), currency: 'GBP', timestamp: at.toISOString(), status },
    ...{ payment_type: paymentType, installments_count: 1, merchant_code: 'MH4H92C7', user: 'gareth@probert.example', type: 'PAYMENT' },
    ...{ card_type: 'VISA', payout_type: 'BANK_ACCOUNT', ...(words !== undefined && { product_summary: words }) },
    refunded_amount: pounds(refunds.reduce((sum, refund) => sum + refund.pence, 0)),
  }
  return { ref, changedAt, row }
}
