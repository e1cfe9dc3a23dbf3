import { addDays, type Day, dayOf, daysBetween } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { Horse } from '#testing/paying/history.ts'

/** Pence a month. */
const PRICE: Readonly<Record<Service, number>> = { portal: 199, 'vet-integration': 299, 'para-professional': 199 }
const ZONE = 'Europe/London'
const HOUR_MS = 3_600_000
const FORTNIGHT = 14
const LEAST_CHARGE = 30

/** A bill; none: the next one. `anchor`: when the months began that it is of. */
type Bill = { state: 'draft' | 'open' | 'paid' | 'void'; madeAt: number; anchor: number }
/** One day of one seat, and its part of the price of its month. */
type Share = { day: Day; pence: number; bill: Bill | null; isBack: boolean }
type Seat = {
  horse: Horse
  service: Service
  from: Day
  last: Day | null
  isFirst: boolean
  endedBy: string | null
  isAllBack: boolean
  shares: Share[]
}
/** A month that runs. */
type Month = { anchor: number; count: number; from: number; to: number; late: Bill | null }

/**
 * What a person must have paid, worked out day by day and apart from the code it judges: each day of each seat has its part of a month's price, is on a
 * bill that is paid, or isn't, and is given back, or not.
 */
export class DayModel {
  readonly seats: Seat[] = []
  readonly #bills: Bill[] = []
  readonly #isCardGood: () => boolean
  #month: Month | null = null
  #changes = 0

  constructor(isCardGood: () => boolean) {
    this.#isCardGood = isCardGood
  }

  /** Lets time go by until a moment. */
  advance(until: number): void {
    for (;;) {
      const [draft, draftDue] = this.#draft()
      const monthDue = this.#month?.to ?? Number.POSITIVE_INFINITY
      if (Math.min(draftDue, monthDue) > until) break
      if (draft && draftDue <= monthDue) this.#collect(draft)
      else if (this.#month) this.#nextMonth(this.#month)
    }
    const late = this.#month?.late
    if (late?.state !== 'open') return
    const last = addDays(dayAt(late.madeAt - 1), FORTNIGHT)
    if (dayAt(until) <= last) return
    for (const seat of this.seats) this.#end(seat, last, 'unpaid')
    this.#stop()
  }

  /** When something is due automatically. */
  nextDue(): number {
    return Math.min(this.#draft()[1], this.#month?.to ?? Number.POSITIVE_INFINITY)
  }

  isLate(): boolean {
    return this.#month?.late?.state === 'open'
  }

  isRunning(): boolean {
    return this.#month !== null
  }

  begin(horse: Horse, service: Service, at: number): void {
    const known = this.#find(horse, service, at)
    if (known?.last === null) return
    if (this.#month && known?.endedBy === 'owner' && !known.shares.some(({ isBack }) => isBack)) {
      Object.assign(known, { last: null, endedBy: null })
      return
    }
    this.#changes++
    const isFirst = !this.seats.some((one) => one.horse === horse && one.service === service)
    const seat: Seat = { horse, service, from: dayAt(at), last: null, isFirst, endedBy: null, isAllBack: false, shares: [] }
    this.seats.push(seat)
    if (this.#month) seat.shares = sharesOf(service, seat.from, this.#month, null)
    else {
      this.#month = { anchor: at, count: 1, from: at, to: monthsOn(at, 1), late: null }
      const bill: Bill = { state: 'paid', madeAt: at, anchor: at }
      this.#bills.push(bill)
      seat.shares = sharesOf(service, seat.from, this.#month, bill)
    }
  }

  /** By its owner: at once, and nothing was ever paid, in the first fourteen days; else when what is paid is over. */
  endByOwner(horse: Horse, service: Service, at: number): void {
    const seat = this.#find(horse, service, at)
    if (!seat || seat.last !== null) return
    const today = dayAt(at)
    if (seat.isFirst && daysBetween(seat.from, today) <= FORTNIGHT) {
      this.#end(seat, today, 'owner')
      giveAllBack(seat)
    } else if (this.isLate()) this.#end(seat, today, 'owner')
    else {
      const paid = seat.shares.map(({ day }) => day).sort()
      this.#end(seat, paid.at(-1) ?? today, 'owner')
    }
    this.#stopIfLate()
  }

  /** By anything else: on that day. What a horse had that was gone before costs nothing. */
  endBy(horse: Horse, service: Service, { day, by }: { day: Day; by: string }, at: number): void {
    const seat = this.#find(horse, service, at)
    if (!seat || (seat.last !== null && seat.last <= dayAt(at))) return
    this.#end(seat, day, by)
    if (by === 'gone' && day < seat.from) giveAllBack(seat)
    this.#stopIfLate()
  }

  /** A card works again, and what is open is paid. */
  mend(): void {
    for (const bill of this.#bills) if (bill.state === 'open') bill.state = 'paid'
    if (this.#month) this.#month.late = null
  }

  /** What was paid and not given back, and by how much the roundings may have moved it: a penny a change. */
  paid(): { pence: number; within: number } {
    const shares = this.seats.flatMap((seat) => seat.shares)
    const pence = shares.reduce((sum, share) => sum + (share.bill?.state === 'paid' && !share.isBack ? share.pence : 0), 0)
    return { pence, within: this.#changes }
  }

  /** How many of each go on. */
  goingOn(): Partial<Record<Service, number>> {
    const found: Partial<Record<Service, number>> = {}
    for (const { service } of this.#going()) found[service] = (found[service] ?? 0) + 1
    return found
  }

  #going = () => this.seats.filter(({ last }) => last === null)

  #find = (horse: Horse, service: Service, at: number) =>
    this.seats.findLast(
      (one) => one.horse === horse && one.service === service && (one.last === null || one.last >= dayAt(at)) && !one.isAllBack,
    )

  #draft(): [Bill | undefined, number] {
    const draft = this.#bills.find(({ state }) => state === 'draft')
    return [draft, draft ? draft.madeAt + HOUR_MS : Number.POSITIVE_INFINITY]
  }

  #end(seat: Seat, day: Day, by: string): void {
    if (seat.last !== null && seat.last <= day) return
    this.#changes++
    const last = day < seat.from ? seat.from : day
    Object.assign(seat, { last, endedBy: by })
    for (const share of seat.shares) if (share.day > last) share.isBack = true
  }

  #nextMonth(now: Month): void {
    const waits = this.seats.some(({ shares }) => shares.some(({ bill }) => bill === null))
    const going = this.#going()
    this.#month = null
    if (going.length === 0 && !waits) return
    const bill: Bill = { state: 'draft', madeAt: now.to, anchor: now.anchor }
    this.#bills.push(bill)
    for (const { shares } of this.seats) for (const share of shares) share.bill ??= bill
    if (going.length === 0) return
    const next = { ...now, count: now.count + 1, from: now.to, to: monthsOn(now.anchor, now.count + 1) }
    this.#month = next
    for (const seat of going) seat.shares.push(...sharesOf(seat.service, seat.from, next, bill))
  }

  #collect(bill: Bill): void {
    const sums = this.seats.map(({ shares }) =>
      shares.reduce((sum, share) => sum + (share.bill === bill && !share.isBack ? share.pence : 0), 0),
    )
    // So little is not charged alone: it counts, and waits for a next bill.
    const isLittle = sums.reduce((all, sum) => all + Math.round(sum), 0) < LEAST_CHARGE
    bill.state = this.#isCardGood() || isLittle ? 'paid' : 'open'
    if (bill.state === 'open' && this.#month?.anchor === bill.anchor) this.#month.late = bill
    this.#stopIfLate()
  }

  /** No payment is awaited for seats that no one has any more. */
  #stopIfLate(): void {
    if (this.#month?.late && this.#going().length === 0) this.#stop()
  }

  #stop(): void {
    for (const bill of this.#bills)
      if (bill.anchor === this.#month?.anchor && (bill.state === 'draft' || bill.state === 'open')) bill.state = 'void'
    for (const seat of this.seats) seat.shares = seat.shares.filter(({ bill }) => bill !== null)
    this.#month = null
  }
}

const dayAt = (at: number): Day => dayOf(at, ZONE)

function giveAllBack(seat: Seat): void {
  seat.isAllBack = true
  for (const share of seat.shares) share.isBack = true
}

/** A part of the price for each day of a month, from a first one on. */
function sharesOf(service: Service, first: Day, { from, to }: Month, bill: Bill | null): Share[] {
  const [begin, over] = [dayAt(from), dayAt(to)]
  const days = daysBetween(begin, over)
  const found: Share[] = []
  for (let day = first < begin ? begin : first; day < over; day = addDays(day, 1))
    found.push({ day, pence: PRICE[service] / days, bill, isBack: false })
  return found
}

/** The same day and time some months on, in UTC; a month without such a day ends with its last. */
function monthsOn(anchor: number, months: number): number {
  const from = new Date(anchor)
  const wanted = new Date(anchor)
  wanted.setUTCDate(1)
  wanted.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(wanted.getUTCFullYear(), wanted.getUTCMonth() + 1, 0)).getUTCDate()
  wanted.setUTCDate(Math.min(from.getUTCDate(), last))
  return wanted.getTime()
}
