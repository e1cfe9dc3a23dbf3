import type { Trip } from '#features/office/books/contract.ts'

/** HMRC's mileage allowance, in pence a mile; a car or van gets less after the first miles of a tax year (product.md, Money). */
export type MileageRates = {
  carPence: number
  carAfterPence: number
  milesAtFirst: number
  motorcyclePence: number
  bicyclePence: number
}

type Vehicle = Trip['vehicle']
export const VEHICLES: Readonly<Record<Vehicle, string>> = { 'car-or-van': 'Car or van', motorcycle: 'Motorcycle', bicycle: 'Bicycle' }

/** The miles of a member in a tax year with one kind of vehicle. */
export type Driven = { memberId: string; vehicle: Vehicle; milesTenths: number }

/** Pence for a member's miles in a tax year so far; half a penny is rounded up. */
export function claimOf({ vehicle, milesTenths }: Pick<Driven, 'vehicle' | 'milesTenths'>, rates: MileageRates): number {
  if (vehicle === 'motorcycle') return at(milesTenths, rates.motorcyclePence)
  if (vehicle === 'bicycle') return at(milesTenths, rates.bicyclePence)
  const first = Math.min(milesTenths, rates.milesAtFirst * 10)
  return at(first, rates.carPence) + at(milesTenths - first, rates.carAfterPence)
}

/** The sum for several members and vehicles, each with their own first miles. */
export const claimOfAll = (driven: readonly Driven[], rates: MileageRates): number =>
  driven.reduce((pence, each) => pence + claimOf(each, rates), 0)

/**
 * The part of the claim of each trip of one tax year, by its id: in the order driven, so that the parts add up to the claim. The trip that
 * passes the limit of the first miles has some at either rate.
 */
export function claimByTrip(
  trips: readonly Pick<Trip, 'id' | 'onDay' | 'memberId' | 'vehicle' | 'milesTenths'>[],
  rates: MileageRates,
): ReadonlyMap<string, number> {
  const driven = new Map<string, number>()
  const pence = new Map<string, number>()
  for (const { id, memberId, vehicle, milesTenths } of trips.toSorted(asDriven)) {
    const key = `${memberId} ${vehicle}`
    const before = driven.get(key) ?? 0
    const after = before + milesTenths
    driven.set(key, after)
    pence.set(id, claimOf({ vehicle, milesTenths: after }, rates) - claimOf({ vehicle, milesTenths: before }, rates))
  }
  return pence
}

/** `41.3 miles`, `1 mile`. */
export const milesWords = (tenths: number): string => `${milesFigure(tenths)} ${tenths === 10 ? 'mile' : 'miles'}`

/** `1,204.5`. */
export const milesFigure = (tenths: number): string => (tenths / 10).toLocaleString('en-GB', { maximumFractionDigits: 1 })

/** A typed distance in tenths of a mile: 41, 41.3, 1,204.5; undefined if it is no plausible distance of a day. */
export function readMiles(text: string): number | undefined {
  const [, whole, rest = '0'] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const tenths = Number(whole.replaceAll(',', '')) * 10 + Number(rest)
  return tenths >= 1 && tenths <= MOST_TENTHS ? tenths : undefined
}

/** No one drives more than 2,000 miles in a day. */
const MOST_TENTHS = 20_000

const asDriven = (a: { onDay: string; id: string }, b: { onDay: string; id: string }) =>
  a.onDay === b.onDay ? (a.id < b.id ? -1 : 1) : a.onDay < b.onDay ? -1 : 1

const at = (tenths: number, pence: number) => Math.round((tenths * pence) / 10)
