import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { VisitHorseChange, VisitRow } from '#features/visits/appointments/contract.ts'
import type { Actor } from '#platform/server/actor.ts'

type Status = VisitRow['status']

/**
 * A visit changes between these statuses by the work of the round, which every member who drives it may do; all other changes belong to the
 * diary.
 */
const OF_THE_ROUND: ReadonlySet<Status> = new Set(['booked', 'done'])

/** @throws forbidden when this actor may not change, on the round, a visit whose status is now `status` */
export function requireMayDrive(actor: Actor, status: Status): void {
  if (!OF_THE_ROUND.has(status)) requireMay(actor, 'planDiary')
}

/** Which right each field of a horse on a visit takes. Its outcome may finish the visit or open it again. */
const OF_LINE = {
  place: 'diary',
  plannedWork: 'diary',
  outcome: 'round',
  reason: 'round',
  completedAt: 'round',
  reopen: 'round',
} satisfies Record<keyof VisitHorseChange, 'diary' | 'round'>

/** @throws forbidden when the actor may not change what `input` names of a horse on a visit that is `status` now */
export function requireMayChangeLine(actor: Actor, status: Status, input: VisitHorseChange): void {
  for (const [field, right] of Object.entries(OF_LINE)) {
    if (input[field as keyof VisitHorseChange] === undefined) continue
    if (right === 'diary') requireMay(actor, 'planDiary')
    else requireMayDrive(actor, status)
  }
}
