import { MOST_DAYS_KEPT } from '#features/evidence/files/rules.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { requireCare } from '#features/records/guests/server/require-care.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import type { Figures, ShoeingPlan } from '#features/visits/care/plan.ts'
import { MOST_NOTES_A_DAY } from '#features/visits/care/rules.ts'
import { NOTHING } from '#features/visits/care/server/rows.ts'
import { tellOfNote } from '#features/visits/care/server/tell-of-note.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, logActivity } from '#platform/server/database/rows.ts'

/** What a carer writes. `id` comes from the form: sent twice, it is written once. */
export type Written = {
  id: string
  body: string
  /** Of a plan. */
  plan: ShoeingPlan | null
  figures: Figures | null
  filmId: string | null
  reviewOn: Day | null
  /** The owner reads it once they have spoken. */
  isKept: boolean
}

const DAY_MS = 86_400_000

/**
 * Writes a note or, with a plan, a shoeing plan into a horse's record, and calls the farrier.
 * @throws horse_not_found, forbidden, attachment_not_found, too_many_requests, care_note_empty
 */
export async function writeNote(
  tx: PracticeTx,
  actor: Actor,
  { personId, horseId }: { personId: string; horseId: string },
  { id, body, plan, figures, filmId, reviewOn, isKept }: Written,
): Promise<void> {
  await holdWriters(tx)
  const carer = await requireCare(tx, { personId }, plan ? 'plan' : 'note', { horseId })
  if (isKept && !guestMay({ ...carer, seesMoney: false }, 'keepBack')) throw new AppError('forbidden', {}, 'Only a vet can do that.')
  if (!body && !plan && !figures) throw new AppError('care_note_empty')
  if (await findRow(tx, 'care_notes', id)) return
  const horse = await requireHorse(tx, horseId)
  if (filmId) await requireFilm(tx, filmId, horseId)
  await requireRoom(tx, personId, horseId)
  const columns = {
    ...NOTHING,
    horse_id: horseId,
    person_id: personId,
    author_name: carer.asName,
    author_role: carer.role,
    kind: plan ? ('plan' as const) : ('note' as const),
    body,
    plan,
    figures,
    film_id: filmId,
    review_on: reviewOn,
    owner_sees_from: isKept ? addDays(dayOf(currentTime(), actor.zone), MOST_DAYS_KEPT) : null,
    said_at: currentTime(),
  }
  // By a verb of its own: no member undoes what a vet wrote.
  await insertRow(tx, actor, 'care_notes', id, columns, { isPart: true })
  await logActivity(tx, actor, { entity: 'care_notes', entityId: id, verb: 'written', before: null, after: columns })
  await tellOfNote(tx, actor, {
    horseId,
    horseName: horse.name,
    body: `${carer.asName} has written ${plan ? 'a shoeing plan' : 'a note'}.`,
  })
}

/** A film of this horse that its carers may see. @throws attachment_not_found */
async function requireFilm(tx: PracticeTx, filmId: string, horseId: string): Promise<void> {
  const film = await findRow(tx, 'attachments', filmId)
  if (!film || film.deleted_at || film.horse_id !== horseId || film.file_type !== 'radiograph') throw new AppError('attachment_not_found')
}

async function requireRoom(tx: PracticeTx, personId: string, horseId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('care_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('horse_id', '=', horseId)
    .where('said_at', '>', new Date(currentMs() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_NOTES_A_DAY) throw new AppError('too_many_requests', {}, TOO_MANY)
}

const TOO_MANY = 'That’s a lot of notes about one horse in a day. Ring the farrier.'
