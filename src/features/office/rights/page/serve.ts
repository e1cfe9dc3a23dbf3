import type { FastifyReply } from 'fastify'
import { PACK_PATH, type PackPage, packFilePath } from '#features/office/rights/pack-page.ts'
import { openPackFile, openPackPage } from '#features/office/rights/server/pack.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { privateHeaders, sendByLink, tokenOf } from '#platform/server/pages/link-page.ts'

type Shown = { page: PackPage; token: string }
type Render = (shown: Shown | undefined) => string

/**
 * Serves the page where a person downloads what a practice holds about them, with a link alone. Link scanners open only the page; the button
 * downloads the file, and that is journalled.
 */
export async function serveYourData(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, files: app.setup.files, origin: app.setup.origin }
  const painted = (reply: FastifyReply, shown?: Shown) =>
    sendByLink(reply, shown ? 200 : 404, { title: 'Your data', files, body: render(shown) }, 'no-referrer')
  app.get(`${PACK_PATH}:token`, LIMITED, async (request, reply) => {
    const token = tokenOf(request)
    const page = await openPackPage(places, token)
    return painted(reply, page && { page, token })
  })
  app.get(packFilePath(':token'), LIMITED, async (request, reply) => {
    const opened = await openPackFile(places, tokenOf(request))
    if (!opened) return painted(reply)
    return reply
      .headers({
        ...privateHeaders('no-referrer'),
        'content-type': 'application/zip',
        'content-disposition': dispositionOf('attachment', 'your-data.zip'),
        'content-length': opened.bytes,
        'x-content-type-options': 'nosniff',
      })
      .send(opened.content())
  })
}

const LIMITED = { schema: { hide: true }, config: { rateLimit: { max: 60, timeWindow: 60_000 } } }
