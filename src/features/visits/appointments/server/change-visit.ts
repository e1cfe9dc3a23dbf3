import type { AppointmentChange } from '#features/visits/appointments/contract.ts'
import {
  AppointmentChange as AppointmentChangeShape,
  NewAppointment as NewAppointmentShape,
} from '#features/visits/appointments/contract.ts'
import { isOff, isPencilled } from '#features/visits/appointments/rules.ts'
import { bookVisit } from '#features/visits/appointments/server/book-visit.ts'
import { cancelVisit } from '#features/visits/appointments/server/cancel-visit.ts'
import { confirmVisit } from '#features/visits/appointments/server/confirm-visit.ts'
import { editVisit } from '#features/visits/appointments/server/edit-visit.ts'
import { finishVisit } from '#features/visits/appointments/server/finish-visit.ts'
import { pencilVisit } from '#features/visits/appointments/server/pencil-visit.ts'
import { placeInRound } from '#features/visits/appointments/server/place-in-round.ts'
import { listConcernedAhead, type VisitRecord, visitForChange } from '#features/visits/appointments/server/queries.ts'
import { removeVisit } from '#features/visits/appointments/server/remove-visit.ts'
import { reopenVisit } from '#features/visits/appointments/server/reopen-visit.ts'
import { setOff } from '#features/visits/appointments/server/set-off.ts'
import { names, type VisitChange, type VisitVerb, WHEN } from '#features/visits/appointments/server/visit-change.ts'
import { requireMayDrive } from '#features/visits/appointments/server/visit-rights.ts'
import { toVisit } from '#features/visits/appointments/server/wire.ts'
import { noneIfBlank } from '#lib/blank.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { refuseRemoved } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** The verb that each field belongs to. A wish goes along with any change. */
const FIELDS = {
  title: 'edit',
  clientId: 'edit',
  yardId: 'edit',
  memberId: 'edit',
  description: 'edit',
  location: 'edit',
  notes: 'edit',
  startTime: 'edit',
  endTime: 'edit',
  onDay: 'edit',
  isCallOnly: 'edit',
  callPeriod: 'edit',
  tariff: 'edit',
  horseId: 'edit',
  horses: 'edit',
  callNumber: 'round',
  roundRank: 'round',
  status: 'status',
  statusReason: 'status',
  isCallComplete: 'finish',
  completedAt: 'finish',
  onMyWayAt: 'setOff',
  sendSmsNotification: 'wish',
  overdueOverride: 'wish',
  dayMove: 'wish',
} as const satisfies Record<keyof AppointmentChange, string>

/**
 * Changes what `input` names of a visit; null clears. The endpoint and the sync op come here, and here alone it is decided which verbs a
 * change is. Each verb has its own right, so a change of several is refused whole when one of them is.
 * @throws appointment_not_found, and what its verbs throw
 */
export async function changeVisit(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: AppointmentChange,
  baseRev?: number,
): Promise<VisitRecord> {
  // Sent together: of a visit that is moved its owners are read when the practice's lock is had, as the visit is.
  const [found, concerned] = await allEnded([
    visitForChange(tx, id, baseRev),
    names(input, WHEN) ? listConcernedAhead(tx, id) : Promise.resolve(undefined),
  ])
  let visit = found
  refuseRemoved(visit)
  const steps = verbsOf(visit, { ...input, baseRev, concerned })
  // A member who may set the visit's status may also send the status it already has.
  if (steps.length === 0) requireMayDrive(actor, visit.status)
  for (const [verb, params] of steps) visit = await verb(tx, actor, visit, params)
  return visit
}

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

type Step = readonly [VisitVerb, VisitChange]

/**
 * The verbs of a change in their order (decision 050): first what opens a visit again or takes its confirmation back, then the edit, then
 * what confirms, cancels or finishes it.
 */
function verbsOf(visit: VisitRecord, input: VisitChange): Step[] {
  const hasFieldOf = (kind: string) =>
    Object.entries(FIELDS).some(([field, of]) => of === kind && input[field as keyof VisitChange] !== undefined)
  const { statusReason, ...words } = input
  const status = statusVerb(visit, input)
  const isFirst = status === reopenVisit || status === pencilVisit
  const isReason = !status && statusReason !== undefined && noneIfBlank(statusReason) !== visit.status_reason
  const edited = { ...words, ...(isReason && { statusReason }), isReopened: status === reopenVisit }
  const steps: Step[] = []
  if (status && isFirst) steps.push([status, input])
  if (hasFieldOf('edit') || isReason) steps.push([editVisit, edited])
  else if (hasFieldOf('round')) steps.push([placeInRound, input])
  if (status && !isFirst) steps.push([status, input])
  if (hasFieldOf('finish') || (input.status === 'done' && visit.status !== 'done')) steps.push([finishVisit, input])
  if (hasFieldOf('setOff')) steps.push([setOff, input])
  if (steps.length > 0 || !hasFieldOf('wish')) return steps
  // A device requests the text by sending `booked` for a visit that is booked already, once all its horses are on it.
  return [[input.status === 'booked' && input.sendSmsNotification ? confirmVisit : editVisit, edited]]
}

/** What a new status means for a visit; undefined when it has it already. Done is `finishVisit`'s. */
function statusVerb(visit: VisitRecord, { status }: AppointmentChange): VisitVerb | undefined {
  if (status === undefined || status === 'done' || status === visit.status) return undefined
  if (status === 'cancelled' || status === 'no_show') return cancelVisit
  if (visit.status === 'done' || isOff(visit)) return reopenVisit
  return isPencilled(visit) ? confirmVisit : pencilVisit
}
