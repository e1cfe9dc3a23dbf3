import { firstNameOf } from '#features/records/clients/rules.ts'
import type { TimeOff, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, isOwnEntry, isPencilled, type Named, placeOf, timeOffTitle, titleForOwner } from '#features/visits/appointments/rules.ts'
import type { CalendarLevel } from '#features/visits/calendars/contract.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

/** The days around today that a calendar elsewhere holds. */
export const DAYS_BACK = 30
export const DAYS_AHEAD = 400
/** How often a program may read a followed calendar again. */
export const READ_EVERY_MINUTES = 60
/** Where programs read an owner's visits; the token and `.ics` follow. */
export const OWNER_CALENDAR_PATH = '/my/calendar/'

type Address = { address: string | null; postcode: string | null }
/** A visit as a calendar elsewhere may need it: nothing that opens a gate, and no telephone. */
export type CalendarVisit = Pick<
  VisitRow,
  | 'id'
  | 'title'
  | 'clientId'
  | 'yardId'
  | 'onDay'
  | 'startTime'
  | 'endTime'
  | 'zone'
  | 'isCallOnly'
  | 'callNumber'
  | 'callPeriod'
  | 'status'
> & {
  yard: (Address & { name: string }) | null
  client: (Address & { name: string; isBusiness: boolean; businessName: string | null }) | null
  /** In their order on the visit; the work by its label. */
  horses: readonly Named[]
}

/** A visit, a stop without a time or an own entry, as its member's calendar shows it. */
export const itemOfVisit = (visit: CalendarVisit, level: CalendarLevel): CalendarItem => ({
  uid: uidOf(visit.id),
  when: whenOf(visit),
  title: titleOf(visit, level),
  // Where a visit was typed in instead, the words may hold a gate code.
  place: level === 'busy' ? null : placeOf(visit.yard, visit.client),
  status: isOff(visit) ? 'CANCELLED' : isPencilled(visit) ? 'TENTATIVE' : 'CONFIRMED',
  isFree: visit.isCallOnly,
})

/** A visit as the calendar of one of its owners shows it: their horses, and the name of the yard. */
export const itemForOwner = (visit: CalendarVisit, clientId: string): CalendarItem => ({
  uid: uidOf(visit.id),
  when: whenOf(visit),
  title: joined(visit.isCallOnly ? `Farrier, ${HALVES[visit.callPeriod]}` : 'Farrier', wordsForOwner(visit, clientId)),
  place: visit.yard?.name ?? null,
  status: 'CONFIRMED',
  isFree: visit.isCallOnly,
})

/** A visit as a portal user sees it, with the names of their own horses. */
export type GuestVisit = Pick<CalendarVisit, 'id' | 'onDay' | 'zone' | 'isCallOnly' | 'callPeriod' | 'status'> & {
  rev: number
  startsAt: Date
  endsAt: Date
  yard: string | null
  horses: readonly string[]
}

/** The same in one calendar of all their farriers; one that was called off stays, marked as such. `who`: whose visit it is. */
export const itemForGuest = (visit: GuestVisit, who: string): CalendarItem => {
  const { isCallOnly, callPeriod, onDay, startsAt, endsAt, zone, status } = visit
  const title = joined(isCallOnly ? `${who}, ${HALVES[callPeriod]}` : who, visit.horses.join(', '))
  const isCancelled = status === 'cancelled'
  return {
    uid: uidOf(visit.id),
    revision: visit.rev,
    when: isCallOnly ? wholeDays(onDay, onDay) : { start: startsAt, end: endsAt, zone },
    title: isCancelled ? `Cancelled: ${title}` : title,
    place: visit.yard,
    status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
    isFree: isCallOnly || isCancelled,
  }
}

/** What an owner calls it, else their horses. */
const wordsForOwner = (visit: CalendarVisit, clientId: string) =>
  titleForOwner(visit, visit.horses, clientId) ||
  visit.horses
    .filter((horse) => horse.clientId === clientId)
    .map(({ name }) => name)
    .join(', ')

/** Time off, which runs without a break from its first day's start to its last day's end. */
export const itemOfTimeOff = (off: TimeOff, level: CalendarLevel, zone: string): CalendarItem => ({
  uid: uidOf(off.id),
  when: whenOff(off, zone),
  title: level === 'busy' ? 'Away' : timeOffTitle(off),
  place: null,
  status: 'CONFIRMED',
  isFree: false,
})

const uidOf = (id: string) => `${id}@pritchel`
const HALVES = { AM: 'in the morning', PM: 'in the afternoon' } as const
const joined = (first: string, rest: string) => [first, rest].filter(Boolean).join(': ')

const whenOf = ({ isCallOnly, onDay, startTime, endTime, zone }: CalendarVisit): CalendarItem['when'] =>
  isCallOnly ? wholeDays(onDay, onDay) : { start: new Date(startTime), end: new Date(endTime), zone }

const wholeDays = (first: Day, last: Day) => ({ fromDay: first, toDay: addDays(last, 1) })

const whenOff = ({ fromDay, toDay, localStart, localEnd }: TimeOff, zone: string): CalendarItem['when'] =>
  localStart === null && localEnd === null
    ? wholeDays(fromDay, toDay)
    : {
        start: instantOf(fromDay, localStart ?? '00:00', zone),
        end: localEnd === null ? instantOf(addDays(toDay, 1), '00:00', zone) : instantOf(toDay, localEnd, zone),
        zone,
      }

function titleOf(visit: CalendarVisit, level: CalendarLevel): string {
  if (isOwnEntry(visit)) return (level !== 'busy' && visit.title) || 'Busy'
  if (level === 'busy') return 'Farrier visit'
  const what = level === 'who' ? whoseOf(visit) : [countOf(visit.horses), whereOf(visit)].filter(Boolean).join(', ')
  return visit.isCallOnly ? joined(`${visit.callPeriod} stop ${visit.callNumber}`, what) : what || 'Farrier visit'
}

/** `Jane: Biscuit, trim; Tommy`. */
function whoseOf({ client, yard, title, horses }: CalendarVisit): string {
  const name = client ? firstNameOf(client) : (yard?.name ?? '')
  const named = horses.map(({ name: horse, plannedWork }) => (plannedWork ? `${horse}, ${plannedWork.toLowerCase()}` : horse))
  return joined(name, named.join('; ') || title)
}

/** `2 horses`; nothing without any. */
export const countOf = ({ length }: readonly unknown[]) => (length === 0 ? '' : length === 1 ? '1 horse' : `${length} horses`)

/** `Hill Farm, Ludlow`: the yard's name and the town of its address. */
const whereOf = ({ yard, client }: CalendarVisit) => [yard?.name, townOf((yard ?? client)?.address ?? null)].filter(Boolean).join(', ')

/** The last line of an address, where it has more than one. */
function townOf(address: string | null): string | undefined {
  const lines = (address ?? '').split(/[\n,]/).flatMap((line) => line.trim() || [])
  return lines.length > 1 ? lines.at(-1) : undefined
}
