// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import type { NewAppointment } from '#features/visits/appointments/contract.ts'
import { setLines } from '#features/visits/appointments/server/lines.ts'
import { refuseOverdue } from '#features/visits/appointments/server/overdue.ts'
import type { VisitRecord } from '#features/visits/appointments/server/queries.ts'
import { confirmLater } from '#features/visits/appointments/server/reminders.ts'
import { addressOf, plainColumns, refsOf } from '#features/visits/appointments/server/visit-columns.ts'
import { whenBooked, whenColumns } from '#features/visits/appointments/server/when.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { isDerived } from '#lib/ids.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow } from '#platform/server/database/rows.ts'

/**
 * Books a visit or a stop; `id` may have been made on a device. Owner and payer come with each horse. Without a client it is the first
 * horse's owner's, without a yard that horse's, without a location the yard's address, else the client's. Its reminders and charges follow
 * from the row. One whose id is derived from what it is (the next visit of a stop) is booked once, by the first device that asks.
 * @throws forbidden, client_not_found, horse_not_found, yard_not_found, member_not_found, bad_request, wrong_order, account_overdue, id_taken
 */
export async function bookVisit(tx: PracticeTx, actor: Actor, id: string, input: NewAppointment): Promise<VisitRecord> {
  requireMay(actor, 'planDiary')
  // Sent together: what the visit names is read when the practice's lock is had.
  const [, refs] = await allEnded([holdWriters(tx), refsOf(tx, input)])
  const known = isDerived(id) ? await findRow(tx, 'appointments', id) : undefined
  if (known && !known.deleted_at) return known
  const lines = input.horses ?? (input.horseId ? [{ horseId: input.horseId }] : [])
  const horses = await horsesOf(tx, lines)
  const first = horses[0]
  const clientId = refs.clientId === undefined ? (first?.client_id ?? null) : refs.clientId
  const yardId = refs.yardId === undefined ? (first?.yard_id ?? null) : refs.yardId
  const when = whenBooked(input, actor.zone)
  await refuseOverdue(tx, actor, {
    id,
    clientId,
    client: refs.client,
    horses,
    onDay: when.onDay,
    isOverridden: input.overdueOverride ?? false,
  })
  const visit = await insertRow(tx, actor, 'appointments', id, {
    ...plainColumns(input),
    ...whenColumns(when),
    client_id: clientId,
    yard_id: yardId,
    location: input.location === undefined ? await addressOf(tx, { clientId, yardId }, refs) : noneIfBlank(input.location),
    member_id: refs.memberId ?? memberOf(actor),
    is_call_only: input.isCallOnly,
    status: input.status === 'pencilled' ? 'pencilled' : 'booked',
    completed_at: null,
    as_was: null,
  })
  if (lines.length > 0) await setLines(tx, actor, visit, lines)
  if (input.sendSmsNotification) confirmLater(tx, actor, id)
  return visit
}

async function horsesOf(tx: PracticeTx, lines: readonly { horseId: string }[]) {
  const horses: Awaited<ReturnType<typeof requireHorse>>[] = []
  for (const { horseId } of lines) horses.push(await requireHorse(tx, idOf(horseId, 'horse_not_found')))
  return horses
}
