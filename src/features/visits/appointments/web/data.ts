import type { NoticeOutcome } from '#features/core/notices/contract.ts'
import type {
  AppointmentChange,
  appointmentEndpoints,
  NewAppointment,
  VisitHorse,
  VisitRow,
} from '#features/visits/appointments/contract.ts'
import { moveToDay, type When } from '#features/visits/appointments/rules.ts'
import { noteBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import type { Day, WallTime } from '#lib/dates.ts'
import { isDerived, uuidOf, uuidv7 } from '#lib/ids.ts'
import { call } from '#platform/web/api.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'

/** A visit as this device holds it. */
export type KnownVisit = Kept<VisitRow>

/** A visit with its title on a screen. */
export type NamedVisit = { visit: KnownVisit; title: string; clientName: string | null; where: string | null }

/**
 * Moves a visit to another day at the same time of day, or the one given (Spec §4 Drag-move), and requests the text about it. Returns the
 * visit as it was, for `putBack`; undefined: this device has no such visit.
 */
export async function moveVisit(id: string, day: Day, texts: boolean, time?: WallTime): Promise<KnownVisit | undefined> {
  const visit = await readRow<VisitRow>('appointments', id)
  if (!visit) return undefined
  return (await recordWhen(id, moveToDay(visit, day, time), null, texts)) ? visit : undefined
}

/** Undoes a move: the visit is when it was, in its place of the round. */
export const putBack = (visit: KnownVisit, texts: boolean): Promise<boolean> => recordWhen(visit.id, visit, visit.roundRank, texts)

const recordWhen = async (id: string, when: When, roundRank: string | null, texts: boolean): Promise<boolean> =>
  (await record([movingOf(id, when, { roundRank, texts })])) !== false

/** The change that moves a visit; to be recorded with others, all or none. `texts`: its owners are notified. */
export const movingOf = (
  id: string,
  { startTime, endTime, onDay, localStart, localEnd }: When,
  { roundRank = null, texts }: { roundRank?: string | null; texts: boolean },
): Change => ({
  action: 'UPDATE',
  entity: 'appointments',
  id,
  data: { startTime, endTime, onDay, roundRank },
  alsoSend: { sendSmsNotification: texts },
  alsoShow: { localStart, localEnd },
})

/** A horse for a visit, as the server will return it. */
export type PlannedHorse = { horseId: string; clientId: string; payerClientId: string | null; plannedWork?: string | null }
type Booking = Omit<
  NewAppointment,
  'id' | 'horses' | 'horseId' | 'startTime' | 'endTime' | 'onDay' | 'sendSmsNotification' | 'overdueOverride'
>

/** `texts`: its owners are notified. `overridesOverdue`: the user knows that an account is overdue. */
export type BookingWishes = Booking & { texts?: boolean; overridesOverdue?: boolean }

/** Books a visit with its horses on the device. Returns its permanent id. */
export async function bookVisit(
  booking: BookingWishes,
  when: When,
  place: string | null,
  horses: readonly PlannedHorse[],
): Promise<string> {
  const id = uuidv7()
  const isBooked = await record(bookingOf(id, booking, { when, place, horses }))
  if (isBooked) noteBooked(id, when.onDay)
  return isBooked ? id : ''
}

/** The changes that book a visit under this id; to be recorded with others, all or none. */
export function bookingOf(
  id: string,
  { texts = false, overridesOverdue = false, ...booking }: BookingWishes,
  { when, place, horses }: { when: When; place: string | null; horses: readonly PlannedHorse[] },
): Change[] {
  const { startTime, endTime, onDay, localStart, localEnd, zone } = when
  const visit: Change = {
    action: 'CREATE',
    entity: 'appointments',
    id,
    data: { ...booking, startTime, endTime, onDay },
    ...(overridesOverdue && { alsoSend: { overdueOverride: true } }),
    alsoShow: { ...BLANK, location: place, ...booking, localStart, localEnd, zone },
  }
  // Requested last, when the server knows which horses are on the visit.
  const telling: Change = {
    action: 'UPDATE',
    entity: 'appointments',
    id,
    data: { status: 'booked' },
    alsoSend: { sendSmsNotification: true },
  }
  // A visit that two devices may both book has the same lines on both.
  const lines = horses.map((horse, at) => ({
    ...lineOf(id, horse, at),
    ...(isDerived(id) && { id: uuidOf('visit_horses', id, horse.horseId) }),
  }))
  return [visit, ...lines, ...(texts ? [telling] : [])]
}

/** The changes that remove a visit that was just booked, with its horses. */
export async function unbookingOf(id: string): Promise<Change[]> {
  const lines = await readRows<VisitHorse>('visit_horses', { appointmentId: id })
  return [
    ...lines.map((line): Change => ({ action: 'DELETE', entity: 'visit_horses', id: line.id })),
    { action: 'DELETE', entity: 'appointments', id },
  ]
}

/** What happens to the horses of a visit; ids of lines. `before` is what its author saw of one. */
export type LineChanges = {
  added: readonly PlannedHorse[]
  changed: readonly { id: string; plannedWork: string | null; before: { plannedWork: string | null } }[]
  removed: readonly string[]
  nextPlace: number
  /** Owners who are added to the visit are notified of the booking. */
  notifies?: boolean
}
const NO_LINES: LineChanges = { added: [], changed: [], removed: [], nextPlace: 0 }

/** Changes a visit and the horses on it; false when it is gone from this device. */
export async function changeVisit(
  id: string,
  values: AppointmentChange,
  shown: Partial<VisitRow> = {},
  { horses = NO_LINES, seen }: { horses?: LineChanges; seen?: Seen } = {},
): Promise<boolean> {
  const { sendSmsNotification, onMyWayAt, overdueOverride, ...data } = values
  const isChanged = Object.keys(data).length > 0
  const visit: Change = {
    action: 'UPDATE',
    entity: 'appointments',
    id,
    data,
    alsoSend: {
      ...(sendSmsNotification !== undefined && { sendSmsNotification }),
      ...(onMyWayAt && { onMyWayAt }),
      ...(overdueOverride && { overdueOverride }),
    },
    alsoShow: shown,
    ...seen,
  }
  const changes: Change[] = [
    ...(isChanged || onMyWayAt || overdueOverride ? [visit] : []),
    ...horses.changed.map(({ id: line, plannedWork, before }): Change => {
      const asked = seen?.asks ? { before, asks: true } : {}
      return { action: 'UPDATE', entity: 'visit_horses', id: line, data: { plannedWork }, ...asked }
    }),
    ...horses.removed.map((line): Change => ({ action: 'DELETE', entity: 'visit_horses', id: line })),
    ...horses.added.map((horse, at) => lineOf(id, horse, horses.nextPlace + at, horses.notifies)),
  ]
  return changes.length === 0 || (await record(changes)) !== false
}

/** Confirms a pencilled visit, and requests that its owners are notified of the booking. */
export const confirmVisit = (id: string, texts: boolean): Promise<boolean> =>
  changeVisit(id, { status: 'booked', statusReason: null, sendSmsNotification: texts })

/** Reverts a confirmation; no one is notified of that. */
export const pencilVisit = (id: string): Promise<boolean> => changeVisit(id, { status: 'pencilled' })

type Off = 'cancelled' | 'no_show'

/** Cancels a visit, or records that no one was there, and requests that the client is notified. */
export const cancelVisit = async (id: string, reason: string | null, texts: boolean, status: Off = 'cancelled'): Promise<boolean> =>
  (await record([cancellingOf(id, reason, texts, status)])) !== false

/** The change that cancels a visit; to be recorded with others, all or none. */
export const cancellingOf = (id: string, reason: string | null, texts: boolean, status: Off = 'cancelled'): Change => ({
  action: 'UPDATE',
  entity: 'appointments',
  id,
  data: { status, statusReason: reason },
  alsoSend: { sendSmsNotification: texts },
})

/** Opens a cancelled or finished visit again, pencilled if it was; `texts`: those who have read that it is off are notified. */
export const reopenVisit = async (id: string, status: 'booked' | 'pencilled' = 'booked', texts = false): Promise<boolean> =>
  (await record([reopeningOf(id, status, texts)])) !== false

/** The change that opens a visit again; to be recorded with others, all or none. */
export const reopeningOf = (id: string, status: 'booked' | 'pencilled', texts: boolean): Change => ({
  action: 'UPDATE',
  entity: 'appointments',
  id,
  data: { status, statusReason: null },
  ...(texts && { alsoSend: { sendSmsNotification: true } }),
  alsoShow: { isCallComplete: false, completedAt: null, asWas: null },
})

/** Sends a reminder now: only the server can. @throws ApiError, Unreachable */
export const sendReminder = (id: string): Promise<NoticeOutcome> =>
  call<typeof appointmentEndpoints.sendReminder>('POST /api/appointments/:id/send-reminder', { params: { id } })

function lineOf(
  appointmentId: string,
  { horseId, clientId, payerClientId, plannedWork }: PlannedHorse,
  place: number,
  notifies = false,
): Change {
  const shown: Partial<VisitHorse> = { clientId, payerClientId: payerClientId ?? clientId, outcome: null, reason: null, completedAt: null }
  return {
    action: 'CREATE',
    entity: 'visit_horses',
    data: { appointmentId, horseId, place, plannedWork: plannedWork ?? null },
    ...(notifies && { alsoSend: { sendSmsNotification: true } }),
    alsoShow: shown,
  }
}

/** What the server fills in when a field is left out. */
const BLANK = {
  title: '',
  clientId: null,
  yardId: null,
  description: null,
  notes: null,
  isCallOnly: false,
  callNumber: 1,
  callPeriod: 'AM',
  roundRank: null,
  status: 'booked',
  statusReason: null,
  tariff: 'standard',
  isCallComplete: false,
  completedAt: null,
  asWas: null,
} satisfies Partial<VisitRow>
