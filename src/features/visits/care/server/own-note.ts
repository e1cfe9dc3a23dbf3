import { requireCare } from '#features/records/guests/server/require-care.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { dropReview } from '#features/visits/care/server/review.ts'
import type { CareRow } from '#features/visits/care/server/rows.ts'
import { POLICY } from '#features/visits/care/server/service.ts'
import { tellOfNote } from '#features/visits/care/server/tell-of-note.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { rowForChange, updateRow } from '#platform/server/database/rows.ts'

/** A carer's note or plan, about a horse that they still look after. */
type Own = { personId: string; horseId: string; noteId: string }

/**
 * Withdraws what they wrote. What was read stays, marked; a review that is not ticked off goes.
 * @throws horse_not_found, forbidden, care_note_not_found
 */
export async function withdrawNote(tx: PracticeTx, actor: Actor, of: Own): Promise<void> {
  const row = await requireOwn(tx, of)
  if (row.withdrawn_at) return
  await updateRow(tx, actor, row, 'care_notes', { withdrawn_at: currentTime() }, { policy: POLICY, verb: 'withdrawn' })
  await dropReview(tx, actor, row.id)
  const horse = await requireHorse(tx, row.horse_id)
  const body = `${row.author_name} has withdrawn ${row.kind === 'plan' ? 'a shoeing plan' : 'a note'}.`
  await tellOfNote(tx, actor, { horseId: horse.id, horseName: horse.name, body })
}

/**
 * They have spoken to the owner, who reads from now on what was kept back. Pressed twice it is the same.
 * @throws horse_not_found, forbidden, care_note_not_found
 */
export async function showNote(tx: PracticeTx, actor: Actor, of: Own): Promise<void> {
  const row = await requireOwn(tx, of)
  if (row.owner_sees_from === null) return
  await updateRow(tx, actor, row, 'care_notes', { owner_sees_from: null }, { policy: POLICY, verb: 'shown' })
}

async function requireOwn(tx: PracticeTx, { personId, horseId, noteId }: Own): Promise<CareRow> {
  await requireCare(tx, { personId }, 'note', { horseId })
  const row = await rowForChange(tx, 'care_notes', noteId, 'care_note_not_found')
  if (row.deleted_at || row.horse_id !== horseId || row.person_id !== personId) throw new AppError('care_note_not_found')
  return row
}
