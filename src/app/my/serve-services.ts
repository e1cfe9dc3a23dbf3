import type { FastifyReply, FastifyRequest } from 'fastify'
import { atPractice, clientNamed } from '#app/my/at-practice.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { type Named, serviceViewOf } from '#app/my/service-view-of.ts'
import { moneyShown, toldShown } from '#app/my/services-money-of.ts'
import { closedOf, servicesOf } from '#app/my/services-of.ts'
import type { ServicesView } from '#app/my/services-view.ts'
import { eyesOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { findEmail } from '#features/records/services/server/find-email.ts'
import { onTheirWay } from '#features/records/services/server/on-their-way.ts'
import { cardPage, endAll, type ShownOffer, takeReturn } from '#features/records/services/server/payments.ts'
import { beginServices, endForOwner, openPaid, type ServicePlaces } from '#features/records/services/server/service.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import { SERVICES } from '#lib/plan.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { letLeave } from '#platform/server/pages/let-leave.ts'

const HERE = '/my/services'
const AT = '/my/at/:slug/services'

type GuestRequest = { request: FastifyRequest; session: GuestSession }
type Opened = GuestRequest & { reply: FastifyReply }
type Page = { app: App; paint: Paint }

/** The services an owner may pay for: the list, beginning one after all there is to know, and ending one with one press. */
export function serveMyServices(page: Page) {
  const { app } = page
  myPage(page, HERE, async (opened) => {
    const said = await returned(app, opened)
    if (said) return opened.reply.redirect(`${HERE}?said=${said}`, 303)
    return list(page, opened, await practicesOfGuest(app.db, opened.session))
  })
  myPage(page, AT, async (opened) => {
    const { for: whom, service } = opened.request.query as { for?: unknown; service?: unknown }
    const { practice } = await ownPractice(app, opened, { for: whom })
    if (service === undefined || closedOf(app, practice)) return list(page, opened, [practice])
    return paintService(page, opened, namedIn(opened.request.query))
  })
  myForm(page, `${AT}/begin`, 20, (opened) => begin(page, opened))
  myForm(page, `${AT}/end`, 20, async ({ request, reply, session }) => {
    const at = await ownPractice(app, { request, session }, { for: fieldOf(request, 'for') })
    await endForOwner(placesOf(app), { ...at, personId: session.personId }, idOf(fieldOf(request, 'id'), 'service_not_found'))
    return reply.redirect(`${HERE}?said=ended`, 303)
  })
  myForm(page, `${HERE}/end`, 20, async ({ reply, session }) => {
    const paid = await openPaid(placesOf(app))
    if (paid) await endAll(paid, session.personId)
    return reply.redirect(`${HERE}?said=ended`, 303)
  })
  myForm(page, `${HERE}/card`, 20, async (opened) => {
    const paid = await openPaid(placesOf(app))
    if (!paid) return opened.reply.redirect(HERE, 303)
    let url = HERE
    const refusal = await refusedBy(async () => {
      url = await cardPage(paid, opened.session.personId)
    })
    if (!refusal) return opened.reply.redirect(url, 303)
    return list(page, opened, await practicesOfGuest(app.db, opened.session), refusal)
  })
}

async function list({ app, paint }: Page, { request, reply, session }: Opened, practices: readonly GuestPractice[], refusal?: AppError) {
  const all = await fewAtOnce(practices, (practice) => servicesOf(app, eyesOf(session, practice), practice))
  const known = new Map(all.flatMap((one) => [...one.known]))
  const ids = practices.map(({ id }) => id)
  const { money, isOnItsWay } = await moneyShown(app.db, session.personId)
  if (money?.hasCard) letLeave(reply)
  const view: ServicesView = {
    ...{ page: 'services', said: saidIn(request.query), fault: refusal?.message ?? null, money },
    isOnItsWay: isOnItsWay || (await onTheirWay(app.db, session.personId, ids, known)),
    practices: all.map(({ practice }) => practice).filter(({ clients }) => clients.length > 0),
    told: await toldShown(app.db, session.personId),
  }
  return paint(reply, view, refusal && 422)
}

function saidIn(query: unknown): ServicesView['said'] {
  const { said } = query as { said?: unknown }
  return said === 'begun' || said === 'waiting' || said === 'ended' ? said : null
}

/** The result shown to an owner who comes back from Stripe's page; undefined: they don't. */
async function returned(app: App, { request, session }: GuestRequest): Promise<'begun' | 'waiting' | undefined> {
  const { paid } = request.query as { paid?: unknown }
  const places = typeof paid === 'string' ? await openPaid(placesOf(app)) : undefined
  if (!places) return undefined
  return (await takeReturn(places, session.personId, idOf(String(paid), 'not_found'))) ? 'begun' : 'waiting'
}

/** All there is to know, painted; or the list, with why nothing can be begun now. */
async function paintService(page: Page, opened: Opened, named: Named, fault: AppError | null = null) {
  const { app, paint } = page
  if (sellingOf(app.setup)) letLeave(opened.reply)
  try {
    const view = await serviceViewOf(app, opened, named)
    return paint(opened.reply, { ...view, fault: fault?.message ?? null }, fault ? 422 : 200)
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 404) throw error
    const { practice } = await ownPractice(app, opened, named)
    return list(page, opened, [practice], error)
  }
}

async function begin(page: Page, opened: Opened) {
  const { app } = page
  const { request, reply, session } = opened
  const { personId } = session
  const named = namedIn(request.body)
  const at = await ownPractice(app, opened, named)
  const closed = closedOf(app, at.practice)
  if (closed) return list(page, opened, [at.practice], new AppError('bad_request', {}, closed))
  let url: string | null = null
  const refusal = await refusedBy(async () => {
    if (fieldOf(request, 'now') === '') throw new AppError('bad_request', {}, 'Tick that it begins today, then press the button.')
    const unproven = proveFirst(session)
    if (unproven) throw new AppError('proof_too_old', {}, unproven)
    const places = placesOf(app)
    if (places.selling && !(await app.db.withDirectory((tx) => findEmail(tx, personId)))) throw new AppError('email_needed')
    url = (await beginServices(places, { ...at, personId }, { ...named, said: saidOf(request) })).url
  })
  return refusal ? paintService(page, opened, named, refusal) : reply.redirect(url ?? `${HERE}?said=begun`, 303)
}

/** The sum that stood above the button. */
function saidOf(request: FastifyRequest): ShownOffer | undefined {
  const [pence, moment] = [fieldOf(request, 'pence'), fieldOf(request, 'moment')]
  return /^\d{1,7}$/.test(pence) && /^\d{0,12}$/.test(moment)
    ? { pence: Number(pence), moment: moment === '' ? null : Number(moment) }
    : undefined
}

const placesOf = ({ db, setup }: App): ServicePlaces => ({
  ...{ db, origin: setup.origin, isTestVersion: setup.mode === 'test' },
  selling: sellingOf(setup),
})

/** The practice of the address, and which client of theirs is meant. */
const ownPractice = (app: App, asked: GuestRequest, named: Pick<Named, 'for'>) =>
  atPractice(app, asked, 'payServices', async (_, { practice, clientIds }) => ({ practice, clientId: clientNamed(named.for, clientIds) }))

/** @throws not_found where there is no such service, or it isn't offered */
function namedIn(sent: unknown): Named {
  const { service, horse, for: whom } = (sent ?? {}) as Record<string, unknown>
  const known = SERVICES.find((one) => one === service)
  if (!known) throw new AppError('not_found')
  const horses = Array.isArray(horse) ? horse : horse === undefined ? [] : [horse]
  return { service: known, for: whom, horseIds: [...new Set(horses.map((id) => idOf(String(id), 'horse_not_found')))] }
}
