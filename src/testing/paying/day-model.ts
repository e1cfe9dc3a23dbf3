import { addDays, type Day, dayOf, daysBetween } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { Horse } from '#testing/paying/history.ts'

/** Pence a month. */
const PRICE: Readonly<Record<Service, number>> = { portal: 199, 'vet-integration': 299, 'para-professional': 199 }
const ZONE = 'Europe/London'
const HOUR_MS = 3_600_000
const FORTNIGHT = 14

/** A bill; none: the next one. */
type Bill = { state: 'draft' | 'open' | 'paid' | 'void'; madeAt: number }
/** One day of one seat, and its part of the price of its month. */
type Share = { day: Day; pence: number; bill: Bill | null; isBack: boolean }
type Seat = { horse: Horse; service: Service; from: Day; last: Day | null; isFirst: boolean; endedBy: string | null; isAllBack: boolean; shares: Share[] }
/** A month that runs. */
type Month = { anchor: number; count: number; from: number; to: number; late: Bill | null }

/**
 * What a person must have paid, worked out day by day and apart from the code it judges: each day of each seat has its part of a month's price, is on a
 * bill that is paid, or isn't, and is given back, or not.
 */
export function dayModel(isCardGood: () => boolean) {
  const seats: Seat[] = []
  const bills: Bill[] = []
  let month: Month | null = null
  let changes = 0
  const today = (at: number) => dayOf(at, ZONE)
  const going = () => seats.filter(({ last }) => last === null)
  const find = (horse: Horse, service: Service, at: number) =>
    seats.findLast((one) => one.horse === horse && one.service === service && (one.last === null || one.last >= today(at)) && !one.isAllBack)

  const dropAfter = (seat: Seat, day: Day) => {
    for (const share of seat.shares) if (share.day > day) share.isBack = true
  }
  const stop = (): void => {
    for (const bill of bills) if (bill.state === 'draft' || bill.state === 'open') bill.state = 'void'
    for (const seat of seats) seat.shares = seat.shares.filter(({ bill }) => bill !== null)
    month = null
  }
  /** Nothing is awaited for what nobody has any more. */
  const stopIfLate = () => month?.late && going().length === 0 && stop()
  const end = (seat: Seat, day: Day, by: string) => {
    if (seat.last !== null && seat.last <= day) return
    changes++
    Object.assign(seat, { last: day < seat.from ? seat.from : day, endedBy: by })
    dropAfter(seat, seat.last ?? day)
  }
  const sharesOf = (service: Service, first: Day, { from, to }: Month, bill: Bill | null): Share[] => {
    const [begin, over] = [today(from), today(to)]
    const days = daysBetween(begin, over)
    const found: Share[] = []
    for (let day = first < begin ? begin : first; day < over; day = addDays(day, 1))
      found.push({ day, pence: PRICE[service] / days, bill, isBack: false })
    return found
  }

  const nextMonth = (now: Month) => {
    const waits = seats.some(({ shares }) => shares.some(({ bill }) => bill === null))
    if (going().length === 0 && !waits) {
      month = null
      return
    }
    const bill: Bill = { state: 'draft', madeAt: now.to }
    bills.push(bill)
    for (const { shares } of seats) for (const share of shares) share.bill ??= bill
    if (going().length === 0) {
      month = null
      return
    }
    const next = { ...now, count: now.count + 1, from: now.to, to: monthsOn(now.anchor, now.count + 1) }
    month = next
    for (const seat of going()) seat.shares.push(...sharesOf(seat.service, seat.from, next, bill))
  }
  const collect = (bill: Bill) => {
    bill.state = isCardGood() ? 'paid' : 'open'
    if (bill.state === 'open' && month) month.late = bill
    stopIfLate()
  }
  const giveUp = (now: Month, bill: Bill) => {
    const last = addDays(today(bill.madeAt - 1), FORTNIGHT)
    for (const seat of seats) end(seat, last, 'unpaid')
    if (month === now) stop()
  }

  return {
    /** Lets time go by until a moment. */
    advance(until: number) {
      for (;;) {
        const draft = bills.find(({ state }) => state === 'draft')
        const draftDue = draft ? draft.madeAt + HOUR_MS : Number.POSITIVE_INFINITY
        const monthDue = month?.to ?? Number.POSITIVE_INFINITY
        if (Math.min(draftDue, monthDue) > until) break
        if (draft && draftDue <= monthDue) collect(draft)
        else if (month) nextMonth(month)
      }
      const late = month?.late
      if (month && late?.state === 'open' && today(until) > addDays(today(late.madeAt - 1), FORTNIGHT)) giveUp(month, late)
    },
    /** When something is due by itself. */
    nextDue: (): number => {
      const draft = bills.find(({ state }) => state === 'draft')
      return Math.min(draft ? draft.madeAt + HOUR_MS : Number.POSITIVE_INFINITY, month?.to ?? Number.POSITIVE_INFINITY)
    },
    isLate: (): boolean => month?.late?.state === 'open',
    isRunning: (): boolean => month !== null,
    begin(horse: Horse, service: Service, at: number) {
      const known = find(horse, service, at)
      if (known?.last === null) return
      if (month && known?.endedBy === 'owner' && !known.shares.some(({ isBack }) => isBack)) {
        Object.assign(known, { last: null, endedBy: null })
        return
      }
      changes++
      const isFirst = !seats.some((one) => one.horse === horse && one.service === service)
      const seat: Seat = { horse, service, from: today(at), last: null, isFirst, endedBy: null, isAllBack: false, shares: [] }
      seats.push(seat)
      if (month) seat.shares = sharesOf(service, seat.from, month, null)
      else {
        month = { anchor: at, count: 1, from: at, to: monthsOn(at, 1), late: null }
        const bill: Bill = { state: 'paid', madeAt: at }
        bills.push(bill)
        seat.shares = sharesOf(service, seat.from, month, bill)
      }
    },
    /** By its owner: at once, and nothing was ever paid, in the first fourteen days; else when what is paid is over. */
    endByOwner(horse: Horse, service: Service, at: number) {
      const seat = find(horse, service, at)
      if (!seat || seat.last !== null) return
      if (seat.isFirst && daysBetween(seat.from, today(at)) <= FORTNIGHT) {
        end(seat, today(at), 'owner')
        seat.isAllBack = true
        for (const share of seat.shares) share.isBack = true
      } else if (month?.late?.state === 'open') end(seat, today(at), 'owner')
      else {
        const paid = seat.shares.map(({ day }) => day).sort()
        end(seat, paid.at(-1) ?? today(at), 'owner')
      }
      stopIfLate()
    },
    /** By anything else: on that day. */
    endBy(horse: Horse, service: Service, { day, by }: { day: Day; by: string }, at: number) {
      const seat = find(horse, service, at)
      if (seat && (seat.last === null || seat.last > today(at))) end(seat, day, by)
      stopIfLate()
    },
    /** A card works again, and what is open is paid. */
    mend() {
      for (const bill of bills) if (bill.state === 'open') bill.state = 'paid'
      if (month) month.late = null
    },
    /** What was paid and not given back, and by how much the roundings may have moved it: a penny a change. */
    paid: () => ({
      pence: seats.flatMap(({ shares }) => shares).reduce((sum, { pence, bill, isBack }) => sum + (bill?.state === 'paid' && !isBack ? pence : 0), 0),
      within: changes,
    }),
    /** How many of each go on. */
    goingOn: (): Partial<Record<Service, number>> => {
      const found: Partial<Record<Service, number>> = {}
      for (const { service } of going()) found[service] = (found[service] ?? 0) + 1
      return found
    },
    seats: (): readonly Readonly<Seat>[] => seats,
  }
}
export type DayModel = ReturnType<typeof dayModel>

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
