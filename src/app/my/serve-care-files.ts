import { isFilm } from '#app/my/care-horse-of.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { CARE, orEnded } from '#app/my/serve-care.ts'
import { answerOwnerFile, isOwnerSize, type OwnerSize } from '#features/evidence/files/server/answer-owner-file.ts'
import { type GuestFile, guestFile, guestFiles } from '#features/evidence/files/server/guest-files.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { carerEyes, findGuestCare } from '#features/records/guests/server/guest-care.ts'
import { noteCareOpening } from '#features/records/guests/server/note-care-opening.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

type Of = { horseId: string; fileId: string }

/** Photos, films and files of a horse for its carer. A small picture is part of a page; anything opened alone has its own line. */
export function serveMyCareFiles(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, `${CARE}/:slug/:id/files/:fileId/:size`, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const { id, fileId, size } = at<{ fileId: string; size: string }>(request)
    const of = { horseId: idOf(id, 'horse_not_found'), fileId: idOf(fileId, 'attachment_not_found') }
    if (!isOwnerSize(size)) throw new AppError('attachment_not_found')
    await app.db.withGuest(carerEyes(session, practice), (tx) => requireSeen(tx, of, size))
    return answerOwnerFile(app, { practiceId: practice.id, attachmentId: of.fileId, size, by: 'carer', request, reply })
  })
  myPage(page, `${CARE}/:slug/:id/films/:fileId`, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const { id, fileId } = at<{ fileId: string }>(request)
    const of = { horseId: idOf(id, 'horse_not_found'), fileId: idOf(fileId, 'attachment_not_found') }
    return orEnded({ app, paint }, { reply, session, practice, horseId: of.horseId }, async () => {
      const { horse, film, others } = await app.db.withGuest(carerEyes(session, practice), (tx) => readFilm(tx, of))
      const { fileName, foot, view, takenOn } = film
      return paint(reply, {
        page: 'care-film',
        ...{ slug: practice.slug, horse: { id: of.horseId, name: horse.name } },
        film: { id: film.id, name: fileName, foot, view, day: takenOn },
        mayReadPatient: horse.role === 'vet',
        mayMeasure: guestMay({ role: horse.role, seesMoney: false }, 'measure') && !practice.isLapsed,
        others: others.map((other) => ({ id: other.id, name: other.fileName })),
      })
    })
  })
}

/** @throws attachment_not_found where it is not shown to them, or is of another horse */
async function requireSeen(tx: GuestTx, of: Of, size: OwnerSize): Promise<void> {
  const file = await requireFile(tx, of)
  if (size !== 'small' && size !== 'tiny') await noteCareOpening(tx, { horseId: of.horseId, what: 'file', subjectId: file.id })
}

/** A film, the horse, and what else can be shown beside it. @throws horse_not_found, attachment_not_found */
async function readFilm(tx: GuestTx, of: Of) {
  const horse = await findGuestCare(tx, of.horseId)
  if (!horse) throw new AppError('horse_not_found')
  const film = await requireFile(tx, of)
  if (!isFilm(film)) throw new AppError('attachment_not_found')
  await noteCareOpening(tx, { horseId: of.horseId, what: 'file', subjectId: film.id })
  const others = (await guestFiles(tx, of.horseId)).filter((other) => isFilm(other) && other.id !== film.id)
  return { horse, film, others }
}

async function requireFile(tx: GuestTx, { horseId, fileId }: Of): Promise<GuestFile> {
  const file = await guestFile(tx, fileId)
  if (file?.horseId !== horseId) throw new AppError('attachment_not_found')
  return file
}
