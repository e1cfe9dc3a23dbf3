// Followed by: reminders and confirmations (visits/appointments).

import type { VisitHorseChange } from '#features/visits/appointments/contract.ts'
import { NewVisitHorse as NewVisitHorseShape, VisitHorseChange as VisitHorseChangeShape } from '#features/visits/appointments/contract.ts'
import { addLine, LINE_POLICY, NO_OUTCOME, removeLine, updateCompletion, visitOf } from '#features/visits/appointments/server/lines.ts'
import type { LineRecord } from '#features/visits/appointments/server/queries.ts'
import { requireMayChangeLine } from '#features/visits/appointments/server/visit-rights.ts'
import { toLine } from '#features/visits/appointments/server/wire.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/**
 * Changes the plan for a horse, or records its outcome. Done wins over every other outcome, and only `reopen` reverts one.
 * @throws forbidden for a plan, visit_horse_not_found, conflict
 */
export async function changeLine(tx: PracticeTx, actor: Actor, id: string, input: VisitHorseChange, baseRev?: number): Promise<LineRecord> {
  const before = await rowForChange(tx, 'visit_horses', id, 'visit_horse_not_found')
  requireMayChangeLine(actor, (await visitOf(tx, before)).status, input)
  const columns = { place: input.place, planned_work: noneIfBlank(input.plannedWork), ...outcomeColumns(before, input) }
  const verb = columns.outcome === undefined || columns.outcome === before.outcome ? 'changed' : (columns.outcome ?? 'reopened')
  const options = { baseRev, policy: LINE_POLICY, verb, isReopening: input.reopen === true }
  const line = await updateRow(tx, actor, before, 'visit_horses', columns, options)
  if (line.outcome !== before.outcome) await updateCompletion(tx, actor, await visitOf(tx, line))
  return line
}

export const visitHorseSync: SyncedEntity<'visit_horses'> = {
  toWire: toLine,
  write: { newShape: NewVisitHorseShape, changeShape: VisitHorseChangeShape, create: addLine, update: changeLine, remove: removeLine },
}

function outcomeColumns(before: LineRecord, input: VisitHorseChange) {
  if (input.reopen) return NO_OUTCOME
  const { outcome } = input
  if (before.outcome === 'done') return {}
  if (!outcome || outcome === before.outcome) return { reason: before.outcome === 'not_done' ? noneIfBlank(input.reason) : undefined }
  const completed_at = input.completedAt ? new Date(input.completedAt) : currentTime()
  return { outcome, reason: outcome === 'done' ? null : noneIfBlank(input.reason), completed_at }
}
