import type { EndedWhy } from '#features/records/services/rules.ts'
import {
  backsOf,
  type Charge,
  chargedSeats,
  daysOf,
  factsOf,
  graceEnds,
  lastDayPaid,
  mendOf,
  momentOf,
  type PaidSeat,
  splitPence,
  wantedOf,
} from '#features/records/services/money-rules.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { SERVICES, type Service } from '#lib/plan.ts'
import type { Horse } from '#testing/paying/history.ts'
import type { Payer } from '#testing/paying/live.ts'
import { type Invoice, requireIn, type Subscription } from '#testing/service-stripe/books.ts'
import { giveBack, openSession } from '#testing/service-stripe/checkout.ts'
import { finalizeInvoice, sumOf, voidInvoice } from '#testing/service-stripe/invoices.ts'
import { stripeInMemory } from '#testing/service-stripe/memory.ts'
import { PENCE, SERVICE_PRICES } from '#testing/service-stripe/prices.ts'
import { cancelSubscription, changeSubscription, type ItemChange, previewInvoice } from '#testing/service-stripe/subscriptions.ts'

const ZONE = 'Europe/London'
type Seat = PaidSeat & { horse: Horse }
type Line = Charge & { invoice: string | null; item: string | null }
type Back = { of: Line; pence: number; isDone: boolean }

/**
 * The pure rules of the money on a Stripe in memory, with tables that are arrays: what the services do between database and network, without either.
 */
export function memoryPayer(): Payer {
  let at = 0
  const stripe = stripeInMemory({ prices: PENCE, now: () => at, retryDays: [] })
  const { books } = stripe
  const seats: Seat[] = []
  const lines: Line[] = []
  const backs: Back[] = []
  const state = { customer: null as string | null, subscription: null as string | null, isLate: false, isOver: true, count: 0 }

  const today = () => dayOf(at, ZONE)
  const newId = () => String(++state.count).padStart(8, '0')
  const priceOf = (service: Service) => PENCE[SERVICE_PRICES[service]]
  const subscription = () => (state.subscription ? books.subscriptions.get(state.subscription) : undefined)
  const linesOf = (seatId: string) => lines.filter((line) => line.seatId === seatId)
  const isBack = (line: Line) => backs.some(({ of }) => of === line)
  const addBack = (of: Line, pence: number, isDone = false) => {
    if (!isBack(of)) backs.push({ of, pence, isDone })
  }
  const addLine = (line: Omit<Line, 'id' | 'isFirst'>) => {
    const seat = seats.find(({ id }) => id === line.seatId)
    if (line.pence <= 0 || line.toOn <= line.fromOn || lines.some((one) => one.seatId === line.seatId && one.fromOn === line.fromOn)) return
    const isFirst = seat !== undefined && !seats.some((one) => one.horse === seat.horse && one.service === seat.service && one.id < seat.id)
    lines.push({ ...line, id: newId(), isFirst })
  }
  const endSeat = (seat: Seat, day: Day, why: EndedWhy) => {
    const last = day < seat.fromOn ? seat.fromOn : day
    if (seat.endsOn === null || seat.endsOn > last) Object.assign(seat, { endsOn: last, why })
  }
  const find = (horse: Horse, service: Service) =>
    seats.findLast((one) => one.horse === horse && one.service === service && (one.endsOn === null || one.endsOn >= today()))

  function takeBill(bill: Invoice, id: string): void {
    if (bill.subscription !== id) return
    for (const { invoiceItem } of bill.lines) for (const line of lines) if (line.item === invoiceItem && line.item) line.invoice ??= bill.id
    if (!lines.some((line) => line.invoice === bill.id && line.item === null)) chargeMonth(bill)
    if (bill.status === 'void') for (const line of lines) if (line.invoice === bill.id) voidLine(line)
  }
  function chargeMonth(bill: Invoice): void {
    for (const { price, quantity, period, item } of bill.lines) {
      const service = SERVICES.find((one) => SERVICE_PRICES[one] === price)
      if (!service || !item || quantity === 0) continue
      const days = daysOf(period)
      const own = chargedSeats(seats, lines, { service, quantity, fromOn: days.fromOn }).map(({ id }) => id)
      for (const seatId of own) addLine({ seatId, service, pence: priceOf(service), ...days, invoice: bill.id, item: null })
      for (let rest = own.length; rest < quantity; rest++) {
        const line = { id: newId(), isFirst: false, seatId: 'nobody', service, pence: priceOf(service), ...days, invoice: bill.id, item: null }
        lines.push(line)
        addBack(line, line.pence)
      }
    }
  }
  function voidLine(line: Line): void {
    addBack(line, line.pence, true)
    for (const back of backs) if (back.of === line) Object.assign(back, { pence: line.pence, isDone: true })
  }

  /** What `settle` does. Returns what it changed. */
  function settle(): string[] {
    stripe.catchUp()
    const one = subscription()
    if (!one) return []
    const done: string[] = []
    const before = lines.length + backs.length
    takeDown(one)
    for (const line of lines)
      if (!line.invoice && !line.item) {
        if (one.status === 'canceled') voidLine(line)
        else {
          line.item = `ii_line_${line.id}`
          books.invoiceItems.set(line.item, {
            ...{ id: line.item, customer: one.customer, subscription: one.id, item: null, price: null, quantity: 1, amount: line.pence },
            ...{ description: '', period: { start: one.start, end: one.end }, isProration: false, date: books.at, metadata: {}, invoice: null },
          })
        }
        done.push('billed apart')
      }
    agree(one, done)
    for (const back of backs) if (!back.isDone && settleBack(back)) done.push(`gave back ${back.pence}p`)
    return before === lines.length + backs.length ? done : [...done, 'written down']
  }

  function takeDown(one: Subscription): void {
    for (const bill of books.invoices.values()) takeBill(bill, one.id)
    const standing = one.status === 'past_due' ? 'past-due' : one.status === 'canceled' ? 'over' : 'paid'
    const facts = factsOf({ state: standing, period: one, isEnding: one.cancelAtEnd, endedAt: one.endedAt })
    Object.assign(state, { isLate: facts.is_past_due, isOver: facts.is_over })
    const over = facts.is_past_due
      ? graceEnds(facts.paid_until) < today()
        ? { day: graceEnds(facts.paid_until), why: 'unpaid' as const }
        : undefined
      : facts.is_over
        ? { day: facts.paid_until, why: 'operator' as const }
        : undefined
    if (over) for (const seat of seats) endSeat(seat, over.day, over.why)
    for (const { of, pence } of backsOf(lines, seats, today())) addBack(of as Line, pence)
  }

  function agree(one: Subscription, done: string[]): void {
    const wanted = wantedOf(seats)
    if (one.status === 'canceled') return
    if (one.status === 'past_due' && SERVICES.every((service) => wanted[service] === 0)) {
      cancelSubscription(books, one)
      for (const bill of books.invoices.values()) {
        if (bill.subscription !== one.id) continue
        if (bill.status === 'draft') finalizeInvoice(books, bill)
        if (bill.status === 'open') voidInvoice(books, bill)
      }
      for (const line of lines)
        if (line.item && !line.invoice && books.invoiceItems.get(line.item)?.invoice === null) {
          books.invoiceItems.delete(line.item)
          voidLine(line)
        }
      done.push('ended at once')
      return takeDown(one)
    }
    const has = Object.fromEntries(SERVICES.map((service) => [service, itemOf(one, service)?.quantity ?? 0]))
    const mend = mendOf(wanted, has, one.cancelAtEnd)
    if (!mend) return
    if (mend.what === 'end') changeSubscription(books, one, { cancel_at_period_end: true })
    else changeSubscription(books, one, { items: itemsOf(one, mend.items), proration_behavior: 'none', cancel_at_period_end: false })
    done.push(mend.what)
  }

  function settleBack(back: Back): boolean {
    const { of } = back
    if (!of.invoice && of.item) {
      const item = books.invoiceItems.get(of.item)
      if (item?.invoice) of.invoice = item.invoice
      else {
        if (item) item.amount = of.pence - back.pence
        if (item?.amount === 0) books.invoiceItems.delete(of.item)
        back.isDone = true
        return true
      }
    }
    const bill = of.invoice ? books.invoices.get(of.invoice) : undefined
    if (bill?.status === 'void') voidLine(of)
    if (bill?.status !== 'paid' || !bill.intent) return back.isDone
    giveBack(books, { payment_intent: bill.intent, amount: back.pence })
    back.isDone = true
    return true
  }

  const itemOf = (one: Subscription, service: Service) => one.items.find(({ price }) => price === SERVICE_PRICES[service])
  const itemsOf = (one: Subscription, wanted: Partial<Record<Service, number>>) =>
    SERVICES.flatMap((service): ItemChange[] => {
      const [quantity, item] = [wanted[service], itemOf(one, service)]
      if (quantity === undefined) return []
      if (quantity > 0) return [item ? { id: item.id, quantity } : { price: SERVICE_PRICES[service], quantity }]
      return item ? [{ id: item.id, deleted: true }] : []
    })
  const newSeat = (horse: Horse, service: Service): Seat => {
    const seat: Seat = { id: newId(), horse, service, fromOn: today(), endsOn: null, why: null }
    seats.push(seat)
    return seat
  }

  /** The sum that is said, and then billed. */
  function oneMore(one: Subscription, service: Service): number {
    const has = itemOf(one, service)?.quantity ?? 0
    const going = { cancel_at_period_end: false }
    const items = itemsOf(one, { [service]: has + 1 })
    const more = { ...going, items, proration_behavior: 'create_prorations', proration_date: momentOf(one, today()) }
    return sumOf(previewInvoice(books, one, more).lines) - sumOf(previewInvoice(books, one, going).lines) - priceOf(service)
  }

  return {
    async moveTo(ms: number) {
      at = ms
      stripe.catchUp()
      settle()
    },
    async begin(horse, service) {
      const known = find(horse, service)
      if (known?.endsOn === null) return
      const one = subscription()
      const canGoOn = known?.why === 'owner' && !linesOf(known.id).some(isBack)
      if (known && canGoOn && one && !state.isOver) Object.assign(known, { endsOn: null, why: null })
      else if (!one || state.isOver) firstPayment(horse, service)
      else {
        const pence = oneMore(one, service)
        const [each = 0] = splitPence(pence, 1)
        const { toOn } = daysOf(one)
        addLine({ seatId: newSeat(horse, service).id, service, pence: each, fromOn: today(), toOn, invoice: null, item: null })
      }
      settle()
    },
    async endByOwner(horse, service) {
      const seat = find(horse, service)
      if (seat?.endsOn === null) endSeat(seat, lastDayPaid(seat, linesOf(seat.id), { today: today(), isPastDue: state.isLate }), 'owner')
      settle()
    },
    async endBy(horse, service, { day, by }) {
      const seat = find(horse, service)
      if (seat && (seat.endsOn === null || seat.endsOn > today())) endSeat(seat, day, by)
      settle()
    },
    async setCard(card) {
      if (state.customer) stripe.setCard(state.customer, card)
      if (state.customer && card === 'good') stripe.payOpen(state.customer)
      settle()
    },
    paid: () => (state.customer ? stripe.paidBy(state.customer) + stripe.carriedBy(state.customer) : 0),
    quantities: () => (state.isOver || subscription()?.cancelAtEnd || !state.customer ? {} : stripe.quantitiesOf(state.customer)),
    nextDue: () => stripe.nextDue() * 1000,
    settleAgain: async () => settle(),
  }

  function firstPayment(horse: Horse, service: Service): void {
    const price = SERVICE_PRICES[service]
    const wanted = { mode: 'subscription', line_items: [{ price, quantity: 1 }], ...(state.customer && { customer: state.customer }) }
    const session = openSession(books, wanted)
    stripe.pay(session.id)
    Object.assign(state, { customer: session.customer, subscription: session.subscription, isOver: false })
    newSeat(horse, service)
    chargeMonth(requireIn(books.invoices, 'invoice', session.invoice))
  }
}
