import type { NewFilmMark } from '#features/evidence/radiographs/contract.ts'
import { MOST_MARKS } from '#features/evidence/radiographs/measure.ts'
import { requireFilm } from '#features/evidence/radiographs/server/require-film.ts'
import { type Care, requireCare } from '#features/records/guests/server/require-care.ts'
import { tellFarrier } from '#features/records/guests/server/tell-farrier.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, findRow, holdWriters, insertRow, logActivity, rowForChange } from '#platform/server/database/rows.ts'

/** A carer, and a film that they see. */
type Of = { personId: string; filmId: string }
type Measured = Pick<NewFilmMark, 'kind' | 'places' | 'frame'> & { id: string; label: string | null }

/** Keeps what a vet measured, and alerts the farrier. Sent again it is kept already. @throws attachment_not_found, horse_not_found, forbidden, too_many_requests */
export async function measureAsVet(tx: PracticeTx, actor: Actor, { personId, filmId }: Of, { id, ...mark }: Measured): Promise<void> {
  await holdWriters(tx)
  const film = await requireFilm(tx, filmId)
  const vet = await requireCare(tx, { personId }, 'measure', film)
  if (await findRow(tx, 'film_marks', id)) return
  await requireRoom(tx, filmId)
  const columns = {
    ...mark,
    ...{ attachment_id: filmId, horse_id: film.horseId, member_id: null, person_id: personId },
    author_name: vet.asName,
    made_at: currentTime(),
  }
  // By a verb of its own: no member undoes what a vet measured.
  await insertRow(tx, actor, 'film_marks', id, columns, { isPart: true })
  await logActivity(tx, actor, { entity: 'film_marks', entityId: id, verb: 'measured', before: null, after: columns })
  await alertOnce(tx, actor, { personId, filmId }, vet)
}

/** Takes away what a vet measured themselves. Taken away twice, it is away. @throws attachment_not_found, horse_not_found, forbidden, film_mark_not_found */
export async function takeBackAsVet(tx: PracticeTx, actor: Actor, { personId, filmId }: Of, markId: string): Promise<void> {
  await holdWriters(tx)
  await requireCare(tx, { personId }, 'measure', await requireFilm(tx, filmId))
  const row = await rowForChange(tx, 'film_marks', markId, 'film_mark_not_found')
  if (row.attachment_id !== filmId || row.person_id !== personId) throw new AppError('film_mark_not_found')
  await deleteRow(tx, actor, row, 'film_marks', { verb: 'taken_back' })
}

/** One event a film, vet and day: each drag of a handle is another measurement, and the first of them has alerted already. */
async function alertOnce(tx: PracticeTx, actor: Actor, { personId, filmId }: Of, { clientId, horseId, ...vet }: Care): Promise<void> {
  const opId = uuidOf('measured', filmId, personId, dayOf(currentTime(), actor.zone))
  const body = `${vet.asName} measured a radiograph of ${vet.horseName}.`
  await tellFarrier(tx, { ...actor, opId }, { clientId, body, path: `/horses?horse=${horseId}&tab=files` })
}

async function requireRoom(tx: PracticeTx, filmId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('film_marks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('attachment_id', '=', filmId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_MARKS)
    throw new AppError('too_many_requests', {}, 'That’s as many measurements as one film takes. Take some away.')
}
