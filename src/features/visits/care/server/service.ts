import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import type { CareNote, CareNoteChange, NewCareAnswer } from '#features/visits/care/contract.ts'
import { CareNoteChange as CareNoteChangeShape, NewCareAnswer as NewCareAnswerShape } from '#features/visits/care/contract.ts'
import { dropReview, putReview } from '#features/visits/care/server/review.ts'
import { type CareRow, NOTHING } from '#features/visits/care/server/rows.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** What was written about a horse, newest first; `after` is the last id of the page before. @throws horse_not_found */
export async function notesOfHorse(tx: PracticeTx, horseId: string, { limit, after }: { limit: number; after?: string | undefined }) {
  await requireHorse(tx, horseId)
  let query = tx.selectFrom('care_notes').selectAll().where('horse_id', '=', horseId).where('deleted_at', 'is', null)
  if (after) query = query.where('id', '<', after)
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toNote)
}

/**
 * Answers a note or a plan, by the caller. `id` may have been made on a device.
 * @throws forbidden, care_note_not_found, id_taken
 */
export async function answerNote(tx: PracticeTx, actor: Actor, id: string, { replyToId, body, saidAt }: NewCareAnswer): Promise<CareRow> {
  requireMay(actor, 'changeRecords')
  await holdWriters(tx)
  const note = await findRow(tx, 'care_notes', idOf(replyToId, 'care_note_not_found'))
  if (!note || note.deleted_at || note.kind === 'answer') throw new AppError('care_note_not_found')
  const memberId = memberOf(actor)
  const member = await tx.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirstOrThrow()
  return insertRow(tx, actor, 'care_notes', id, {
    ...NOTHING,
    horse_id: note.horse_id,
    member_id: memberId,
    author_name: member.name,
    author_role: 'farrier',
    kind: 'answer',
    reply_to_id: note.id,
    body,
    said_at: saidAt ? new Date(saidAt) : currentTime(),
  })
}

/**
 * Accepts what was written, which makes its review a task; accepted twice, it is accepted. Or withdraws the member's own answer. What was
 * accepted stays so: only its undo reverts it.
 * @throws forbidden, care_note_not_found; care_note_withdrawn when its author has withdrawn it meanwhile
 */
export async function changeNote(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  { takenAt, withdrawnAt }: CareNoteChange,
  baseRev?: number,
): Promise<CareRow> {
  requireMay(actor, 'changeRecords')
  const before = await rowForChange(tx, 'care_notes', id, 'care_note_not_found')
  if (before.deleted_at) throw new AppError('care_note_not_found')
  if (withdrawnAt) return takeBack(tx, actor, before, baseRev)
  if (takenAt === undefined || (takenAt === null) === (before.taken_at === null)) return before
  if (before.kind === 'answer') throw new AppError('forbidden')
  if (takenAt === null) return actor.isUndoing ? leave(tx, actor, before) : before
  if (before.withdrawn_at) throw new AppError('care_note_withdrawn')
  const columns = { taken_at: new Date(takenAt), taken_by: memberOf(actor) }
  const taken = await updateRow(tx, actor, before, 'care_notes', columns, { baseRev, policy: POLICY, verb: 'taken' })
  if (taken.review_on) await putReview(tx, actor, taken)
  return taken
}

async function takeBack(tx: PracticeTx, actor: Actor, before: CareRow, baseRev: number | undefined): Promise<CareRow> {
  if (before.kind !== 'answer' || before.member_id !== memberOf(actor)) throw new AppError('forbidden')
  if (before.withdrawn_at) return before
  return updateRow(tx, actor, before, 'care_notes', { withdrawn_at: currentTime() }, { baseRev, policy: POLICY, verb: 'taken_back' })
}

async function leave(tx: PracticeTx, actor: Actor, before: CareRow): Promise<CareRow> {
  await dropReview(tx, actor, before.id)
  return updateRow(tx, actor, before, 'care_notes', { taken_at: null, taken_by: null }, { policy: POLICY, verb: 'left' })
}

/** A row as it goes over the wire. */
export const toNote = (row: CareRow): CareNote => ({
  id: row.id,
  horseId: row.horse_id,
  authorName: row.author_name,
  authorRole: row.author_role,
  kind: row.kind,
  replyToId: row.reply_to_id,
  body: row.body,
  plan: row.plan,
  figures: row.figures,
  filmId: row.film_id,
  reviewOn: row.review_on,
  ownerSeesFrom: row.owner_sees_from,
  // After an undo they are the journal's text.
  saidAt: new Date(row.said_at).toISOString(),
  memberId: row.member_id,
  takenAt: row.taken_at && new Date(row.taken_at).toISOString(),
  takenBy: row.taken_by,
  withdrawnAt: row.withdrawn_at && new Date(row.withdrawn_at).toISOString(),
})

/** Devices answer and accept; no one changes or removes what a vet wrote. */
export const careSync: SyncedEntity<'care_notes'> = {
  toWire: toNote,
  write: {
    newShape: NewCareAnswerShape,
    changeShape: CareNoteChangeShape,
    create: answerNote,
    update: changeNote,
    remove: refuse,
  },
}

/** Accepted on two devices, it is accepted. */
export const POLICY: MergePolicy = { groups: { taken: ['taken_at', 'taken_by'] }, free: ['taken', 'withdrawn_at', 'owner_sees_from'] }

async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}
