import { dropWaiting } from '#features/core/notices/server/service.ts'
import { requireMay } from '#features/core/practice/server/service.ts'
import { requireClient } from '#features/records/clients/server/service.ts'
import { requireHorse } from '#features/records/horses/server/service.ts'
import { requireYard } from '#features/records/yards/server/service.ts'
import type { AppointmentChange, NewAppointment } from '#features/visits/appointments/contract.ts'
import { canBeMoved, isOff, isPencilled, placeOf } from '#features/visits/appointments/rules.ts'
import { noteDayMove } from '#features/visits/appointments/server/journal.ts'
import { OPEN, reopenLines, replaceFirstHorse, setLines, settleVisit, VISIT_POLICY } from '#features/visits/appointments/server/lines.ts'
import { heedOverdue } from '#features/visits/appointments/server/overdue.ts'
import { listLines, listTold, requireMember, type Told, type VisitRecord } from '#features/visits/appointments/server/queries.ts'
import { confirmLater } from '#features/visits/appointments/server/reminders.ts'
import { tellChange, tellOnMyWay } from '#features/visits/appointments/server/telling.ts'
import { untellNext } from '#features/visits/appointments/server/telling-round.ts'
import { requireMayChangeVisit } from '#features/visits/appointments/server/visit-rights.ts'
import { whenBooked, whenChanged, whenColumns } from '#features/visits/appointments/server/when.ts'
import { toVisit } from '#features/visits/appointments/server/wire.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/database/rows.ts'

/**
 * Books a visit or a stop; `id` may have been made on a device. Owner and payer come with each horse. Without a client it is the first
 * horse's owner's, without a yard that horse's, without a location the yard's address, else the client's.
 * @throws client_not_found, horse_not_found, yard_not_found, member_not_found, bad_request, wrong_order, account_overdue, id_taken
 */
export async function bookVisit(tx: PracticeTx, actor: Actor, id: string, input: NewAppointment): Promise<VisitRecord> {
  requireMay(actor, 'planDiary')
  await holdWriters(tx)
  const asked = input.horses ?? (input.horseId ? [{ horseId: input.horseId }] : [])
  const horses = await horsesOf(tx, asked)
  const first = horses[0]
  const refs = await refsOf(tx, input)
  const clientId = refs.clientId === undefined ? (first?.client_id ?? null) : refs.clientId
  const yardId = refs.yardId === undefined ? (first?.yard_id ?? null) : refs.yardId
  const when = whenBooked(input, actor.zone)
  await heedOverdue(tx, actor, { id, clientId, horses, onDay: when.onDay, isOverridden: input.overdueOverride ?? false })
  const visit = await insertRow(tx, actor, 'appointments', id, {
    ...plainColumns(input),
    ...whenColumns(when),
    client_id: clientId,
    yard_id: yardId,
    location: input.location === undefined ? await addressOf(tx, clientId, yardId) : noneIfBlank(input.location),
    member_id: refs.memberId ?? memberOf(actor),
    is_call_only: input.isCallOnly,
    status: input.status === 'pencilled' ? 'pencilled' : 'booked',
    completed_at: null,
    as_was: null,
  })
  if (asked.length > 0) await setLines(tx, actor, visit, asked)
  if (input.sendSmsNotification) confirmLater(tx, actor, id)
  return visit
}

/**
 * Changes what `input` names; null clears. A new day or time moves the visit, and texts about it when asked (Spec §4 Drag-move); `status`
 * booked with the wish to text tells that it is booked. Done is taken from the horses; a visit without horses is done when the caller says
 * so, and only reopening it (status `booked`) takes that back.
 * @throws forbidden, appointment_not_found, visit_is_done, visit_is_past, conflict, and what `bookVisit` throws
 */
export async function changeVisit(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: AppointmentChange,
  baseRev?: number,
): Promise<VisitRecord> {
  const before = await visitForChange(tx, id, baseRev)
  requireMayChangeVisit(actor, before.status, input)
  const audience = CONCERNING.some((field) => input[field] !== undefined) ? await listTold(tx, before) : undefined
  const standing = standingOf(before, input)
  refuseFrozen(actor, before, input, standing?.verb)
  const columns = { ...(await changedColumns(tx, actor, before, input)), ...standing?.columns }
  const verb = standing?.verb ?? (isMove(before, columns) ? 'moved' : 'changed')
  const isReopening = standing?.verb === 'reopened'
  const options = { baseRev, policy: VISIT_POLICY, verb, isReopening, ...(input.dayMove && { isPart: true as const }) }
  let visit = await updateRow(tx, actor, before, 'appointments', columns, options)
  if (input.dayMove) await noteDayMove(tx, actor, input.dayMove, { before, after: visit })
  if (isReopening) {
    await reopenLines(tx, actor, id)
    await untellNext(tx, actor, visit)
  }
  if (input.horses) await setLines(tx, actor, visit, input.horses)
  else if (input.horseId !== undefined) await replaceFirstHorse(tx, actor, visit, optionalId(input.horseId, 'horse_not_found'))
  if (isReopening || SETTLING.some((field) => input[field] !== undefined)) visit = await settled(tx, actor, id, input)
  if (audience) await tellOf(tx, actor, { before, after: visit, audience }, input)
  if (input.onMyWayAt) await tellOnMyWay(tx, actor, visit, new Date(input.onMyWayAt))
  return visit
}

/** Removes a visit entered by mistake, with its lines; nobody is told. @throws forbidden, appointment_not_found, conflict */
export async function removeVisit(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<VisitRecord> {
  requireMay(actor, 'planDiary')
  const before = await visitForChange(tx, id, baseRev)
  const gone = await deleteRow(tx, actor, before, 'appointments', { baseRev })
  for (const line of await listLines(tx, id)) await deleteRow(tx, actor, line, 'visit_horses')
  await dropWaiting(tx, actor, id, 'The visit was removed.')
  return gone
}

async function horsesOf(tx: PracticeTx, asked: readonly { horseId: string }[]) {
  const horses: Awaited<ReturnType<typeof requireHorse>>[] = []
  for (const { horseId } of asked) horses.push(await requireHorse(tx, idOf(horseId, 'horse_not_found')))
  return horses
}

/** For a plain request a visit that was removed is gone; for a device the merge rule answers. */
export async function visitForChange(tx: PracticeTx, id: string, baseRev?: number): Promise<VisitRecord> {
  const row = await rowForChange(tx, 'appointments', id, 'appointment_not_found')
  if (row.deleted_at && baseRev === undefined) throw new AppError('appointment_not_found')
  return row
}

/**
 * What was done stays as it was done, and a visit of a day gone by where it was (product.md: past visits never change). A device decided
 * on its own day, so a move made in a barn yesterday is taken today.
 * @throws visit_is_done, visit_is_past
 */
function refuseFrozen(actor: Actor, before: VisitRecord, input: AppointmentChange, verb: string | undefined): void {
  if (verb === 'reopened') return
  const names = (fields: readonly (keyof AppointmentChange)[]) => fields.some((field) => input[field] !== undefined)
  if (before.status === 'done' && names(FROZEN)) throw new AppError('visit_is_done')
  const isKnownHere = actor.deviceId === null && names(WHEN)
  if (isKnownHere && !isOff(before) && !canBeMoved(toVisit(before), dayOf(currentTime(), actor.zone))) throw new AppError('visit_is_past')
}

const WHEN = ['startTime', 'endTime', 'onDay'] as const
/** What an owner would have to hear of. */
const CONCERNING = [...WHEN, 'isCallOnly', 'callPeriod', 'status', 'clientId', 'horseId', 'horses'] as const
/** What may finish a visit, or open it again. */
const SETTLING = ['horses', 'horseId', 'status', 'isCallComplete', 'completedAt'] as const
const FROZEN = [...WHEN, 'isCallOnly', 'clientId', 'yardId', 'memberId', 'location', 'horseId', 'horses'] as const

/** Whether a change cancels or reopens. @throws conflict when a visit that was finished meanwhile is to be cancelled. */
function standingOf(before: VisitRecord, input: AppointmentChange) {
  const { status, statusReason } = input
  if (status === undefined || status === 'done' || status === before.status) return undefined
  const reason = noneIfBlank(statusReason) ?? null
  if (status === 'cancelled' || status === 'no_show') {
    if (before.status === 'done') throw new AppError('conflict', { fields: ['status'], row: before })
    return { verb: 'cancelled' as const, columns: { status, status_reason: reason } }
  }
  if (before.status !== 'done' && !isOff(before)) {
    const verb = isPencilled(before) ? ('confirmed' as const) : ('changed' as const)
    return { verb, columns: { status, status_reason: reason } }
  }
  return { verb: 'reopened' as const, columns: { ...OPEN, status } }
}

type Rows = { before: VisitRecord; after: VisitRecord; audience: Told[] }

/** Says to the owners what the change means for them, and that the visit is booked when that is all that was asked and it was before. */
async function tellOf(tx: PracticeTx, actor: Actor, rows: Rows, input: AppointmentChange): Promise<void> {
  const { before, after } = rows
  const isWanted = input.sendSmsNotification ?? false
  const isAsBefore = before.status === 'booked' && !isMove(before, after)
  if (isWanted && input.status === 'booked' && isAsBefore) confirmLater(tx, actor, after.id)
  else await tellChange(tx, actor, rows, isWanted)
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
    tariff: input.tariff,
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
