import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { type Card, cardPath } from '#features/day/visit-card/card.ts'
import { openCard } from '#features/day/visit-card/server/service.ts'
import type { App } from '#platform/server/http/http.ts'

const ENTRY = 'src/app/pages/visit-card/entry.tsx'
type Render = (shown: { card: Card; token: string } | undefined) => string

/** The owner's card of a visit. Its address is its key, so it goes to nobody else: not to a search engine, not with a link that is followed. */
export async function serveVisitCard(app: App, manifest: Manifest, builtPages: string) {
  const { render }: { render: Render } = await import(pathToFileURL(join(builtPages, 'visit-card.js')).href)
  const files = headOf(manifest, ENTRY)
  const places = { db: app.db, files: app.setup.files }
  const route = { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }
  app.get(cardPath(':token'), route, async (request, reply) => {
    const { token } = request.params as { token: string }
    const opened = await openCard(places, token)
    const body = render(opened && { card: opened.card, token })
    return reply
      .code(opened ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send(documentOf({ title: 'Visit card', about: ABOUT, files, body }))
  })
}

const ABOUT = '<meta name="robots" content="noindex" />\n    <meta name="referrer" content="no-referrer" />'
