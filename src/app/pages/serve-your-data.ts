import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { PACK_PATH, type PackPage, packFilePath } from '#features/office/rights/pack-page.ts'
import { openPackFile, openPackPage } from '#features/office/rights/server/pack.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'

const ENTRY = 'src/app/pages/your-data/entry.tsx'
type Render = (shown: { page: PackPage; token: string } | undefined) => string

/**
 * Where a person fetches what a practice holds about them, by a link alone. Programs that look at links open the page; only the button
 * fetches the file, and that is written down.
 */
export async function serveYourData(app: App, manifest: Manifest, builtPages: string) {
  const { render }: { render: Render } = await import(pathToFileURL(join(builtPages, 'your-data.js')).href)
  const files = headOf(manifest, ENTRY)
  const places = { db: app.db, files: app.setup.files, origin: app.setup.origin }
  const painted = (shown: Parameters<Render>[0]) => documentOf({ title: 'Your data', about: ABOUT, files, body: render(shown) })
  app.get(`${PACK_PATH}:token`, LIMITED, async (request, reply) => {
    const { token } = request.params as { token: string }
    const page = await openPackPage(places, token)
    return reply
      .code(page ? 200 : 404)
      .type(HTML)
      .headers(PRIVATE)
      .send(painted(page && { page, token }))
  })
  app.get(packFilePath(':token'), LIMITED, async (request, reply) => {
    const opened = await openPackFile(places, (request.params as { token: string }).token)
    if (!opened) return reply.code(404).type(HTML).headers(PRIVATE).send(painted(undefined))
    return reply
      .headers({
        ...PRIVATE,
        'content-type': 'application/zip',
        'content-disposition': dispositionOf('attachment', 'your-data.zip'),
        'content-length': opened.bytes,
        'x-content-type-options': 'nosniff',
      })
      .send(opened.content())
  })
}

const LIMITED = { schema: { hide: true }, config: { rateLimit: { max: 60, timeWindow: 60_000 } } }
const HTML = 'text/html; charset=utf-8'
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
const ABOUT = '<meta name="robots" content="noindex" />\n    <meta name="referrer" content="no-referrer" />'
