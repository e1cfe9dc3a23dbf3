import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor } from '#app/my/at-practice.ts'
import { careHorseOf } from '#app/my/care-horse-of.ts'
import { careOf } from '#app/my/care-of.ts'
import type { CareFilter } from '#app/my/care-view.ts'
import { fieldOf, myForm, myPage, type Paint } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { changeOwnFile, type OwnFileChange } from '#features/evidence/files/server/change-own-file.ts'
import { carerEyes, findEndedCare } from '#features/records/guests/server/guest-care.ts'
import { leaveCare } from '#features/records/guests/server/leave-care.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { idOf } from '#lib/canonical.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

export const CARE = '/my/care'

/** The horses that a person looks after as a vet or a para-professional; each with its record, until that ends. */
export function serveMyCare(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, CARE, async ({ request, reply, session }) => paint(reply, await careOf(app, session, askedIn(request))))
  myPage(page, `${CARE}/:slug/:id`, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const horseId = idOf(at(request).id, 'horse_not_found')
    return orEnded({ app, paint }, { reply, session, practice, horseId }, async () =>
      paint(reply, { ...(await careHorseOf(app, session, practice, horseId)), said: SAID[wordIn(request, 'said')] ?? null }),
    )
  })
  myForm(page, `${CARE}/:slug/:id/end`, 20, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    // Ending is never refused: also where the practice takes nothing else.
    const actor = await actorFor(app, { practice: { ...practice, isLapsed: false } }, session)
    await app.db.withPractice(practice.id, (tx) => leaveCare(tx, actor, idOf(at(request).id, 'horse_not_found')))
    return reply.redirect(CARE, 303)
  })
  myForm(page, `${CARE}/:slug/:id/files/:fileId`, 60, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const { id, fileId } = at<{ fileId: string }>(request)
    const what = { horseId: idOf(id, 'horse_not_found'), attachmentId: idOf(fileId, 'attachment_not_found') }
    const [word, change] = changeIn(fieldOf(request, 'do'))
    const actor = await actorFor(app, { practice: { ...practice, isLapsed: false } }, session)
    await app.db.withPractice(practice.id, (tx) => changeOwnFile(tx, actor, what, change))
    return reply.redirect(`${CARE}/${practice.slug}/${what.horseId}?said=${word}#files`, 303)
  })
}

type Asking = { reply: FastifyReply; session: GuestSession; practice: GuestPractice; horseId: string }

/** What is painted, or the page of an access that has ended. @throws horse_not_found to who never looked after it */
export async function orEnded(
  { app, paint }: { app: App; paint: Paint },
  { reply, session, practice, horseId }: Asking,
  work: () => Promise<unknown>,
) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'horse_not_found') throw error
    const ended = await app.db.withGuest(carerEyes(session, practice), (tx) => findEndedCare(tx, horseId))
    if (!ended) throw error
    const day = ended.endedAt && dayOf(ended.endedAt, practice.zone)
    return paint(reply, { page: 'care-ended', name: ended.name, day }, 410)
  }
}

const wordIn = ({ query }: FastifyRequest, name: string): string => {
  const word = (query as Record<string, unknown>)[name]
  return typeof word === 'string' ? word : ''
}

const askedIn = (request: FastifyRequest): CareFilter => ({
  by: wordIn(request, 'by') === 'practice' ? 'practice' : 'yard',
  words: wordIn(request, 'q').slice(0, 80),
  newOnly: wordIn(request, 'new') !== '',
})

const CHANGES: Readonly<Record<string, OwnFileChange>> = {
  shown: { ownerSees: true },
  passes: { mayPassOn: true },
  stays: { mayPassOn: false },
}
const SAID: Readonly<Record<string, string>> = {
  shown: 'The owner sees it now.',
  asked: 'The owner and the farrier are asked.',
  passes: 'It may be passed on.',
  stays: 'It is not to be passed on.',
}

/** @throws not_found */
function changeIn(word: string): [word: string, change: OwnFileChange] {
  const change = Object.hasOwn(CHANGES, word) ? CHANGES[word] : undefined
  if (!change) throw new AppError('not_found')
  return [word, change]
}
