import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cardOf, documentOf, headOf, type Manifest } from '#app/pages/document.ts'
import { serveAnswers } from '#app/pages/serve-answer.ts'
import { serveInvoices } from '#app/pages/serve-invoice.ts'
import { serveMessage } from '#app/pages/serve-message.ts'
import { serveSitemap } from '#app/pages/serve-sitemap.ts'
import { serveTerms } from '#app/pages/serve-terms.ts'
import { serveTriage } from '#app/pages/serve-triage.ts'
import { serveVisitCard } from '#app/pages/serve-visit-card.ts'
import { serveYourData } from '#app/pages/serve-your-data.ts'
import { SCREEN_PATHS } from '#app/screen-paths.ts'
import type { QueueView } from '#features/day/round/contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { App } from '#platform/server/http/http.ts'

const ROOT = join(import.meta.dirname, '../../..')
const WEB = join(ROOT, 'dist/web')
const QUEUE_ENTRY = 'src/app/pages/call-status/entry.tsx'
const PUBLIC_ENTRY = 'src/app/pages/landing/entry.tsx'
const YEAR = 365 * 24 * 60 * 60
const AN_HOUR = 3600

type Render = (view: QueueView) => string
type PublicPages = {
  publicPaths: readonly string[]
  renderPublic: (path: string, isTestVersion: boolean) => { title: string; description: string; body: string }
}

/**
 * The built web app and the pages the server paints: files with a hash in their name for ever, the app's shell for every screen of it, the
 * public pages, the owner's queue page and visit card. Whoever has a session gets the app, which has the public pages too. Without a build there is only
 * the API.
 */
export async function servePages(app: App) {
  if (!existsSync(join(WEB, 'index.html'))) return
  await app.register(fastifyStatic, { root: WEB, wildcard: false, index: false, cacheControl: false, setHeaders: setCaching })
  const manifest: Manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8'))
  const shell = readFileSync(join(WEB, 'index.html'), 'utf8')
  const pages = await paintPublic(app, manifest)
  const nowhere = pages.get(NOWHERE) ?? shell
  serveSitemap(
    app,
    [...pages.keys()].filter((path) => path !== NOWHERE),
  )
  app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(reply, hasSession(request) ? shell : pages.get('/landing')))
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const page = pages.get(path)
    if (page && (path === '/landing' || !hasSession(request))) return sendPage(reply, page)
    if (SCREENS.has(path)) return sendPage(reply, shell)
    return isScreen(path) ? sendPage(reply.code(404), hasSession(request) ? shell : nowhere) : reply.callNotFound()
  })
  await serveQueuePage(app, manifest)
  await serveVisitCard(app, manifest, join(ROOT, 'dist/ssr'))
  await serveMessage(app, manifest, join(ROOT, 'dist/ssr'))
  await serveYourData(app, manifest, join(ROOT, 'dist/ssr'))
  await serveAnswers(app, manifest, join(ROOT, 'dist/ssr'))
  await serveTriage(app, manifest, join(ROOT, 'dist/ssr'))
  await serveTerms(app, manifest, join(ROOT, 'dist/ssr'))
  await serveInvoices(app, manifest, join(ROOT, 'dist/ssr'))
}

const SCREENS: ReadonlySet<string> = new Set(SCREEN_PATHS)
/* Any path without a page of its own. */
const NOWHERE = '/404'

const sendPage = (reply: FastifyReply, page: string | undefined) =>
  reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'cookie' }).send(page)

/** Whether the browser says it is signed in; the app finds out whether that still holds. */
const hasSession = (request: FastifyRequest) => Boolean(request.cookies[request.server.cookieName])

/** A screen's address has no dot in its last part and is none of the API's; only a page load asks for one. */
const isScreen = (path: string) => !/^\/api(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/') + 1).includes('.')

/** The public pages and the one for an unknown address, painted once: they are the same for everybody. */
async function paintPublic(app: App, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const { publicPaths, renderPublic }: PublicPages = await import(pathToFileURL(join(ROOT, 'dist/ssr/landing.js')).href)
  const { mode, origin } = app.setup
  const files = headOf(manifest, PUBLIC_ENTRY)
  return new Map(
    [...publicPaths, NOWHERE].map((path) => {
      const { title, description, body } = renderPublic(path, mode === 'test')
      const about = path === NOWHERE ? '' : cardOf({ title, description, url: `${origin}${path === '/landing' ? '/' : path}`, origin })
      return [path, documentOf({ title, about, files, body })]
    }),
  )
}

function setCaching(reply: FastifyReply, path: string) {
  const isHashed = path.startsWith(join(WEB, 'assets'))
  const isFresh = /\.(html|webmanifest)$|[\\/]sw\.js$/.test(path)
  reply.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : isFresh ? 'no-cache' : `public, max-age=${AN_HOUR}`)
}

/** Spec §2 Public stop queue. A first paint without the database is a skeleton that asks again by itself. */
async function serveQueuePage(app: App, manifest: Manifest) {
  const { render }: { render: Render } = await import(pathToFileURL(join(ROOT, 'dist/ssr/call-status.js')).href)
  const files = headOf(manifest, QUEUE_ENTRY)
  app.get('/call-status', { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }, async (request, reply) => {
    const view = await viewOf(app, request)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(queueDocument(files, render(view), view))
  })
}

async function viewOf(app: App, request: FastifyRequest): Promise<QueueView> {
  const token = tokenIn(request)
  const now = { token, asAt: currentTime().toISOString() }
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

const queueDocument = (files: string, body: string, view: QueueView) =>
  documentOf({
    title: 'Stop Queue Status',
    about: '<meta name="robots" content="noindex" />',
    files,
    body: `<div id="queue">${body}</div>
    <script type="application/json" id="queue-view">${JSON.stringify(view).replaceAll('<', '\\u003c')}</script>`,
  })
