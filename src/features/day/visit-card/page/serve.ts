import { type Card, cardPath } from '#features/day/visit-card/card.ts'
import { openCard } from '#features/day/visit-card/server/service.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendPrivate, tokenOf } from '#platform/server/pages/link-page.ts'

type Render = (shown: { card: Card; token: string } | undefined) => string

/**
 * The owner's card of a visit. Its address is its key, so it goes to no one else: not to a search engine, not with a link that is followed.
 */
export async function serveVisitCard(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, files: app.setup.files }
  app.get(cardPath(':token'), READING, async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openCard(places, token)
    const body = render(opened && { card: opened.card, token })
    return sendPrivate(reply, opened ? 200 : 404, { title: 'Visit card', files, body }, 'no-referrer')
  })
}
