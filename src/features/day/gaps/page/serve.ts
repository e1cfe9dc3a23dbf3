import { OFFER_PATH, type OfferPage } from '#features/day/gaps/offer-page.ts'
import { answerOffer, openOffer } from '#features/day/gaps/server/answering.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Render = (page: OfferPage | undefined) => string

/**
 * The page where an owner answers the offer of a free slot, by a link. Opening it changes nothing; only its forms do, and then the page is
 * loaded again.
 */
export async function serveOffer(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin }
  app.get(`${OFFER_PATH}:token`, READING, async (request, reply) => {
    const page = await openOffer(places, tokenOf(request))
    return sendByLink(reply, page ? 200 : 404, { title: 'A slot has come free', files, body: render(page) })
  })
  app.post(`${OFFER_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const { says } = (request.body ?? {}) as FormBody
    if (says === 'yes' || says === 'no') await answerOffer(places, token, says)
    return reply.redirect(OFFER_PATH + encodeURIComponent(token), 303)
  })
}
