import type { BookingPresets } from '#features/day/booking/presets.ts'
import { endFor, titleFor } from '#features/day/booking/proposing.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Placed } from '#features/visits/appointments/availability.ts'
import type { AppointmentChange, VisitHorse } from '#features/visits/appointments/contract.ts'
import {
  callOnlyOn,
  HIGHEST_CALL_NUMBER,
  isOwnEntry,
  isPencilled,
  LOWEST_CALL_NUMBER,
  moveToDay,
  type When,
  whenOn,
} from '#features/visits/appointments/rules.ts'
import type { KnownVisit, LineChanges, PlannedHorse } from '#features/visits/appointments/web/data.ts'
import { type Day, minutesOf, shortDay, type WallTime } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'

/** Spec §5: what the appointment form starts from. */
const DEFAULT_START: WallTime = '09:00'
const DEFAULT_END: WallTime = '10:00'

/** One horse in the form; `lineId` when it is on the visit already. */
export type HorseValue = { lineId?: string; horseId: string; plannedWork: string }
export type BookingValues = {
  /** An own entry: no client, no yard, no one is notified. */
  isOwn: boolean
  title: string
  memberId: string
  clientId: string
  horses: HorseValue[]
  yardId: string
  onDay: string
  start: string
  end: string
  isCallOnly: boolean
  callNumber: string
  callPeriod: 'AM' | 'PM'
  location: string
  description: string
  notes: string
  /** Whether the client has been notified, or will be. */
  standing: 'booked' | 'pencilled'
  /** Text about the new time of a visit that moves, or that a pencilled or new one is booked. */
  texts: boolean
}

/** The form as it opens: a visit's own values, or Spec §5's defaults on the day that was chosen. */
export function bookingValues(
  visit: KnownVisit | undefined,
  lines: readonly Kept<VisitHorse>[],
  presets: BookingPresets,
  { today, memberId }: { today: Day; memberId: string },
): BookingValues {
  const start = presets.start ?? DEFAULT_START
  const end = presets.start ? endFor(start, worksOf(presets.horses ?? [])) : DEFAULT_END
  return {
    isOwn: presets.isOwn ?? (visit ? isOwnEntry(visit) : false),
    title: visit?.title ?? presets.title ?? '',
    memberId: visit?.memberId ?? presets.memberId ?? memberId,
    clientId: visit?.clientId ?? presets.clientId ?? '',
    horses: visit ? lines.flatMap(horseValue) : (presets.horses ?? []),
    yardId: visit?.yardId ?? presets.yardId ?? '',
    onDay: visit?.onDay ?? presets.onDay ?? today,
    start: visit && !visit.isCallOnly ? visit.localStart : start,
    end: visit && !visit.isCallOnly ? visit.localEnd : end,
    isCallOnly: visit?.isCallOnly ?? false,
    callNumber: String(visit?.callNumber ?? LOWEST_CALL_NUMBER),
    callPeriod: visit?.callPeriod ?? 'AM',
    location: visit?.location ?? '',
    description: visit?.description ?? presets.description ?? '',
    notes: visit?.notes ?? presets.notes ?? '',
    standing: visit && isPencilled(visit) ? 'pencilled' : 'booked',
    // Texts are on by default (Spec §4 of a move; the same everywhere).
    texts: true,
  }
}

const worksOf = (horses: readonly { plannedWork: string }[]) => horses.map((horse) => horse.plannedWork)

const horseValue = (line: Kept<VisitHorse>): HorseValue[] =>
  line.horseId ? [{ lineId: line.id, horseId: line.horseId, plannedWork: line.plannedWork ?? '' }] : []

/** What people call a horse, the yard, and a kind of work as it is planned. */
type Names = { horse: (id: string) => string; yard: string | null; work?: (serviceType: string) => string }

/** What the form fills in automatically from the horses and their work, as long as the user has typed nothing else there. */
export function proposals(values: Pick<BookingValues, 'horses' | 'start'>, names: Names) {
  const { work = (kind) => kind } = names
  const horses = values.horses.map(({ horseId, plannedWork }) => ({ name: names.horse(horseId), work: work(plannedWork) }))
  return { title: titleFor(horses, names.yard), end: values.start ? endFor(values.start, worksOf(values.horses)) : '' }
}

/**
 * The form's errors, in words. Spec §5: title, client, date, start and end are required unless Call Only; a stop requires its day too,
 * because it has no other (product.md, Readings).
 */
export function bookingFaults(values: BookingValues): Partial<Record<keyof BookingValues, string>> {
  const isNumber = /^\d{1,2}$/.test(values.callNumber.trim()) && Number(values.callNumber) >= LOWEST_CALL_NUMBER
  if (values.isCallOnly)
    return {
      ...(!values.onDay && { onDay: 'Choose a date' }),
      ...(!isNumber && { callNumber: `A number from ${LOWEST_CALL_NUMBER} to ${HIGHEST_CALL_NUMBER}` }),
    }
  const isBackwards = values.start && values.end && minutesOf(values.end) <= minutesOf(values.start)
  return {
    ...(!values.title.trim() && { title: 'Enter a title' }),
    ...(!values.clientId && !values.isOwn && { clientId: 'Choose a client' }),
    ...(!values.onDay && { onDay: 'Choose a date' }),
    ...(!values.start && { start: 'Enter a start time' }),
    ...(!values.end ? { end: 'Enter an end time' } : isBackwards && { end: 'The end must be after the start' }),
  }
}

/** What react-hook-form validates a field by. */
export const validate = (field: keyof BookingValues) => ({
  validate: (_: unknown, all: BookingValues) => bookingFaults(all)[field] ?? true,
})

/** Validated again when it becomes a stop or an own entry: an earlier error may no longer hold. */
export const REQUIRED_OF_A_VISIT: (keyof BookingValues)[] = ['clientId', 'title', 'start', 'end', 'callNumber']

/** Whether any field under *More* is filled in for this visit. */
export const saysMore = ({ location, description, notes, standing }: BookingValues): boolean =>
  [location, description, notes].some((text) => text !== '') || standing === 'pencilled'

/** `Mon 4 Jan 09:00, 3 horses`: what was booked, in few words. */
export function bookedWords({ onDay, start, isCallOnly, isOwn, callPeriod, horses }: BookingValues): string {
  const at = isCallOnly && !isOwn ? callPeriod : start
  const count = isOwn ? 0 : horses.length
  return `${shortDay(onDay)} ${at}${count > 0 ? `, ${count} ${count === 1 ? 'horse' : 'horses'}` : ''}`
}

/** The time of the visit according to the form. A stop that stays one keeps its instant on its new day. */
export function whenOfForm(values: BookingValues, visit: KnownVisit | undefined, zone: string): When {
  if (!values.isCallOnly) return whenOn(values.onDay, values.start, values.end, zone)
  return visit?.isCallOnly ? moveToDay(visit, values.onDay) : callOnlyOn(values.onDay, zone)
}

/** The form's fields as sent to the server, unchanged except that empty text is none. Absent stays absent. */
export function sentFields(values: Partial<BookingValues>): AppointmentChange {
  const { title, clientId, yardId, memberId, isCallOnly, callNumber, callPeriod, location, description, notes, standing } = values
  const fields = {
    title: title?.trim(),
    clientId: noneIfEmpty(clientId),
    yardId: noneIfEmpty(yardId),
    memberId: memberId || undefined,
    status: standing,
    isCallOnly,
    callNumber: callNumber === undefined ? undefined : Number(callNumber),
    callPeriod,
    location: noneIfEmpty(location?.trim()),
    description: noneIfEmpty(description?.trim()),
    notes: noneIfEmpty(notes?.trim()),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as AppointmentChange
}

const noneIfEmpty = (text: string | undefined) => (text === undefined ? undefined : text || null)

/** The values without the fields that an own entry does not have. */
export const withoutStrangers = (values: BookingValues): BookingValues =>
  values.isOwn ? { ...values, clientId: '', yardId: '', horses: [], isCallOnly: false, standing: 'booked' } : values

/** The visit the form speaks of, among the others of its day. */
export const placedBy = (values: BookingValues, when: When, visitId: string, position: Placed['position']): Placed => ({
  id: visitId,
  memberId: values.memberId,
  status: values.standing,
  isCallOnly: values.isCallOnly,
  clientId: values.clientId || null,
  yardId: values.yardId || null,
  title: values.title,
  location: values.location || null,
  ...when,
  position,
})

/** Whether a change of these fields is a change of when the visit is. */
export const isNewTime = (changed: Partial<BookingValues>): boolean =>
  ['onDay', 'start', 'end', 'isCallOnly'].some((field) => field in changed)

/** The horses of the form as the server will return them; a horse this device does not hold is left out. */
export const plannedHorses = (values: readonly HorseValue[], horses: readonly HorseRow[]): PlannedHorse[] =>
  values.flatMap(({ horseId, plannedWork }) => {
    const horse = horses.find((one) => one.id === horseId)
    return horse ? [{ horseId, clientId: horse.clientId, payerClientId: horse.payerClientId, plannedWork: plannedWork.trim() || null }] : []
  })

/** What must happen to the lines for the visit to have the form's horses. Horses that came or went elsewhere since it `began` stay as they are. */
export function lineChanges(
  values: readonly HorseValue[],
  began: readonly HorseValue[],
  { lines, horses, notifies }: { lines: readonly VisitHorse[]; horses: readonly HorseRow[]; notifies: boolean },
): LineChanges {
  const [wanted, seen] = [workByLine(values), workByLine(began)]
  const known = lines.filter(({ id }) => seen.has(id))
  return {
    added: plannedHorses(
      values.filter((value) => !value.lineId),
      horses,
    ),
    changed: known
      .filter(({ id }) => wanted.has(id) && wanted.get(id) !== seen.get(id))
      .map(({ id }) => ({ id, plannedWork: wanted.get(id) ?? null, before: { plannedWork: seen.get(id) ?? null } })),
    removed: known.filter(({ id }) => !wanted.has(id)).map(({ id }) => id),
    notifies,
    nextPlace: Math.max(-1, ...lines.map((line) => line.place)) + 1,
  }
}

const workByLine = (values: readonly HorseValue[]) =>
  new Map(values.flatMap(({ lineId, plannedWork }) => (lineId ? [[lineId, plannedWork.trim() || null] as const] : [])))
