import type { Act } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/service.ts'
import type { AppointmentChange, VisitHorseChange, VisitRow } from '#features/visits/appointments/contract.ts'
import type { Actor } from '#platform/server/actor.ts'

/** `status`: depends on what the visit is and what it becomes. */
type Right = Extract<Act, 'planDiary'> | 'status' | 'nothing'
type Status = VisitRow['status']

/** What it takes to change each field of a visit. Its place in the round is for everybody who drives it. */
const OF_VISIT = {
  title: 'planDiary',
  clientId: 'planDiary',
  yardId: 'planDiary',
  memberId: 'planDiary',
  description: 'planDiary',
  location: 'planDiary',
  notes: 'planDiary',
  startTime: 'planDiary',
  endTime: 'planDiary',
  onDay: 'planDiary',
  isCallOnly: 'planDiary',
  callNumber: 'nothing',
  callPeriod: 'planDiary',
  roundRank: 'nothing',
  status: 'status',
  statusReason: 'status',
  isCallComplete: 'status',
  completedAt: 'status',
  onMyWayAt: 'status',
  tariff: 'planDiary',
  horseId: 'planDiary',
  horses: 'planDiary',
  overdueOverride: 'planDiary',
  sendSmsNotification: 'planDiary',
  dayMove: 'planDiary',
} satisfies Record<keyof AppointmentChange, Right>

/** The same for a horse of a visit, whose outcome may finish the visit or open it again. */
const OF_LINE = {
  place: 'planDiary',
  plannedWork: 'planDiary',
  outcome: 'status',
  reason: 'status',
  completedAt: 'status',
  reopen: 'status',
} satisfies Record<keyof VisitHorseChange, Right>

/** Between these a visit goes by the work of the round, which is for everybody; every other change of status is of the diary. */
const OF_THE_ROUND: ReadonlySet<Status> = new Set(['booked', 'done'])

/** @throws forbidden when the actor may not change what `input` names of a visit that is `status` now */
export function requireMayChangeVisit(actor: Actor, status: Status, input: AppointmentChange): void {
  const said = input.isCallComplete === true ? 'done' : (input.status ?? status)
  requireRights(actor, OF_VISIT, input, OF_THE_ROUND.has(status) && OF_THE_ROUND.has(said) && !input.statusReason)
}

/** @throws forbidden when the actor may not change what `input` names of a horse on a visit that is `status` now */
export const requireMayChangeLine = (actor: Actor, status: Status, input: VisitHorseChange): void =>
  requireRights(actor, OF_LINE, input, OF_THE_ROUND.has(status))

function requireRights<T extends object>(actor: Actor, rights: Record<keyof T, Right>, input: T, isOfTheRound: boolean): void {
  for (const [field, right] of Object.entries(rights) as [keyof T, Right][]) {
    if (input[field] === undefined) continue
    if (right === 'planDiary' || (right === 'status' && !isOfTheRound)) requireMay(actor, 'planDiary')
  }
}
