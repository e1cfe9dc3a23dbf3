import { type Card, cardPath } from '#features/day/visit-card/card.ts'
import { openCard, ownerOfCard } from '#features/day/visit-card/server/service.ts'
import { serveOwnerCalendar } from '#features/visits/calendars/server/serve-owner-calendar.ts'
import { ownerCalendarOf } from '#features/visits/calendars/server/service.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, sendByLink, tokenOf } from '#platform/server/pages/link-page.ts'

type Render = (shown: { card: Card; token: string; calendar: string | null } | undefined) => string

/**
 * The owner's card of a visit. Its address is its key, so it goes to no one else: not to a search engine, not with a link that is followed.
 */
export async function serveVisitCard(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, files: app.setup.files }
  const calendars = { db: app.db, vault: app.setup.vault, origin: app.setup.origin }
  serveOwnerCalendar(app, cardPath, (token) => ownerOfCard(app.db, token))
  app.get(cardPath(':token'), READING, async (request, reply) => {
    const token = tokenOf(request)
    const opened = await openCard(places, token)
    const owner = opened && (await ownerOfCard(app.db, token))?.owner
    const calendar = owner ? await ownerCalendarOf(calendars, owner) : null
    const body = render(opened && { card: opened.card, token, calendar })
    return sendByLink(reply, opened ? 200 : 404, { title: 'Visit card', files, body })
  })
}
