// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import type { AppointmentChange } from '#features/visits/appointments/contract.ts'
import { VISIT_POLICY } from '#features/visits/appointments/server/lines.ts'
import { notifyChange } from '#features/visits/appointments/server/notify.ts'
import { type Concerned, listConcerned, recipientsOf, type VisitRecord } from '#features/visits/appointments/server/queries.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { updateRow } from '#platform/server/database/rows.ts'

/**
 * The input of a verb. `baseRev`: the revision its author saw; `isReopened`: the same change has just opened the visit again; `concerned`:
 * whom the visit concerned before it, where that is known.
 */
export type VisitChange = AppointmentChange & { baseRev?: number | undefined; isReopened?: boolean; concerned?: Concerned | undefined }

/** The fields that move a visit. */
export const WHEN = ['startTime', 'endTime', 'onDay'] as const

/** Whether a change sets any of some fields. */
export const names = (input: AppointmentChange, fields: readonly (keyof AppointmentChange)[]): boolean =>
  fields.some((field) => input[field] !== undefined)

/** One thing that can be done to a visit, with the right to do it; reads the fields that belong to it, and answers with the visit as it is then. */
export type VisitVerb = (tx: PracticeTx, actor: Actor, visit: VisitRecord, input: VisitChange) => Promise<VisitRecord>

type Status = Pick<VisitRecord, 'status' | 'status_reason'> & Partial<Pick<VisitRecord, 'is_call_complete' | 'completed_at' | 'as_was'>>
/** `verb` is the journal's. */
type Written = { columns: Status; verb: string; isReopening?: boolean }

/** Writes a visit's status and notifies its owners of the effect, when `sendSmsNotification` requests it. @throws conflict */
export async function writeStatus(
  tx: PracticeTx,
  actor: Actor,
  [before, input]: readonly [VisitRecord, VisitChange],
  { columns, verb, isReopening = false }: Written,
): Promise<VisitRecord> {
  const concerned = await listConcerned(tx, before)
  const options = { baseRev: input.baseRev, policy: VISIT_POLICY, verb, isReopening }
  const after = await updateRow(tx, actor, before, 'appointments', columns, options)
  const [audience, now] = [recipientsOf(concerned, before), recipientsOf(concerned, after)]
  await notifyChange(tx, actor, { before, after, audience, now }, input.sendSmsNotification ?? false)
  return after
}
