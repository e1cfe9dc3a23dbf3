import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serveJoin } from '#app/join/serve.ts'
import { serveMy } from '#app/my/serve.ts'
import { PAINTED, type PaintedPage } from '#app/painted.ts'
import { portalFoot } from '#app/portal-foot.ts'
import { serveReference } from '#app/reference/serve.ts'
import { SCREEN_PATHS } from '#app/screen-paths.ts'
import { serveSitemap } from '#app/serve-sitemap.ts'
import { serveShare } from '#app/share/serve.ts'
import { serveOffer } from '#features/day/gaps/page/serve.ts'
import { serveLone } from '#features/day/lone/page/serve.ts'
import { serveQueue } from '#features/day/round/page/serve.ts'
import { serveVisitCard } from '#features/day/visit-card/page/serve.ts'
import { serveStatement } from '#features/ledger/accounts/page/serve.ts'
import { serveInvoice } from '#features/ledger/invoices/page/serve.ts'
import { checkoutOf, takesCards } from '#features/ledger/payments/server/checkout-of.ts'
import { postsUnder } from '#features/office/posts/server/posts-under.ts'
import { serveYourData } from '#features/office/rights/page/serve.ts'
import { serveConsent } from '#features/records/guests/page/serve.ts'
import { servePhotos } from '#features/records/photo-consents/page/serve.ts'
import { serveTerms } from '#features/records/terms/page/serve.ts'
import { serveMessage } from '#features/talk/messaging/page/serve.ts'
import { takePaidWord } from '#features/talk/messaging/server/take-paid-word.ts'
import { serveTriage } from '#features/talk/triage/page/serve.ts'
import { serveAnswers } from '#features/visits/answers/page/serve.ts'
import type { App } from '#platform/server/http/http.ts'
import { type KeptText, keepText, sendKept } from '#platform/server/http/shrink.ts'
import { type BuiltPage, openBuild } from '#platform/server/pages/built-page.ts'
import { cardOf, documentOf, HTML } from '#platform/server/pages/document.ts'

const DIST = join(import.meta.dirname, '../../dist')
const WEB = join(DIST, 'web')
const YEAR = 365 * 24 * 60 * 60
const AN_HOUR = 3600

type PublicPages = {
  publicPaths: readonly string[]
  renderPublic: (path: string, isTestVersion: boolean, isMember: boolean) => { title: string; description: string; body: string }
}

/**
 * The built web app and the pages the server paints: files with a hash in their name for ever, the app's shell for every screen of it, the
 * public pages, and what owners open by a link. A browser with a session gets the app, which has the public pages too. Without a build
 * there is only the API.
 */
export async function servePages(app: App) {
  if (!existsSync(join(WEB, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: WEB,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: setCaching,
    // The build leaves `app.js.br` and `app.js.gz` beside `app.js`: never files of their own.
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
  })
  app.decorate('footOf', portalFoot(app.db))
  const built = openBuild(DIST)
  const shell = keepText(readFileSync(join(WEB, 'index.html'), 'utf8'))
  const pages = await paintPublic(app, built('landing', PAINTED.landing))
  const nowhere = pages.get(NOWHERE) ?? shell
  const ofMembers = pages.get(LANDING_OF_MEMBERS) ?? shell
  serveSitemap(
    app,
    [...pages.keys()].filter((path) => path !== NOWHERE && path !== LANDING_OF_MEMBERS),
  )
  app.get('/', { schema: { hide: true } }, (request, reply) =>
    sendPage(request, reply, hasSession(request) ? shell : (pages.get('/landing') ?? shell)),
  )
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const page = pages.get(path)
    const isMember = hasSession(request)
    if (page && (path === '/landing' || !isMember)) return sendPage(request, reply, isMember ? ofMembers : page)
    if (SCREENS.has(path)) return sendPage(request, reply, shell)
    return isScreen(path) ? sendPage(request, reply.code(404), hasSession(request) ? shell : nowhere) : reply.callNotFound()
  })
  for (const [name, serve] of Object.entries(SERVED) as [LinkPage, Serve][]) await serve(app, built(name, PAINTED[name]))
}

type LinkPage = Exclude<PaintedPage, 'landing'>
type Serve = (app: App, page: BuiltPage) => Promise<void>

/** What owners open by a link, the portal, and the reference of the API. */
const SERVED: Readonly<Record<LinkPage, Serve>> = {
  terms: serveTerms,
  answer: serveAnswers,
  // Payments and messages depend on invoices, not the reverse: how to pay by card and where a payer's word goes are passed to its page.
  invoice: (app, page) => serveInvoice(app, page, { takesCards, checkoutOf }, takePaidWord),
  statement: serveStatement,
  visit: serveVisitCard,
  agree: serveConsent,
  photos: (app, page) => servePhotos(app, page, postsUnder),
  'call-status': serveQueue,
  'lone-worker': serveLone,
  offer: serveOffer,
  message: serveMessage,
  'lost-shoe': serveTriage,
  'your-data': serveYourData,
  join: serveJoin,
  my: serveMy,
  share: serveShare,
  'api-reference': serveReference,
}

const SCREENS: ReadonlySet<string> = new Set(SCREEN_PATHS)
/* Any path without a page of its own. */
const NOWHERE = '/404'
/* The landing page for a signed-in reader: some of its links lead on into the app. It has no address of its own. */
const LANDING_OF_MEMBERS = 'landing of members'

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: KeptText) =>
  sendKept(request, reply.type(HTML).headers({ 'cache-control': 'no-cache', vary: 'cookie' }), page)

/** Whether the browser claims to be signed in; the app finds out whether that still holds. */
const hasSession = (request: FastifyRequest) => Boolean(request.cookies[request.server.cookieName])

/** A screen's address has no dot in its last part and is none of the API's; only a page load requests one. */
const isScreen = (path: string) => !/^\/api(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/') + 1).includes('.')

/** The public pages and the one for an unknown address, painted once: they are the same for everyone. */
async function paintPublic(app: App, { files, load }: BuiltPage): Promise<ReadonlyMap<string, KeptText>> {
  const { publicPaths, renderPublic } = await load<PublicPages>()
  const { mode, origin } = app.setup
  return new Map(
    [...publicPaths, NOWHERE, LANDING_OF_MEMBERS].map((name) => {
      const isMember = name === LANDING_OF_MEMBERS
      const path = isMember ? '/landing' : name
      const { title, description, body } = renderPublic(path, mode === 'test', isMember)
      const about = path === NOWHERE ? '' : cardOf({ title, description, url: `${origin}${path === '/landing' ? '/' : path}`, origin })
      return [name, keepText(documentOf({ title, about, files, body }))]
    }),
  )
}

function setCaching(reply: FastifyReply, sent: string) {
  const path = sent.replace(/\.(br|gz)$/, '')
  const isHashed = path.startsWith(join(WEB, 'assets'))
  const isFresh = /\.(html|webmanifest)$|[\\/](my-)?sw\.js$/.test(path)
  reply.header('cache-control', isHashed ? `public, max-age=${YEAR}, immutable` : isFresh ? 'no-cache' : `public, max-age=${AN_HOUR}`)
}
