import { filmMarkEndpoints } from '#features/evidence/radiographs/contract.ts'
import { guestMarks } from '#features/evidence/radiographs/server/guest-marks.ts'
import { measureAsVet, takeBackAsVet } from '#features/evidence/radiographs/server/own-marks.ts'
import { noteCareOpening } from '#features/records/guests/server/note-care-opening.ts'
import { type GuestPractice, practiceOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { serveGuest } from '#features/records/guests/server/serve-guest.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Film = { practice: GuestPractice; filmId: string }

/** What vets measure on films, and para-professionals read of it. A film that they don't see has nothing on it. */
export function filmMarkRoutes(app: App) {
  serveGuest(app, filmMarkEndpoints.read, async ({ session, params }) => {
    const film = await filmOf(app, session, params)
    return seen(app, session, film, async (tx, horseId) => {
      await noteCareOpening(tx, { horseId, what: 'file', subjectId: film.filmId })
      return guestMarks(tx, session.personId, [film.filmId])
    })
  })
  serveGuest(app, filmMarkEndpoints.add, async ({ session, params, body }) => {
    const { practice, filmId } = await filmOf(app, session, params)
    await seen(app, session, { practice, filmId }, async () => undefined)
    const actor = await actorFor(app, practice, session)
    await app.db.withPractice(practice.id, (tx) => measureAsVet(tx, actor, { ...session, filmId }, body))
    const marks = await app.db.withGuest(eyesOf(session, practice), (tx) => guestMarks(tx, session.personId, [filmId]))
    const mark = marks.find(({ id, isOwn }) => id === body.id && isOwn)
    if (!mark) throw new AppError('film_mark_not_found')
    return mark
  })
  serveGuest(app, filmMarkEndpoints.remove, async ({ session, params }) => {
    const { practice, filmId } = await filmOf(app, session, params)
    await seen(app, session, { practice, filmId }, async () => undefined)
    const actor = await actorFor(app, practice, session)
    const markId = idOf(params.markId, 'film_mark_not_found')
    await app.db.withPractice(practice.id, (tx) => takeBackAsVet(tx, actor, { ...session, filmId }, markId))
  })
}

const eyesOf = ({ personId }: GuestSession, { id }: GuestPractice) => ({ practiceId: id, carerId: personId })

/** @throws attachment_not_found where the guest has no way to the practice */
async function filmOf(app: App, session: GuestSession, { slug, id }: { slug: string; id: string }): Promise<Film> {
  const practice = await practiceOfGuest(app.db, session, slug)
  if (!practice) throw new AppError('attachment_not_found')
  return { practice, filmId: idOf(id, 'attachment_not_found') }
}

/** Reads as a carer of the horse of a film that they see. @throws attachment_not_found */
const seen = <T>(app: App, session: GuestSession, { practice, filmId }: Film, work: (tx: GuestTx, horseId: string) => Promise<T>) =>
  app.db.withGuest(eyesOf(session, practice), async (tx) => {
    const file = await tx
      .selectFrom('attachments')
      .select(['horse_id', 'file_type', 'mime'])
      .where('id', '=', filmId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const isFilm = file?.file_type === 'radiograph' || file?.mime === 'application/dicom'
    if (!file?.horse_id || !isFilm) throw new AppError('attachment_not_found')
    return work(tx, file.horse_id)
  })

/** @throws practice_takes_nothing where its plan has ended */
async function actorFor(app: App, practice: GuestPractice, { personId }: GuestSession) {
  if (practice.isLapsed) throw new AppError('practice_takes_nothing')
  return { ...(await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })), byPerson: personId }
}
