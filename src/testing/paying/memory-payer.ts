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
import type { EndedWhy } from '#features/records/services/rules.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { SERVICES, type Service } from '#lib/plan.ts'
import type { Horse } from '#testing/paying/history.ts'
import type { Payer } from '#testing/paying/live.ts'
import { type Card, type Invoice, requireIn, type Subscription } from '#testing/service-stripe/books.ts'
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
export class MemoryPayer implements Payer {
  #at = 0
  readonly #stripe = stripeInMemory({ prices: PENCE, now: () => this.#at, retryDays: [] })
  readonly #books = this.#stripe.books
  readonly #seats: Seat[] = []
  readonly #lines: Line[] = []
  readonly #backs: Back[] = []
  readonly #state = { customer: null as string | null, subscription: null as string | null, isLate: false, isOver: true, count: 0 }

  async moveTo(ms: number) {
    this.#at = ms
    this.#stripe.catchUp()
    this.#settle()
  }

  async begin(horse: Horse, service: Service) {
    const known = this.#find(horse, service)
    if (known?.endsOn === null) return
    const one = this.#subscription()
    const canGoOn = known?.why === 'owner' && !this.#linesOf(known.id).some((line) => this.#isBack(line))
    if (known && canGoOn && one && !this.#state.isOver) Object.assign(known, { endsOn: null, why: null })
    else if (!one || this.#state.isOver) this.#firstPayment(horse, service)
    else {
      const pence = this.#oneMore(one, service)
      const [each = 0] = splitPence(pence, 1)
      const { toOn } = daysOf(one)
      this.#addLine({
        seatId: this.#newSeat(horse, service).id,
        service,
        pence: each,
        fromOn: this.#today(),
        toOn,
        invoice: null,
        item: null,
      })
    }
    this.#settle()
  }

  async endByOwner(horse: Horse, service: Service) {
    const seat = this.#find(horse, service)
    if (seat?.endsOn === null)
      endSeat(seat, lastDayPaid(seat, this.#linesOf(seat.id), { today: this.#today(), isPastDue: this.#state.isLate }), 'owner')
    this.#settle()
  }

  async endBy(horse: Horse, service: Service, { day, by }: { day: Day; by: EndedWhy }) {
    const seat = this.#find(horse, service)
    if (seat && (seat.endsOn === null || seat.endsOn > this.#today())) {
      endSeat(seat, day, by)
      if (by === 'gone' && day < seat.fromOn) for (const line of this.#linesOf(seat.id)) this.#addBack(line, line.pence)
    }
    this.#settle()
  }

  async setCard(card: Card) {
    if (this.#state.customer) this.#stripe.setCard(this.#state.customer, card)
    if (this.#state.customer && card === 'good') this.#stripe.payOpen(this.#state.customer)
    this.#settle()
  }

  paid(): number {
    return this.#state.customer ? this.#stripe.paidBy(this.#state.customer) + this.#stripe.carriedBy(this.#state.customer) : 0
  }
  quantities(): Record<string, number> {
    return this.#state.isOver || this.#subscription()?.cancelAtEnd || !this.#state.customer
      ? {}
      : this.#stripe.quantitiesOf(this.#state.customer)
  }
  nextDue(): number {
    return this.#stripe.nextDue() * 1000
  }
  async settleAgain(): Promise<string[]> {
    return this.#settle()
  }
  #today = () => dayOf(this.#at, ZONE)
  #newId = () => String(++this.#state.count).padStart(8, '0')
  #subscription = () => (this.#state.subscription ? this.#books.subscriptions.get(this.#state.subscription) : undefined)
  #linesOf = (seatId: string) => this.#lines.filter((line) => line.seatId === seatId)
  #isBack = (line: Line) => this.#backs.some(({ of }) => of === line)
  #addBack = (of: Line, pence: number, isDone = false) => {
    if (!this.#isBack(of)) this.#backs.push({ of, pence, isDone })
  }
  #addLine = (line: Omit<Line, 'id' | 'isFirst'>) => {
    const seat = this.#seats.find(({ id }) => id === line.seatId)
    if (line.pence <= 0 || line.toOn <= line.fromOn || this.#lines.some((one) => one.seatId === line.seatId && one.fromOn === line.fromOn))
      return
    const isFirst =
      seat !== undefined && !this.#seats.some((one) => one.horse === seat.horse && one.service === seat.service && one.id < seat.id)
    this.#lines.push({ ...line, id: this.#newId(), isFirst })
  }
  #find = (horse: Horse, service: Service) =>
    this.#seats.findLast((one) => one.horse === horse && one.service === service && (one.endsOn === null || one.endsOn >= this.#today()))

  #takeBill(bill: Invoice, id: string): void {
    if (bill.subscription !== id) return
    for (const { invoiceItem } of bill.lines)
      for (const line of this.#lines) if (line.item === invoiceItem && line.item) line.invoice ??= bill.id
    if (!this.#lines.some((line) => line.invoice === bill.id && line.item === null)) this.#chargeMonth(bill)
    if (bill.status === 'void') for (const line of this.#lines) if (line.invoice === bill.id) this.#voidLine(line)
  }
  #chargeMonth(bill: Invoice): void {
    for (const { price, quantity, period, item } of bill.lines) {
      const service = SERVICES.find((one) => SERVICE_PRICES[one] === price)
      if (!service || !item || quantity === 0) continue
      const days = daysOf(period)
      const own = chargedSeats(this.#seats, this.#lines, { service, quantity, fromOn: days.fromOn }).map(({ id }) => id)
      for (const seatId of own) this.#addLine({ seatId, service, pence: priceOf(service), ...days, invoice: bill.id, item: null })
      for (let rest = own.length; rest < quantity; rest++) {
        const line = {
          id: this.#newId(),
          isFirst: false,
          seatId: 'nobody',
          service,
          pence: priceOf(service),
          ...days,
          invoice: bill.id,
          item: null,
        }
        this.#lines.push(line)
        this.#addBack(line, line.pence)
      }
    }
  }
  #voidLine(line: Line): void {
    this.#addBack(line, line.pence, true)
    for (const back of this.#backs) if (back.of === line) Object.assign(back, { pence: line.pence, isDone: true })
  }

  /** What `settle` does. Returns what it changed. */
  #settle(): string[] {
    this.#stripe.catchUp()
    const one = this.#subscription()
    if (!one) return []
    const done: string[] = []
    const before = this.#lines.length + this.#backs.length
    this.#takeDown(one)
    for (const line of this.#lines)
      if (!line.invoice && !line.item) {
        if (one.status === 'canceled') this.#voidLine(line)
        else {
          line.item = `ii_line_${line.id}`
          this.#books.invoiceItems.set(line.item, {
            ...{ id: line.item, customer: one.customer, subscription: one.id, item: null, price: null, quantity: 1, amount: line.pence },
            ...{
              description: '',
              period: { start: one.start, end: one.end },
              isProration: false,
              date: this.#books.at,
              metadata: {},
              invoice: null,
            },
          })
        }
        done.push('billed apart')
      }
    this.#agree(one, done)
    for (const back of this.#backs) if (!back.isDone && this.#settleBack(back)) done.push(`gave back ${back.pence}p`)
    return before === this.#lines.length + this.#backs.length ? done : [...done, 'written down']
  }

  #takeDown(one: Subscription): void {
    for (const bill of this.#books.invoices.values()) this.#takeBill(bill, one.id)
    const standing = one.status === 'past_due' ? 'past-due' : one.status === 'canceled' ? 'over' : 'paid'
    const facts = factsOf({ state: standing, period: one, isEnding: one.cancelAtEnd, endedAt: one.endedAt })
    Object.assign(this.#state, { isLate: facts.is_past_due, isOver: facts.is_over })
    const over = facts.is_past_due
      ? graceEnds(facts.paid_until) < this.#today()
        ? { day: graceEnds(facts.paid_until), why: 'unpaid' as const }
        : undefined
      : facts.is_over
        ? { day: facts.paid_until, why: 'operator' as const }
        : undefined
    if (over) for (const seat of this.#seats) endSeat(seat, over.day, over.why)
    for (const { of, pence } of backsOf(this.#lines, this.#seats, this.#today())) this.#addBack(of as Line, pence)
  }

  #agree(one: Subscription, done: string[]): void {
    const wanted = wantedOf(this.#seats)
    if (one.status === 'canceled') return
    if (one.status === 'past_due' && SERVICES.every((service) => wanted[service] === 0)) {
      cancelSubscription(this.#books, one)
      for (const bill of this.#books.invoices.values()) {
        if (bill.subscription !== one.id) continue
        if (bill.status === 'draft') finalizeInvoice(this.#books, bill)
        if (bill.status === 'open') voidInvoice(this.#books, bill)
      }
      for (const line of this.#lines)
        if (line.item && !line.invoice && this.#books.invoiceItems.get(line.item)?.invoice === null) {
          this.#books.invoiceItems.delete(line.item)
          this.#voidLine(line)
        }
      done.push('ended at once')
      this.#takeDown(one)
      return
    }
    const has = Object.fromEntries(SERVICES.map((service) => [service, itemOf(one, service)?.quantity ?? 0]))
    const mend = mendOf(wanted, has, one.cancelAtEnd)
    if (!mend) return
    if (mend.what === 'end') changeSubscription(this.#books, one, { cancel_at_period_end: true })
    else changeSubscription(this.#books, one, { items: itemsOf(one, mend.items), proration_behavior: 'none', cancel_at_period_end: false })
    done.push(mend.what)
  }

  #settleBack(back: Back): boolean {
    const { of } = back
    if (!of.invoice && of.item) {
      const item = this.#books.invoiceItems.get(of.item)
      if (item?.invoice) of.invoice = item.invoice
      else {
        if (item) item.amount = of.pence - back.pence
        if (item?.amount === 0) this.#books.invoiceItems.delete(of.item)
        back.isDone = true
        return true
      }
    }
    const bill = of.invoice ? this.#books.invoices.get(of.invoice) : undefined
    if (bill?.status === 'void') this.#voidLine(of)
    if (bill?.status !== 'paid' || !bill.intent) return back.isDone
    giveBack(this.#books, { payment_intent: bill.intent, amount: back.pence })
    back.isDone = true
    return true
  }

  #newSeat = (horse: Horse, service: Service): Seat => {
    const seat: Seat = { id: this.#newId(), horse, service, fromOn: this.#today(), endsOn: null, why: null }
    this.#seats.push(seat)
    return seat
  }

  /** The sum that is quoted, and then billed. */
  #oneMore(one: Subscription, service: Service): number {
    const has = itemOf(one, service)?.quantity ?? 0
    const going = { cancel_at_period_end: false }
    const items = itemsOf(one, { [service]: has + 1 })
    const more = { ...going, items, proration_behavior: 'create_prorations', proration_date: momentOf(one, this.#today()) }
    return sumOf(previewInvoice(this.#books, one, more).lines) - sumOf(previewInvoice(this.#books, one, going).lines) - priceOf(service)
  }

  #firstPayment(horse: Horse, service: Service): void {
    const price = SERVICE_PRICES[service]
    const wanted = {
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      ...(this.#state.customer && { customer: this.#state.customer }),
    }
    const session = openSession(this.#books, wanted)
    this.#stripe.pay(session.id)
    Object.assign(this.#state, { customer: session.customer, subscription: session.subscription, isOver: false })
    this.#newSeat(horse, service)
    this.#chargeMonth(requireIn(this.#books.invoices, 'invoice', session.invoice))
  }
}

const priceOf = (service: Service) => PENCE[SERVICE_PRICES[service]]

const endSeat = (seat: Seat, day: Day, why: EndedWhy) => {
  const last = day < seat.fromOn ? seat.fromOn : day
  if (seat.endsOn === null || seat.endsOn > last) Object.assign(seat, { endsOn: last, why })
}

const itemOf = (one: Subscription, service: Service) => one.items.find(({ price }) => price === SERVICE_PRICES[service])

const itemsOf = (one: Subscription, wanted: Partial<Record<Service, number>>) =>
  SERVICES.flatMap((service): ItemChange[] => {
    const [quantity, item] = [wanted[service], itemOf(one, service)]
    if (quantity === undefined) return []
    if (quantity > 0) return [item ? { id: item.id, quantity } : { price: SERVICE_PRICES[service], quantity }]
    return item ? [{ id: item.id, deleted: true }] : []
  })
