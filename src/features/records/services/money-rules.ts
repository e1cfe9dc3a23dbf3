import { COOLING_DAYS, type EndedWhy } from '#features/records/services/rules.ts'
import { addDays, type Day, dayOf, daysBetween } from '#lib/dates.ts'
import { GRACE_DAYS, SERVICES, type Service } from '#lib/plan.ts'

/** The operator's days, by which all is billed. */
export const BILLING_ZONE = 'Europe/London'

/** A month of a subscription, in seconds. The day on which it ends is the next one's first. */
export type Period = { start: number; end: number }

/** What was charged for a seat: the days from `fromOn` until before `toOn`. */
export type Charge = { id: string; seatId: string; service: Service; pence: number; fromOn: Day; toOn: Day; isFirst: boolean }

/** A person's seat, as far as money goes. */
export type PaidSeat = { id: string; service: Service; fromOn: Day; endsOn: Day | null; why: EndedWhy | null }

/** The days of a period. */
export const daysOf = ({ start, end }: Period): { fromOn: Day; toOn: Day } => ({ fromOn: dayOfSecond(start), toOn: dayOfSecond(end) })

/**
 * The moment of a period at which what begins on a day is priced: a day counts whole, so the sum that was shown holds until midnight. It is
 * inside the period.
 */
export function momentOf(period: Period, today: Day): number {
  const { fromOn, toOn } = daysOf(period)
  const gone = Math.max(0, daysBetween(fromOn, today))
  const at = period.start + Math.floor((gone * (period.end - period.start)) / daysBetween(fromOn, toOn))
  return Math.min(at, period.end - 1)
}

/** The pence of each of several seats that begin together, which add up to the sum that was shown. */
export function splitPence(pence: number, count: number): number[] {
  const each = Math.floor(pence / count)
  return Array.from({ length: count }, (_, at) => each + (at < pence - each * count ? 1 : 0))
}

/** What of a charge is for days after a last one; half a penny is the owner's. */
export function unusedPence({ pence, fromOn, toOn }: Pick<Charge, 'pence' | 'fromOn' | 'toOn'>, endsOn: Day): number {
  const days = daysBetween(fromOn, toOn)
  const unused = Math.min(days, Math.max(0, daysBetween(endsOn, toOn) - 1))
  return Math.floor((2 * pence * unused + days) / (2 * days))
}

/** Whether an end by its owner cancels a first begin, within its 14 days. */
export const isCooling = (fromOn: Day, isFirst: boolean, today: Day): boolean => isFirst && today <= addDays(fromOn, COOLING_DAYS)

/**
 * The last day of a seat that its owner ends: today where all of it is given back, or its last payment failed; else the last day that was charged for.
 */
export function lastDayPaid(seat: Pick<PaidSeat, 'fromOn'>, charges: readonly Charge[], on: { today: Day; isPastDue: boolean }): Day {
  if (on.isPastDue || isCooling(seat.fromOn, isFirstBegin(charges), on.today)) return on.today
  const last = charges
    .map(({ toOn }) => addDays(toOn, -1))
    .sort()
    .at(-1)
  return last && last > on.today ? last : on.today
}

export const isFirstBegin = (charges: readonly Pick<Charge, 'isFirst'>[]): boolean => charges.some(({ isFirst }) => isFirst)

/** What is given back of one charge, and why. */
export type Back = { of: Charge; pence: number; why: 'first-14-days' | EndedWhy }

/** What has to be given back of a person's charges, by how their seats ended; a charge whose seat is gone ended with that on `today`. */
export function backsOf(charges: readonly Charge[], seats: readonly PaidSeat[], today: Day): Back[] {
  const known = new Map(seats.map((seat) => [seat.id, seat]))
  const ofSeat = Map.groupBy(charges, ({ seatId }) => seatId)
  return [...ofSeat].flatMap(([seatId, own]) => {
    const { fromOn, endsOn, why } = known.get(seatId) ?? { fromOn: '', endsOn: today, why: 'left' as const }
    if (endsOn === null || why === null) return []
    const isAll = why === 'owner' && isCooling(fromOn, isFirstBegin(own), endsOn)
    return own.flatMap((of): Back[] => {
      const pence = isAll ? of.pence : unusedPence(of, endsOn)
      return pence > 0 ? [{ of, pence, why: isAll ? 'first-14-days' : why }] : []
    })
  })
}

/** How many of each service a person pays for from now on: the quantities that Stripe's items must have. */
export function wantedOf(seats: readonly PaidSeat[]): Record<Service, number> {
  const count = (service: Service) => seats.filter((seat) => seat.service === service && seat.endsOn === null).length
  return Object.fromEntries(SERVICES.map((service) => [service, count(service)])) as Record<Service, number>
}

/** What must change at Stripe so that it bills what is wanted. */
type Mend = { what: 'items'; items: Partial<Record<Service, number>> } | { what: 'end' } | undefined

/** With nothing wanted the subscription ends with its month, with its items as they are: the last of them can't be taken out. */
export function mendOf(wanted: Record<Service, number>, has: Partial<Record<Service, number>>, isEnding: boolean): Mend {
  if (SERVICES.every((service) => wanted[service] === 0)) return isEnding ? undefined : { what: 'end' }
  const items = Object.fromEntries(SERVICES.filter((one) => wanted[one] !== (has[one] ?? 0)).map((one) => [one, wanted[one]]))
  return Object.keys(items).length > 0 || isEnding ? { what: 'items', items } : undefined
}

type Billed = { service: Service; quantity: number; fromOn: Day }

/**
 * The seats that a bill of a month is for: those that went on, then those whose end reached Stripe after the bill was made. What was charged for them
 * apart, from that day on, is not charged again.
 */
export function chargedSeats(seats: readonly PaidSeat[], charges: readonly Charge[], { service, quantity, fromOn }: Billed): PaidSeat[] {
  const isPaid = (id: string) => charges.some((one) => one.seatId === id && one.toOn > fromOn)
  return seats
    .filter((seat) => seat.service === service && seat.fromOn <= fromOn && !isPaid(seat.id))
    .sort((a, b) => compareEnds(b.endsOn, a.endsOn) || (a.id < b.id ? -1 : 1))
    .slice(0, quantity)
}

/** None is after every day. */
const compareEnds = (a: Day | null, b: Day | null): number => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1)

/** A subscription as Stripe has it, as far as days go. */
export type SubscriptionDays = { state: 'paid' | 'past-due' | 'over'; period: Period; isEnding: boolean; endedAt: number | null }

/** What we keep of it. A month that wasn't paid is not paid until its first day. */
export function factsOf({ state, period, isEnding, endedAt }: SubscriptionDays) {
  const { fromOn, toOn } = daysOf(period)
  const until = state === 'over' && endedAt !== null && endedAt < period.end ? endedAt : period.end
  return {
    billed_from: fromOn,
    billed_to: toOn,
    paid_until: dayOfSecond((state === 'past-due' ? period.start : until) - 1),
    is_past_due: state === 'past-due',
    is_ending: isEnding,
    is_over: state === 'over',
  }
}

/** The last day of access after a payment failed. */
export const graceEnds = (paidUntil: Day): Day => addDays(paidUntil, GRACE_DAYS)

const dayOfSecond = (seconds: number): Day => dayOf(seconds * 1000, BILLING_ZONE)
