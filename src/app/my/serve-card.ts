import { cardsOf, openVisit } from '#app/my/cards-of.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { cardTitle } from '#features/day/visit-card/card.ts'
import { cardPhotoOf } from '#features/day/visit-card/server/card-of.ts'
import { printCard } from '#features/day/visit-card/server/service.ts'
import { safeName } from '#features/evidence/files/rules.ts'
import { answerOwnerPicture } from '#features/evidence/files/server/answer-owner-file.ts'
import { eyesOf } from '#features/records/guests/server/practice-of-guest.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'

/** The card of a past visit, its photos, and the same as a PDF: on every plan, as the link to it is. */
export function serveMyCard(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const places = { db: app.db, files: app.setup.files }
  const card = '/my/at/:slug/visits/:id/card' as const
  myPage(page, card, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const visitId = idOf(at(request).id, 'visit_card_not_found')
    const opened = await cardsOf(app, eyesOf(session, practice), practice, visitId)
    return paint(reply, { page: 'card', slug: practice.slug, visitId, card: opened.card })
  })
  myPage(page, `${card}.pdf`, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const opened = await cardsOf(app, eyesOf(session, practice), practice, idOf(at(request).id, 'visit_card_not_found'))
    const name = safeName(`${cardTitle(opened.card)}.pdf`)
    reply.headers({ ...NEVER_A_PAGE, 'content-type': 'application/pdf', 'content-disposition': dispositionOf('inline', name) })
    return reply.send(await printCard(places, practice.id, opened))
  })
  myPage(page, `${card}/photos/:photoId`, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const { id, photoId } = at<{ photoId: string }>(request)
    const visitId = idOf(id, 'visit_card_not_found')
    const { clientIds, shows } = await app.db.withGuest(eyesOf(session, practice), (tx) => openVisit(tx, visitId))
    if (!shows.photos) throw new AppError('visit_card_not_found')
    const size = (request.query as { size?: unknown }).size === 'large' ? 'large' : 'small'
    return answerOwnerPicture(
      await photoOf(clientIds, (clientId) => cardPhotoOf(places, { practiceId: practice.id, visitId, clientId }, photoId, size)),
      {
        request,
        reply,
      },
    )
  })
}

/** The photo, of whichever of their clients it is. @throws the last client's refusal */
async function photoOf<P>(clientIds: readonly string[], find: (clientId: string) => Promise<P>): Promise<P> {
  const [clientId = '', ...others] = clientIds
  try {
    return await find(clientId)
  } catch (error) {
    if (others.length === 0) throw error
    return photoOf(others, find)
  }
}

const NEVER_A_PAGE = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
}
