import type { Appointment, AppointmentChange, NewAppointment } from '#features/appointments/contract.ts'
import {
  AppointmentChange as AppointmentChangeShape,
  NewAppointment as NewAppointmentShape,
  NewTimeOff as NewTimeOffShape,
  NewVisitHorse as NewVisitHorseShape,
  TimeOffChange as TimeOffChangeShape,
  VisitHorseChange as VisitHorseChangeShape,
} from '#features/appointments/contract.ts'
import { isOff, placeOf, roundOrder } from '#features/appointments/rules.ts'
import {
  addLine,
  changeLine,
  OPEN,
  removeLine,
  reopenLines,
  replaceFirstHorse,
  setLines,
  settleVisit,
  VISIT_POLICY,
} from '#features/appointments/server/lines.ts'
import { listAppointments, listLines, requireAppointment, requireMember, type VisitRecord } from '#features/appointments/server/queries.ts'
import { remind, tellCancelled, tellMoved, tellOnMyWay } from '#features/appointments/server/telling.ts'
import { addTimeOff, changeTimeOff, removeTimeOff } from '#features/appointments/server/time-off.ts'
import { whenBooked, whenChanged, whenColumns } from '#features/appointments/server/when.ts'
import { toLine, toTimeOff, toVisit } from '#features/appointments/server/wire.ts'
import { requireClient } from '#features/clients/server/service.ts'
import { requireHorse } from '#features/horses/server/service.ts'
import type { NoticeOutcome } from '#features/notices/contract.ts'
import { dropWaiting } from '#features/notices/server/service.ts'
import { requireYard } from '#features/yards/server/service.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx, Read } from '#platform/server/db.ts'
import { deleteRow, holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/rows.ts'
import type { SyncedEntity } from '#platform/server/sync.ts'

export { addLine, changeLine, removeLine, requireAppointment, toLine }

/** The longest span one read may ask for. */
const LONGEST_SPAN_DAYS = 62

type Asked = { date?: Day | undefined; from?: Day | undefined; to?: Day | undefined }

/** Visits of a day, or of a span, each member's days in the order of the round; today's unless said. @throws bad_request */
export async function appointmentsOf(read: Read, actor: Actor, asked: Asked): Promise<Appointment[]> {
  const { from, to } = spanOf(asked, actor.zone)
  const visits = await listAppointments(read, actor.practiceId, from, to)
  const rounds = Map.groupBy(visits, (visit) => `${visit.onDay} ${visit.memberId}`)
  return [...rounds.keys()].sort().flatMap((round) => roundOrder(rounds.get(round) ?? []))
}

/**
 * Books a visit or a stop; `id` may have been made on a device. Owner and payer come with each horse. Without a client it is the first
 * horse's owner's, without a yard that horse's, without a location the yard's address, else the client's.
 * @throws client_not_found, horse_not_found, yard_not_found, member_not_found, bad_request, wrong_order, id_taken
 */
export async function bookVisit(tx: PracticeTx, actor: Actor, id: string, input: NewAppointment): Promise<VisitRecord> {
  await holdWriters(tx)
  const asked = input.horses ?? (input.horseId ? [{ horseId: input.horseId }] : [])
  const first = asked[0] && (await requireHorse(tx, idOf(asked[0].horseId, 'horse_not_found')))
  const refs = await refsOf(tx, input)
  const clientId = refs.clientId === undefined ? (first?.client_id ?? null) : refs.clientId
  const yardId = refs.yardId === undefined ? (first?.yard_id ?? null) : refs.yardId
  const visit = await insertRow(tx, actor, 'appointments', id, {
    ...plainColumns(input),
    ...whenColumns(whenBooked(input, actor.zone)),
    client_id: clientId,
    yard_id: yardId,
    location: input.location === undefined ? await addressOf(tx, clientId, yardId) : noneIfBlank(input.location),
    member_id: refs.memberId ?? actor.memberId,
    is_call_only: input.isCallOnly,
    status: input.status === 'pencilled' ? 'pencilled' : 'booked',
    completed_at: null,
    as_was: null,
  })
  if (asked.length > 0) await setLines(tx, actor, visit, asked)
  return visit
}

/**
 * Changes what `input` names; null clears. A new day or time moves the visit, and texts about it when asked (Spec §4 Drag-move). Done is
 * taken from the horses; a visit without horses is done when the caller says so, and only reopening it (status `booked`) takes that back.
 * @throws appointment_not_found, conflict, and what `bookVisit` throws
 */
export async function changeVisit(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: AppointmentChange,
  baseRev?: number,
): Promise<VisitRecord> {
  const before = await visitForChange(tx, id, baseRev)
  const standing = standingOf(before, input)
  const columns = { ...(await changedColumns(tx, actor, before, input)), ...standing?.columns }
  const verb = standing?.verb ?? (isMove(before, columns) ? 'moved' : 'changed')
  let visit = await updateRow(tx, actor, before, 'appointments', columns, { baseRev, policy: VISIT_POLICY, verb })
  if (standing?.verb === 'reopened') await reopenLines(tx, actor, id)
  if (input.horses) await setLines(tx, actor, visit, input.horses)
  else if (input.horseId !== undefined) await replaceFirstHorse(tx, actor, visit, optionalId(input.horseId, 'horse_not_found'))
  visit = await settled(tx, actor, id, input)
  if (standing?.verb === 'cancelled') await tellCancelled(tx, actor, visit, input.sendSmsNotification ?? false)
  else await tellMoved(tx, actor, { before, after: visit }, input.sendSmsNotification ?? false)
  if (input.onMyWayAt) await tellOnMyWay(tx, actor, visit, new Date(input.onMyWayAt))
  return visit
}

/** Removes a visit entered by mistake, with its lines; nobody is told. @throws appointment_not_found, conflict */
export async function removeVisit(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<VisitRecord> {
  const before = await visitForChange(tx, id, baseRev)
  const gone = await deleteRow(tx, actor, before, 'appointments', { baseRev })
  for (const line of await listLines(tx, id)) await deleteRow(tx, actor, line, 'visit_horses')
  await dropWaiting(tx, actor, id, 'The visit was removed.')
  return gone
}

/** Sends a reminder now. @throws appointment_not_found, and what `remind` throws */
export const sendReminder = async (tx: PracticeTx, actor: Actor, id: string): Promise<NoticeOutcome> =>
  remind(tx, actor, await visitForChange(tx, id))

export const appointmentSync: SyncedEntity<'appointments'> = {
  toWire: toVisit,
  write: {
    newShape: NewAppointmentShape,
    changeShape: AppointmentChangeShape,
    create: bookVisit,
    update: changeVisit,
    remove: removeVisit,
  },
}

export const visitHorseSync: SyncedEntity<'visit_horses'> = {
  toWire: toLine,
  write: { newShape: NewVisitHorseShape, changeShape: VisitHorseChangeShape, create: addLine, update: changeLine, remove: removeLine },
}

export const timeOffSync: SyncedEntity<'time_off'> = {
  toWire: toTimeOff,
  write: {
    newShape: NewTimeOffShape,
    changeShape: TimeOffChangeShape,
    create: addTimeOff,
    update: changeTimeOff,
    remove: removeTimeOff,
  },
}

function spanOf({ date, from, to }: Asked, zone: string): { from: Day; to: Day } {
  if (from === undefined && to === undefined) {
    const day = date ?? dayOf(new Date(), zone)
    return { from: day, to: day }
  }
  if (date !== undefined || from === undefined || to === undefined) throw new AppError('bad_request', { fields: ['date', 'from', 'to'] })
  if (to < from || to >= addDays(from, LONGEST_SPAN_DAYS)) throw new AppError('bad_request', { fields: ['to'] })
  return { from, to }
}

/** For a plain request a visit that was removed is gone; for a device the merge rule answers. */
async function visitForChange(tx: PracticeTx, id: string, baseRev?: number): Promise<VisitRecord> {
  const row = await rowForChange(tx, 'appointments', id, 'appointment_not_found')
  if (row.deleted_at && baseRev === undefined) throw new AppError('appointment_not_found')
  return row
}

/** Whether a change cancels or reopens. @throws conflict when a visit that was finished meanwhile is to be cancelled. */
function standingOf(before: VisitRecord, input: AppointmentChange) {
  const { status, statusReason } = input
  if (status === undefined || status === 'done' || status === before.status) return undefined
  const reason = noneIfBlank(statusReason) ?? null
  if (status === 'cancelled' || status === 'no_show') {
    if (before.status === 'done') throw new AppError('conflict', { fields: ['status'], row: before })
    return { verb: 'cancelled' as const, columns: { status, status_reason: reason } }
  }
  if (before.status !== 'done' && !isOff(before)) return { verb: 'changed' as const, columns: { status, status_reason: reason } }
  return { verb: 'reopened' as const, columns: { ...OPEN, status } }
}

async function changedColumns(tx: PracticeTx, actor: Actor, before: VisitRecord, input: AppointmentChange) {
  const when = whenChanged(before, input, actor.zone)
  const refs = await refsOf(tx, input)
  const isElsewhere = refs.yardId !== undefined && refs.yardId !== before.yard_id && input.location === undefined
  const clientId = refs.clientId === undefined ? before.client_id : refs.clientId
  return {
    ...plainColumns(input),
    ...(when ? whenColumns(when) : {}),
    client_id: refs.clientId,
    yard_id: refs.yardId,
    member_id: refs.memberId,
    location: isElsewhere ? await addressOf(tx, clientId, refs.yardId ?? null) : noneIfBlank(input.location),
    is_call_only: input.isCallOnly,
    // A place in Thursday's round means nothing on Friday.
    round_rank: input.roundRank === undefined && when && when.onDay !== before.on_day ? null : input.roundRank,
  }
}

const isMove = (before: VisitRecord, { starts_at, ends_at }: { starts_at?: Date; ends_at?: Date }) =>
  starts_at !== undefined && (starts_at.getTime() !== before.starts_at.getTime() || ends_at?.getTime() !== before.ends_at.getTime())

/** The client's word counts for a visit without horses only, and never backwards (data.md, Wire). */
async function settled(tx: PracticeTx, actor: Actor, id: string, input: AppointmentChange): Promise<VisitRecord> {
  const visit = await rowForChange(tx, 'appointments', id, 'appointment_not_found')
  const isSaidDone = input.isCallComplete === true || input.status === 'done'
  const at = input.completedAt ? new Date(input.completedAt) : undefined
  return settleVisit(tx, actor, visit, isSaidDone ? { isDone: true, at } : {})
}

function plainColumns(input: AppointmentChange) {
  return {
    title: input.title,
    description: noneIfBlank(input.description),
    notes: noneIfBlank(input.notes),
    call_number: input.callNumber,
    call_period: input.callPeriod,
    round_rank: input.roundRank,
    status_reason: noneIfBlank(input.statusReason),
  }
}

/** The records a visit names, each of this practice. @throws client_not_found, yard_not_found, member_not_found */
async function refsOf(tx: PracticeTx, input: AppointmentChange) {
  const clientId = optionalId(input.clientId, 'client_not_found')
  const yardId = optionalId(input.yardId, 'yard_not_found')
  const memberId = optionalId(input.memberId, 'member_not_found')
  if (clientId) await requireClient(tx, clientId)
  if (yardId) await requireYard(tx, yardId)
  if (memberId) await requireMember(tx, memberId)
  return { clientId, yardId, memberId }
}

async function addressOf(tx: PracticeTx, clientId: string | null, yardId: string | null): Promise<string | null> {
  const yard = yardId && (await requireYard(tx, yardId))
  return placeOf(yard || null, yard || !clientId ? null : await requireClient(tx, clientId))
}
