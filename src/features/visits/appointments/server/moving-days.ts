import { refuseIfNotified } from '#features/core/notices/server/service.ts'
import type { Appointment, MovedDay } from '#features/visits/appointments/contract.ts'
import { changeVisit } from '#features/visits/appointments/server/change-visit.ts'
import { type Place, placesIn } from '#features/visits/appointments/server/journal.ts'
import { requireAppointment } from '#features/visits/appointments/server/require-appointment.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'
import type { ActivityRow } from '#platform/server/entity.ts'

/**
 * Moves visits as one action (weather, illness): each keeps its time of day and length, each owner gets one text about all of theirs, and
 * the journal has one line. A device requests the same visit by visit, with one `dayMove`.
 * @throws forbidden, and what `changeVisit` throws; then nothing has moved
 */
export async function moveDay(tx: PracticeTx, actor: Actor, input: MovedDay): Promise<Appointment[]> {
  await holdWriters(tx)
  const dayMove = { id: input.id ? idOf(input.id, 'bad_request') : uuidv7(), reason: input.reason ?? null }
  const moved: Appointment[] = []
  for (const { appointmentId, onDay } of input.moves) {
    const id = idOf(appointmentId, 'appointment_not_found')
    await changeVisit(tx, actor, id, { onDay, dayMove, sendSmsNotification: input.sendSmsNotification })
    moved.push(await requireAppointment(tx, actor.practiceId, id))
  }
  return moved
}

/**
 * Puts every visit of a moved day back and stops the texts that wait. A visit that was moved again since stays there.
 * @throws text_has_gone naming the recipients, changed_since when none is where the move put it
 */
export async function undoDayMove(tx: PracticeTx, actor: Actor, done: ActivityRow): Promise<void> {
  const before = placesIn(done.before)
  const there = await Promise.all(placesIn(done.after).map(async (place) => ((await isStill(tx, actor, place)) ? [place.id] : [])))
  const ids = new Set(there.flat())
  if (ids.size === 0) throw new AppError('changed_since')
  for (const id of ids) await refuseIfNotified(tx, id, done.at)
  for (const { id, onDay: _, ...place } of before.filter((one) => ids.has(one.id))) await changeVisit(tx, actor, id, place)
}

async function isStill(tx: PracticeTx, actor: Actor, place: Place): Promise<boolean> {
  const visit = await requireAppointment(tx, actor.practiceId, place.id).catch(() => undefined)
  return (
    visit?.startTime === place.startTime && visit.endTime === place.endTime && (visit.status === 'booked' || visit.status === 'pencilled')
  )
}
