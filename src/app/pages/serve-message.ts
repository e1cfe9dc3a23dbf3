import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { type MessagePage, messageFilePath, messagePath, messagePicturePath } from '#features/messaging/message-page.ts'
import { openMessage, openMessageFile, openMessagePicture, type Shown } from '#features/messaging/server/service.ts'
import { dispositionOf } from '#platform/server/disposition.ts'
import type { App } from '#platform/server/http.ts'

const ENTRY = 'src/app/pages/message/entry.tsx'
type Render = (shown: { page: MessagePage; token: string } | undefined) => string
type Named = { token: string; id: string }

/** Where an owner looks at the photos and files that a text could not carry, by a link alone. */
export async function serveMessage(app: App, manifest: Manifest, builtPages: string) {
  const { render }: { render: Render } = await import(pathToFileURL(join(builtPages, 'message.js')).href)
  const files = headOf(manifest, ENTRY)
  const places = { db: app.db, files: app.setup.files }
  const painted = (shown: Parameters<Render>[0]) => documentOf({ title: 'Message', about: ABOUT, files, body: render(shown) })
  const route = { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }
  app.get(messagePath(':token'), route, async (request, reply) => {
    const { token } = request.params as Named
    const page = await openMessage(places, token)
    return reply
      .code(page ? 200 : 404)
      .type(HTML)
      .headers(PRIVATE)
      .send(painted(page && { page, token }))
  })
  const send = (address: (token: string, id: string) => string, open: typeof openMessageFile, how: 'inline' | 'attachment') =>
    app.get(address(':token', ':id'), route, async (request, reply) => {
      const { token, id } = request.params as Named
      const shown = await open(places, token, id)
      if (!shown) return reply.code(404).type(HTML).headers(PRIVATE).send(painted(undefined))
      return reply.headers(headersOf(shown, how)).send(shown.content())
    })
  send(messagePicturePath, openMessagePicture, 'inline')
  send(messageFilePath, openMessageFile, 'attachment')
}

const HTML = 'text/html; charset=utf-8'
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
const ABOUT = '<meta name="robots" content="noindex" />\n    <meta name="referrer" content="no-referrer" />'

/** What of a message is no page runs nothing. */
const headersOf = ({ name, mime, bytes }: Shown, how: 'inline' | 'attachment') => ({
  ...PRIVATE,
  'content-type': mime,
  'content-length': bytes,
  'content-disposition': dispositionOf(how, name),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})
