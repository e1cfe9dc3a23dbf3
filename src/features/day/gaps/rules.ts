import type { SlotOffer } from '#features/day/gaps/contract.ts'
import { straightLine, type TravelMatrix } from '#features/day/round/travel.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone, pauseOn } from '#features/records/horses/rules.ts'
import { minutesOfWork } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, clockOf, type Day, daysBetween, minutesOf, shortDay, type WallTime } from '#lib/dates.ts'
import { type LatLng, positionOf } from '#lib/position.ts'

/** A horse due this many days after the slot may as well be done on it. */
const DUE_WITHIN_DAYS = 7
/** An offer ends so long before its slot: the farrier has to know where to drive. */
const ENDS_BEFORE_MINUTES = 60
/** How many km of road a week overdue weighs as much as, up to four weeks: a long wait comes before a short way. */
const KM_A_WEEK = 8
const MOST_WEEKS = 4
/** A place with an unknown position counts as far as the other end of a round. */
const UNKNOWN_KM = 40

/** When an offer ends: an hour before the slot; where that is nearly over, half-way to it. */
export function offerEnds(start: Date, now: Date): Date {
  const left = start.getTime() - now.getTime()
  const before = Math.min(ENDS_BEFORE_MINUTES * 60_000, left / 2)
  return new Date(start.getTime() - before)
}

/** Whether a yes still books it. A client who declined may change their mind. */
export const isOpen = (offer: Pick<SlotOffer, 'state' | 'expiresAt'>, now = currentTime()): boolean =>
  (offer.state === 'offered' || offer.state === 'declined') && new Date(offer.expiresAt) > now

/** The state of an offer, in a word or two. */
export function offerState(offer: Pick<SlotOffer, 'state' | 'expiresAt'>, now = currentTime()): string {
  if (offer.state === 'offered') return isOpen(offer, now) ? 'Asked, no answer yet' : 'No answer in time'
  return { taken: 'Got it', gone: "Told it's gone", declined: 'Said no', withdrawn: 'Withdrawn' }[offer.state]
}

/** A free slot in a member's day. */
export type Slot = { day: Day; start: WallTime; end: WallTime }

/** Where the farrier is about then: of the visit that fell out, else of those before and after. */
export type Near = readonly LatLng[]

/** A horse that could be done, with the work it had last and how long that takes. */
export type DueHorse = { id: string; name: string; work: string | null; dueOn: Day; minutes: number }

/** One client's horses at one place that could fill a slot. */
export type Candidate = {
  key: string
  client: Client
  yardId: string | null
  yardName: string | null
  horses: readonly DueHorse[]
  minutes: number
  /** By road from where the farrier is about then; null: one of the places is not known. */
  km: number | null
  /** That is by real roads, not by straight line. */
  isByRoad: boolean
  /** Why no offer can be sent to them, as a sentence; null: one can. */
  whyNot: string | null
}

type Place = { id: string; name: string; lat: number | null; lng: number | null }
type GapInput = {
  horses: readonly Pick<HorseRow, 'id' | 'name' | 'clientId' | 'yardId' | 'nextDue' | 'goneOn' | 'pauses' | 'lastServiceType'>[]
  clients: ReadonlyMap<string, Client>
  yards: ReadonlyMap<string, Place>
  /** Horses that are on a visit to come already. */
  booked: ReadonlySet<string>
  /** Road times of the day; absent: straight lines. */
  travel?: TravelMatrix
}

/**
 * The clients who could fill a slot: horses due by then or soon after, without a visit, by owner and place; first those who can be sent an
 * offer, then by need and way.
 */
export function candidatesFor(slot: Slot, near: Near, { horses, clients, yards, booked, travel = straightLine }: GapInput): Candidate[] {
  const due = horses.filter((horse) => isDue(horse, slot.day) && !booked.has(horse.id))
  const groups = Map.groupBy(due, (horse) => `${horse.clientId} ${horse.yardId ?? ''}`)
  const found = [...groups].flatMap(([key, own]) => {
    const [first] = own
    const client = first && clients.get(first.clientId)
    if (!first || !client) return []
    const yard = first.yardId ? (yards.get(first.yardId) ?? null) : null
    const works = own.map(toDueHorse).toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
    const minutes = works.reduce((sum, horse) => sum + horse.minutes, 0)
    const place = { yardId: first.yardId, yardName: yard?.name ?? null, ...wayTo(yard ?? client, near, travel) }
    return [{ key, client, ...place, horses: works, minutes, whyNot: whyNot(client) }]
  })
  return found.toSorted((a, b) => Number(a.whyNot !== null) - Number(b.whyNot !== null) || costOf(a, slot) - costOf(b, slot))
}

function isDue(horse: GapInput['horses'][number], day: Day): boolean {
  if (isGone(horse, day) || pauseOn(horse, day)) return false
  return horse.nextDue !== null && horse.nextDue <= addDays(day, DUE_WITHIN_DAYS)
}

const toDueHorse = ({ id, name, nextDue, lastServiceType }: GapInput['horses'][number]): DueHorse => ({
  id,
  name,
  work: lastServiceType,
  dueOn: nextDue ?? '',
  minutes: minutesOfWork(lastServiceType),
})

/** From the nearest of the places. */
function wayTo(place: { lat: number | null; lng: number | null }, near: Near, { leg, isRoad }: TravelMatrix) {
  const to = positionOf(place)
  const ways = to ? near.map((from) => ({ km: leg(from, to).km, isByRoad: isRoad?.(from, to) ?? false })) : []
  return ways.toSorted((a, b) => a.km - b.km)[0] ?? { km: null, isByRoad: false }
}

/** Road, minus the weight of the wait. */
function costOf({ km, horses }: Candidate, slot: Slot): number {
  const over = Math.max(...horses.map(({ dueOn }) => daysBetween(dueOn, slot.day)))
  return (km ?? UNKNOWN_KM) - Math.min(Math.max(over, 0) / 7, MOST_WEEKS) * KM_A_WEEK
}

/** An offer is marketing (product.md, UK facts): it needs consent, and a way to reach the client. */
export function whyNot(client: Pick<Client, 'isActive' | 'stoppedAt' | 'preferredChannel' | 'phoneE164' | 'email' | 'marketingConsentAt'>) {
  if (client.isActive === false) return 'Not an active client.'
  if (client.stoppedAt || client.preferredChannel === 'none') return "Doesn't want texts."
  const hasWay = client.phoneE164 || ((client.preferredChannel === 'email' || client.preferredChannel === 'portal') && client.email)
  if (!hasWay) return 'No number to text.'
  return client.marketingConsentAt ? null : "Hasn't agreed to offers. Ring them, or ask for their consent."
}

/** The horses of a candidate that fit into a slot one after another, the longest due first; the first always counts. */
export function fitting(horses: readonly DueHorse[], slot: Slot): DueHorse[] {
  const room = minutesOf(slot.end) - minutesOf(slot.start)
  let used = 0
  return horses.filter(({ minutes }, at) => {
    const fits = at === 0 || used + minutes <= room
    if (fits) used += minutes
    return fits
  })
}

/** When a visit of these horses ends that begins with the slot; never past midnight. */
export const endOf = (slot: Slot, horses: readonly DueHorse[]): WallTime =>
  clockOf(Math.min(minutesOf(slot.start) + horses.reduce((sum, { minutes }) => sum + minutes, 0), 24 * 60 - 1))

/** The fields of a text about a slot, except its link. */
export const offerFields = ({ onDay, localStart }: Pick<SlotOffer, 'onDay' | 'localStart'>, horses: readonly string[]) => ({
  day: shortDay(onDay),
  time: `at ${localStart}`,
  horse: namesOf(horses),
})

/** `Biscuit, Merlin and Dolly`. */
export const namesOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'your horse') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

type Span = { from: number; to: number }

/** The longest stretch of working hours that no visit takes, in minutes of the day; null where the day is full. Visits in any order. */
export function longestGap(hours: Span, visits: readonly Span[]): Span | null {
  let at = hours.from
  let longest: Span | null = null
  const keep = (to: number) => {
    if (to > at && (!longest || to - at > longest.to - longest.from)) longest = { from: at, to }
  }
  for (const visit of visits.toSorted((a, b) => a.from - b.from)) {
    keep(Math.min(visit.from, hours.to))
    at = Math.max(at, visit.to)
  }
  keep(hours.to)
  return longest
}
