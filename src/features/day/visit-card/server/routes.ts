import { cardPath, cardTitle } from '#features/day/visit-card/card.ts'
import { visitCardEndpoints } from '#features/day/visit-card/contract.ts'
import { makeVisitCards, openCardPdf, openCardPhoto, takeBackVisitCards } from '#features/day/visit-card/server/service.ts'
import { safeName } from '#features/evidence/files/rules.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember, servePublic } from '#platform/server/http/serve-endpoint.ts'

const visitId = (params: { id: string }) => idOf(params.id, 'appointment_not_found')

export function visitCardRoutes(app: App) {
  const places = { db: app.db, files: app.setup.files }
  serveMember(app, visitCardEndpoints.make, ({ tx, actor, params }) => makeVisitCards(tx, actor, visitId(params)))
  serveMember(app, visitCardEndpoints.takeBack, async ({ tx, actor, params, query }) => {
    await takeBackVisitCards(tx, actor, visitId(params), optionalId(query.clientId, 'client_not_found') ?? null)
  })
  servePublic(app, visitCardEndpoints.photo, async ({ params, query, request, reply }) => {
    const picture = await openCardPhoto(places, params.token, params.photoId, query.size)
    reply.headers({ ...NEVER_A_PAGE, 'content-type': 'image/jpeg', 'content-disposition': 'inline', etag: picture.etag })
    if (request.headers['if-none-match'] === picture.etag) return void reply.code(304)
    reply.header('content-length', picture.bytes)
    return picture.content()
  })
  app.get(
    '/visit/:token/card.pdf',
    // Made again for each request, so that it is never older than the page.
    { schema: { hide: true }, config: { audience: 'link', rateLimit: { max: 30, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { token } = request.params as { token: string }
      const opened = await openCardPdf(places, token)
      // The page states in plain words that there is none.
      if (!opened) return reply.redirect(cardPath(encodeURIComponent(token)))
      const name = safeName(`${cardTitle(opened.card)}.pdf`)
      reply.headers({ ...NEVER_A_PAGE, 'content-type': 'application/pdf', 'content-disposition': dispositionOf('inline', name) })
      return reply.send(opened.pdf)
    },
  )
}

/**
 * Parts of a card that are no page run nothing, do not name the address they were opened from, and are fetched again: a link may have been
 * revoked.
 */
const NEVER_A_PAGE = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
}
