// Followed by: charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { keepService } from '#features/records/horses/server/service.ts'
import { resetsCycleOf } from '#features/records/kinds/server/service.ts'
import type { NewWorkEntry, WorkEntry, WorkEntryChange } from '#features/visits/work/contract.ts'
import { NewWorkEntry as NewWorkShape, WorkEntryChange as WorkChangeShape } from '#features/visits/work/contract.ts'
import { workAgain } from '#features/visits/work/rules.ts'
import { findLastService, isLineFor, listWorkOf, type WorkRow } from '#features/visits/work/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, findRow, holdWriters, insertRow, type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type Page = { limit: number; after?: { workDate: Day; id: string } | undefined }

/** A horse's work, newest first, a page at a time. @throws horse_not_found */
export async function workOfHorse(tx: PracticeTx, horseId: string, page: Page): Promise<WorkEntry[]> {
  await requireHorse(tx, horseId)
  return (await listWorkOf(tx, horseId, page)).map(toWorkEntry)
}

/** One entry. @throws work_entry_not_found */
export async function workOf(tx: PracticeTx, id: string): Promise<WorkEntry> {
  const row = await findRow(tx, 'work_entries', id)
  if (!row || row.deleted_at) throw new AppError('work_entry_not_found')
  return toWorkEntry(row)
}

/** How far back a horse's shoes are looked for. */
const LOOKED_BACK = 30

/** The work that *done* records for a horse, from its earlier work (`workAgain`). */
export const workAgainOf = async (tx: PracticeTx, horseId: string, planned: string | null) =>
  workAgain(planned, (await listWorkOf(tx, horseId, { limit: LOOKED_BACK })).map(toWorkEntry))

/**
 * Records work on a horse, done by the caller; the horse's last service and next due date are updated in the same transaction. `id` may
 * have been made on a device. @throws horse_not_found, visit_horse_not_found, id_taken
 */
export async function recordWork(tx: PracticeTx, actor: Actor, id: string, input: NewWorkEntry): Promise<WorkRow> {
  await holdWriters(tx)
  const horse = await requireHorse(tx, idOf(input.horseId, 'horse_not_found'))
  const line = optionalId(input.visitHorseId, 'visit_horse_not_found') ?? null
  if (line && !(await isLineFor(tx, line, horse.id))) throw new AppError('visit_horse_not_found')
  const row = await insertRow(tx, actor, 'work_entries', id, {
    ...toColumns(input),
    horse_id: horse.id,
    visit_horse_id: line,
    member_id: memberOf(actor),
    service_type: input.serviceType,
    work_date: input.workDate,
    resets_cycle: input.resetsCycle ?? (await resetsCycleOf(tx, actor, input.serviceType)),
  })
  if (row.resets_cycle) await keepAdded(tx, horse, row)
  return row
}

/** Corrects an entry; another day or kind updates the horse's dates. @throws forbidden, work_entry_not_found, conflict */
export async function changeWork(tx: PracticeTx, actor: Actor, id: string, input: WorkEntryChange, baseRev?: number): Promise<WorkRow> {
  const before = await rowForChange(tx, 'work_entries', id, 'work_entry_not_found')
  requireTheirs(actor, before)
  const row = await updateRow(tx, actor, before, 'work_entries', toColumns(input), { baseRev })
  await keepLastService(tx, row.horse_id)
  return row
}

/** Removes an entry made by mistake; the horse's dates go back. @throws forbidden, work_entry_not_found, conflict */
export async function removeWork(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<WorkRow> {
  const before = await rowForChange(tx, 'work_entries', id, 'work_entry_not_found')
  requireTheirs(actor, before)
  const row = await deleteRow(tx, actor, before, 'work_entries', { baseRev })
  await keepLastService(tx, row.horse_id)
  return row
}

/** An apprentice may correct only their own work; every other member may correct any entry. @throws forbidden */
function requireTheirs(actor: Actor, entry: WorkRow): void {
  if (entry.member_id !== actor.memberId) requireMay(actor, 'changeRecords')
}

/** A row as it goes over the wire. */
export function toWorkEntry(row: WorkRow): WorkEntry {
  return {
    id: row.id,
    horseId: row.horse_id,
    visitHorseId: row.visit_horse_id,
    memberId: row.member_id,
    serviceType: row.service_type,
    workDate: row.work_date,
    description: row.description,
    findings: row.findings,
    recommendations: row.recommendations,
    resetsCycle: row.resets_cycle,
    setup: row.setup as WorkEntry['setup'],
  }
}

export const workSync: SyncedEntity<'work_entries'> = {
  toWire: toWorkEntry,
  write: { newShape: NewWorkShape, changeShape: WorkChangeShape, create: recordWork, update: changeWork, remove: removeWork },
}

/**
 * Work later than all before it becomes the last service; earlier work changes nothing. Only when two are on one day must the newer be
 * looked up.
 */
async function keepAdded(tx: PracticeTx, horse: Row<'horses'>, { work_date, service_type }: WorkRow): Promise<void> {
  const last = horse.last_service_on
  if (last === work_date) await keepLastService(tx, horse.id)
  else if (last === null || last < work_date) await keepService(tx, horse, { workDate: work_date, serviceType: service_type })
}

async function keepLastService(tx: PracticeTx, horseId: string): Promise<void> {
  const horse = await rowForChange(tx, 'horses', horseId, 'horse_not_found')
  await keepService(tx, horse, await findLastService(tx, horseId))
}

function toColumns(input: WorkEntryChange) {
  return {
    service_type: input.serviceType,
    work_date: input.workDate,
    description: noneIfBlank(input.description),
    findings: noneIfBlank(input.findings),
    recommendations: noneIfBlank(input.recommendations),
    resets_cycle: input.resetsCycle,
    setup: input.setup,
  }
}
