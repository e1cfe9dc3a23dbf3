// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import type { NewVisitHorse } from '#features/visits/appointments/contract.ts'
import { isComplete } from '#features/visits/appointments/rules.ts'
import { notifyOwners } from '#features/visits/appointments/server/notify.ts'
import { cancelNext, notifyNext } from '#features/visits/appointments/server/notify-round.ts'
import {
  freeHorse,
  type LineRecord,
  listLines,
  listRecipients,
  namesOf,
  type VisitRecord,
} from '#features/visits/appointments/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { isDerived, uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { writtenOf } from '#platform/server/database/followers.ts'
import { deleteRow, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'

/** sync.md, Field merge: an outcome never raises a conflict, and goes back only when it is opened again. */
export const LINE_POLICY: MergePolicy = {
  groups: { outcome: ['outcome', 'reason', 'completed_at'] },
  free: ['outcome'],
  monotonic: { outcome: [null, 'not_done', 'done'] },
}

type WantedLine = { id?: string | undefined; horseId: string; plannedWork?: string | null | undefined }

/**
 * Adds a horse to a visit; a finished visit is open again. Its owner is notified when requested, and when they have read that the visit is
 * off. @throws forbidden, appointment_not_found, horse_not_found, horse_already_there, id_taken
 */
export async function addLine(tx: PracticeTx, actor: Actor, id: string, input: NewVisitHorse): Promise<LineRecord> {
  requireMay(actor, 'planDiary')
  const visit = await rowForChange(tx, 'appointments', idOf(input.appointmentId, 'appointment_not_found'), 'appointment_not_found')
  if (visit.deleted_at) throw new AppError('appointment_not_found')
  const lines = await listLines(tx, visit.id)
  const known = isDerived(id) && lines.find((line) => line.id === id && line.horse_id === idOf(input.horseId, 'horse_not_found'))
  if (known) return known
  const place = input.place ?? (lines.at(-1)?.place ?? -1) + 1
  // No one has read about a visit that this transaction makes; its booking requests the text about all of it.
  const isMade = writtenOf(tx, ['appointments']).some(({ before, after }) => !before && after.id === visit.id)
  const audience = isMade ? undefined : await listRecipients(tx, visit)
  const line = await insertLine(tx, actor, visit, { ...input, id, place }, lines)
  const updated = await updateCompletion(tx, actor, visit)
  if (audience) await notifyOwners(tx, actor, updated, audience, input.sendSmsNotification ?? false)
  return line
}

/**
 * Takes a horse off a visit; an owner who is no longer on it is notified, relative to the last text they read. @throws forbidden,
 * visit_horse_not_found, conflict
 */
export async function removeLine(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<LineRecord> {
  requireMay(actor, 'planDiary')
  const before = await rowForChange(tx, 'visit_horses', id, 'visit_horse_not_found')
  if (before.deleted_at) return before
  const visit = await visitOf(tx, before)
  const audience = await listRecipients(tx, visit)
  const line = await takeOff(tx, actor, before, baseRev)
  await notifyOwners(tx, actor, await updateCompletion(tx, actor, visit), audience, false)
  return line
}

async function takeOff(tx: PracticeTx, actor: Actor, before: LineRecord, baseRev?: number): Promise<LineRecord> {
  const line = await deleteRow(tx, actor, before, 'visit_horses', { baseRev })
  await freeHorse(tx, before.id)
  return line
}

/** Makes `wanted` the visit's horses, in that order: a horse that stays keeps its line. Returns the visit as it is then. @throws horse_not_found, id_taken */
export async function setLines(tx: PracticeTx, actor: Actor, visit: VisitRecord, wanted: readonly WantedLine[]): Promise<VisitRecord> {
  const wantedLines = wanted.map((line) => ({ ...line, horseId: idOf(line.horseId, 'horse_not_found') }))
  const horses = new Map(wantedLines.map((line) => [line.horseId, line]))
  const before = await listLines(tx, visit.id)
  for (const line of before) if (!line.horse_id || !horses.has(line.horse_id)) await takeOff(tx, actor, line)
  for (const [place, line] of [...horses.values()].entries()) {
    const known = before.find((other) => other.horse_id === line.horseId)
    if (known) await updateRow(tx, actor, known, 'visit_horses', { place, planned_work: line.plannedWork })
    else await insertLine(tx, actor, visit, { ...line, id: line.id ? idOf(line.id, 'bad_request') : uuidv7(), place }, [])
  }
  return updateCompletionOf(tx, actor, visit.id)
}

/** data.md, Wire: PUT horseId replaces the horse of the line with place 0; null takes it off. @throws horse_not_found, horse_already_there */
export async function replaceFirstHorse(tx: PracticeTx, actor: Actor, visit: VisitRecord, horseId: string | null): Promise<VisitRecord> {
  const lines = await listLines(tx, visit.id)
  const rest = lines.slice(1).map((line) => ({ horseId: line.horse_id ?? '' }))
  if (horseId === lines[0]?.horse_id) return visit
  if (horseId && rest.some((line) => line.horseId === horseId)) throw new AppError('horse_already_there')
  return setLines(tx, actor, visit, horseId ? [{ horseId, plannedWork: lines[0]?.planned_work }, ...rest] : rest)
}

/**
 * Keeps a visit finished exactly while each of its horses has an outcome (data.md, Wire); `byHand` speaks for one without horses. Names and
 * address freeze as it is finished and thaw when it is open again.
 */
export async function updateCompletion(
  tx: PracticeTx,
  actor: Actor,
  visit: VisitRecord,
  byHand: { isDone?: boolean | undefined; at?: Date | undefined } = {},
): Promise<VisitRecord> {
  const lines = await listLines(tx, visit.id)
  const complete = isComplete(lines, byHand.isDone ?? visit.is_call_complete)
  if (visit.deleted_at || complete === visit.is_call_complete) return visit
  if (!complete) {
    const reopened = await updateRow(tx, actor, visit, 'appointments', OPEN, { ...REOPENING, policy: VISIT_POLICY })
    await cancelNext(tx, actor, reopened)
    return reopened
  }
  const last = Math.max(...lines.map((line) => line.completed_at?.getTime() ?? 0))
  const columns = {
    status: 'done' as const,
    status_reason: null,
    is_call_complete: true,
    completed_at: byHand.at ?? (last > 0 ? new Date(last) : currentTime()),
    as_was: { ...(await namesOf(tx, visit)), location: visit.location },
  }
  const finished = await updateRow(tx, actor, visit, 'appointments', columns, { verb: 'completed', policy: VISIT_POLICY })
  await notifyNext(tx, actor, finished)
  return finished
}

/** The same after its horses were written past the verbs, as by an undo. @throws appointment_not_found */
export const updateCompletionOf = async (tx: PracticeTx, actor: Actor, visitId: string): Promise<VisitRecord> =>
  updateCompletion(tx, actor, await visitOf(tx, { appointment_id: visitId }))

/**
 * sync.md, Field merge: the fields of a visit's time move as one, and so do those of its status; a place in the round never raises a
 * conflict; notes are kept from both.
 */
export const VISIT_POLICY: MergePolicy = {
  groups: {
    when: ['on_day', 'local_start', 'local_end', 'zone', 'starts_at', 'ends_at', 'is_call_only', 'call_period'],
    status: ['status', 'status_reason', 'is_call_complete', 'completed_at', 'as_was'],
  },
  free: ['round_rank'],
  both: { notes: 10_000 },
  monotonic: { is_call_complete: [false, true] },
}

/** A done visit is open again, because a member reopened it or a horse was added. */
const REOPENING = { verb: 'reopened', isReopening: true }

/** What an unfinished visit has in the columns of a finished one. */
export const OPEN = { status: 'booked' as const, status_reason: null, is_call_complete: false, completed_at: null, as_was: null }

/** Takes every outcome of a visit back. */
export async function reopenLines(tx: PracticeTx, actor: Actor, visitId: string): Promise<void> {
  for (const line of await listLines(tx, visitId)) {
    await updateRow(tx, actor, line, 'visit_horses', NO_OUTCOME, { ...REOPENING, policy: LINE_POLICY })
  }
}

/** What a line has of an outcome before it has one. */
export const NO_OUTCOME = { outcome: null, reason: null, completed_at: null }

async function insertLine(
  tx: PracticeTx,
  actor: Actor,
  visit: VisitRecord,
  line: WantedLine & { id: string; place: number },
  lines: readonly LineRecord[],
): Promise<LineRecord> {
  const horse = await requireHorse(tx, idOf(line.horseId, 'horse_not_found'))
  if (lines.some((other) => other.horse_id === horse.id)) throw new AppError('horse_already_there')
  return insertRow(tx, actor, 'visit_horses', line.id, {
    appointment_id: visit.id,
    horse_id: horse.id,
    client_id: horse.client_id,
    payer_client_id: horse.payer_client_id ?? horse.client_id,
    place: line.place,
    planned_work: noneIfBlank(line.plannedWork) ?? null,
    outcome: null,
    reason: null,
    completed_at: null,
  })
}

/** The visit of a line. @throws appointment_not_found */
export const visitOf = (tx: PracticeTx, line: { appointment_id: string }): Promise<VisitRecord> =>
  rowForChange(tx, 'appointments', line.appointment_id, 'appointment_not_found')
