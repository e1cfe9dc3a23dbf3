import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import type { MyDataView } from '#app/my/data-view.ts'
import { myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { detailsFor, serveMyDetails, type Typed } from '#app/my/serve-details.ts'
import { whatISee } from '#app/my/what-i-see.ts'
import { zipOf } from '#features/office/exports/server/zip.ts'
import { isClosed } from '#features/office/rights/rules.ts'
import { addRequest, requestsPage } from '#features/office/rights/server/service.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import { accessOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import { dropGuestCookie, guestOf } from '#platform/server/http/guest-cookie.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { privateHeaders } from '#platform/server/pages/link-page.ts'

type Page = { app: App; paint: Paint }
type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }

/** What a guest sees as a file, everything that is held about them, closing the account, and what is kept and why. */
export function serveMyData(page: Page) {
  const { app, paint } = page
  myPage(page, '/my/data', (opened) => painted(page, opened))
  myForm(page, '/my/data/download', 3, async ({ request, reply }) =>
    reply
      .headers({
        ...privateHeaders(),
        'content-type': 'application/zip',
        'content-disposition': dispositionOf('attachment', 'what-i-see.zip'),
        'x-content-type-options': 'nosniff',
      })
      .send(await zipOf(whatISee(app, request.headers.cookie ?? ''))),
  )
  serveMyDetails(page, (opened, how) => painted(page, opened, how))
  myForm(page, '/my/at/:slug/data/everything', 10, async (opened) => {
    const unproven = notProven(opened.session) ?? proveFirst(opened.session)
    const refusal = await refusedBy(() => askForEverything(app, opened, unproven === undefined))
    const fault = refusal?.message ?? unproven
    const isToProve = !refusal && opened.session.onlyPractice === null
    return fault ? painted(page, opened, { fault, isToProve }) : opened.reply.redirect('/my/data', 303)
  })
  myForm(page, '/my/data/close', 5, async (opened) => {
    const { session, request, reply } = opened
    const fault = (request.body as FormBody | undefined)?.sure === 'yes' ? proveFirst(session) : 'Tick that you want to close your account.'
    if (fault) return painted(page, opened, { fault, isToProve: proveFirst(session) !== undefined && session.onlyPractice === null })
    const { origin, dataFolder } = app.setup
    await closeAccount({ db: app.db, origin, ...(dataFolder && { dataFolder }) }, session)
    return dropGuestCookie(app, reply).redirect('/my/closed', 303)
  })
  app.get('/my/closed', OPEN, (_, reply) => paint(reply, { page: 'closed' }))
  app.get('/my/privacy', OPEN, async (request, reply) =>
    paint(reply, { page: 'privacy', isSignedIn: (await guestOf(request)) !== undefined }),
  )
}

const OPEN = { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }

/** A code that a farrier read in their own Outbox (test version) proves no one's identity. */
const notProven = ({ onlyPractice }: GuestSession) =>
  onlyPractice === null ? undefined : 'Sign in with a code that came to your own phone or e-mail, then ask again.'

type How = Pick<MyDataView, 'fault' | 'isToProve'> & { typed?: Typed }

async function painted({ app, paint }: Page, { reply, session }: Opened, { typed, ...how }: How = {}) {
  const practices = await practicesOfGuest(app.db, session)
  const shown = await fewAtOnce(practices, (practice) => dataAt(app, session, practice, typed))
  return paint(reply, { page: 'data', practices: shown.filter(({ clients }) => clients.length > 0), ...how }, how.fault ? 422 : 200)
}

async function dataAt(app: App, session: GuestSession, practice: GuestPractice, typed?: Typed): Promise<MyDataView['practices'][number]> {
  const actor = await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })
  return app.db.withPractice(practice.id, async (tx) => {
    const mine = (await accessOf(tx, session.personId)).filter((access) => guestMay(access, 'changeDetails'))
    const clients = await Promise.all(
      mine.map(async ({ clientId: id }) => ({ id, ...(await detailsFor(tx, id, typed)), asked: await askedBy(tx, actor, id) })),
    )
    return { slug: practice.slug, name: practice.name, clients }
  })
}

/** Their request for everything that is not answered yet. */
async function askedBy(tx: PracticeTx, actor: Actor, clientId: string) {
  const open = (await requestsPage(tx, actor, { clientId, limit: 100 })).find(
    ({ requestType, status }) => requestType === 'data_access' && !isClosed(status),
  )
  return open ? { onDay: open.receivedOn, byDay: open.deadlineOn } : null
}

/** Opens one request at a time, with its clock from today. @throws not_found */
const askForEverything = (app: App, opened: Opened, isProven: boolean) =>
  atPractice(app, opened, 'changeDetails', async (tx, at) => {
    const clientId = clientNamed((opened.request.body as FormBody | undefined)?.for, at.clientIds)
    const actor = await actorFor(app, at, opened.session)
    if (!isProven || (await askedBy(tx, actor, clientId))) return
    const [requestType, receivedVia, notes] = ['data_access', 'portal', PROVEN] as const
    await addRequest(tx, actor, uuidv7(), { clientId, requestType, receivedVia, notes, sendsReceipt: true })
  })

const PROVEN = 'Asked for in the portal. They had just proven who they are, with an address or a passkey.'
