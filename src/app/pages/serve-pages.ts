import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueueView } from '#features/round/contract.ts'
import type { App } from '#platform/server/http.ts'

const ROOT = join(import.meta.dirname, '../../..')
const WEB = join(ROOT, 'dist/web')
const QUEUE_ENTRY = 'src/app/pages/call-status/entry.tsx'
const YEAR = 365 * 24 * 60 * 60
const AN_HOUR = 3600

type Bundle = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Bundle>
type Render = (view: QueueView) => string

/**
 * The built web app and the pages the server paints: files with a hash in their name for ever, the app's shell for every screen of it (the
 * browser knows which there are, and says 404 itself), the owner's queue page. Without a build there is only the API.
 */
export async function servePages(app: App) {
  if (!existsSync(join(WEB, 'index.html'))) return
  await app.register(fastifyStatic, { root: WEB, wildcard: false, index: false, cacheControl: false, setHeaders: setCaching })
  const shell = readFileSync(join(WEB, 'index.html'))
  const sendShell = (_: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shell)
  app.get('/', { schema: { hide: true } }, sendShell)
  app.get('/*', { schema: { hide: true } }, (request, reply) => (isScreen(request) ? sendShell(request, reply) : reply.callNotFound()))
  await serveQueuePage(app)
}

/** A screen's address has no dot in its last part and is none of the API's; only a page load asks for one. */
const isScreen = ({ url }: FastifyRequest) => {
  const path = url.split('?')[0] ?? ''
  return !/^\/api(\/|$)/.test(path) && !/\.[^/]*$/.test(path)
}

function setCaching(reply: FastifyReply, path: string) {
  const isHashed = path.startsWith(join(WEB, 'assets'))
  const isFresh = /\.(html|webmanifest)$|[\\/]sw\.js$/.test(path)
  reply.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : isFresh ? 'no-cache' : `public, max-age=${AN_HOUR}`)
}

/** Spec §2 Public stop queue. A first paint without the database is a skeleton that asks again by itself. */
async function serveQueuePage(app: App) {
  const manifest: Manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8'))
  const { render }: { render: Render } = await import(pathToFileURL(join(ROOT, 'dist/ssr/call-status.js')).href)
  const around = documentOf(manifest)
  app.get('/call-status', { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }, async (request, reply) => {
    const view = await viewOf(app, request)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(around(render(view), view))
  })
}

async function viewOf(app: App, request: FastifyRequest): Promise<QueueView> {
  const token = tokenIn(request)
  const now = { token, asAt: new Date().toISOString() }
  if (!token) return { ...now, firstName: null, prepLine: null, stops: [], etag: null, zone: DEFAULT_ZONE }
  try {
    const { zone, ...page } = await app.queue.page(token)
    return { ...now, ...page, zone: zone ?? DEFAULT_ZONE }
  } catch (error) {
    request.log.error({ err: error, requestId: request.id }, 'queue page painted without its stops')
    return { ...now, firstName: null, prepLine: null, stops: null, etag: null, zone: DEFAULT_ZONE }
  }
}

const DEFAULT_ZONE = 'Europe/London'

/** `?client=` or `?appointment=`, as the link in the text has it. */
function tokenIn({ query }: FastifyRequest): string | null {
  const { client, appointment } = query as Record<string, unknown>
  const token = client || appointment
  return typeof token === 'string' && token.length <= 100 ? token : null
}

function documentOf(manifest: Manifest) {
  const { file, scripts, styles } = filesOf(manifest, QUEUE_ENTRY)
  const head = [
    ...styles.map((href) => `<link rel="stylesheet" href="/${href}" />`),
    ...scripts.map((href) => `<link rel="modulepreload" href="/${href}" />`),
    `<script type="module" src="/${file}"></script>`,
  ].join('\n    ')
  return (body: string, view: QueueView) => `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Stop Queue Status · Pritchel</title>
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
    <script src="/theme.js"></script>
    ${head}
  </head>
  <body>
    <div id="queue">${body}</div>
    <script type="application/json" id="queue-view">${JSON.stringify(view).replaceAll('<', '\\u003c')}</script>
  </body>
</html>
`
}

/** A bundle's script, those it imports, and the styles of all of them: shared styles hang on the shared part. */
function filesOf(manifest: Manifest, entry: string) {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of manifest[name]?.imports ?? []) visit(imported)
  }
  visit(entry)
  const bundles = [...seen].map((name) => manifest[name]).filter((bundle) => bundle !== undefined)
  const file = manifest[entry]?.file ?? ''
  return {
    file,
    scripts: bundles.map((bundle) => bundle.file).filter((other) => other !== file),
    styles: [...new Set(bundles.flatMap((bundle) => bundle.css ?? []))],
  }
}
