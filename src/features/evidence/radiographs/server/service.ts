import type { FilmMark, NewFilmMark } from '#features/evidence/radiographs/contract.ts'
import { FilmMarkChange, NewFilmMark as NewFilmMarkShape } from '#features/evidence/radiographs/contract.ts'
import { requireFilm } from '#features/evidence/radiographs/server/require-film.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, type Row, rowForChange } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type MarkRow = Row<'film_marks'>

/** Keeps what a member measured on a film. `id` was made on their device. @throws attachment_not_found, id_taken */
async function addMark(tx: PracticeTx, actor: Actor, id: string, { attachmentId, madeAt, label, ...mark }: NewFilmMark): Promise<MarkRow> {
  await holdWriters(tx)
  const film = await requireFilm(tx, idOf(attachmentId, 'attachment_not_found'))
  const memberId = memberOf(actor)
  const member = await tx.selectFrom('members').select('name').where('id', '=', memberId).executeTakeFirstOrThrow()
  return insertRow(tx, actor, 'film_marks', id, {
    ...mark,
    label: label ?? null,
    attachment_id: film.id,
    horse_id: film.horseId,
    member_id: memberId,
    person_id: null,
    author_name: member.name,
    made_at: madeAt ? new Date(madeAt) : currentTime(),
  })
}

/** Takes a measurement away: only who made it does, or the undo of its making. Taken away twice, it is away. @throws forbidden, film_mark_not_found */
async function removeMark(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<MarkRow> {
  const before = await rowForChange(tx, 'film_marks', id, 'film_mark_not_found')
  if (before.member_id === null || (before.member_id !== actor.memberId && !actor.isUndoing)) throw new AppError('forbidden')
  return deleteRow(tx, actor, before, 'film_marks', { baseRev })
}

/** Nothing of it is changed; the undo of a removal calls this once it is back. @throws forbidden, film_mark_not_found */
async function keepMark(tx: PracticeTx, actor: Actor, id: string): Promise<MarkRow> {
  const row = await rowForChange(tx, 'film_marks', id, 'film_mark_not_found')
  if (!actor.isUndoing) throw new AppError('forbidden')
  return row
}

/** A row as it goes over the wire. */
const toMark = (row: MarkRow): FilmMark => ({
  id: row.id,
  attachmentId: row.attachment_id,
  horseId: row.horse_id,
  memberId: row.member_id,
  authorName: row.author_name,
  kind: row.kind,
  places: row.places,
  frame: row.frame,
  label: row.label,
  // After an undo it is the journal's text.
  madeAt: new Date(row.made_at).toISOString(),
})

/** Devices measure, and take away what their member measured; no one edits. */
export const filmMarkSync: SyncedEntity<'film_marks'> = {
  toWire: toMark,
  write: { newShape: NewFilmMarkShape, changeShape: FilmMarkChange, create: addMark, update: keepMark, remove: removeMark },
}
