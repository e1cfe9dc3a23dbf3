import type { FastifyReply, FastifyRequest } from 'fastify'
import { type At, atPractice, clientNamed } from '#app/my/at-practice.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { closedOf, horsesOf, servicesOf } from '#app/my/services-of.ts'
import type { ServiceView } from '#app/my/services-view.ts'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { eyesOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { monthlyPence, offeredBy } from '#features/records/services/rules.ts'
import { onTheirWay } from '#features/records/services/server/on-their-way.ts'
import { cardPage, endAll, type Said, takeReturn } from '#features/records/services/server/payments.ts'
import { beginServices, endForOwner, openPaid } from '#features/records/services/server/service.ts'
import { servicesOfClient } from '#features/records/services/server/services-of-client.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import { isUuid } from '#lib/ids.ts'
import { pounds } from '#lib/money.ts'
import { SERVICES, type Service } from '#lib/plan.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const HERE = '/my/services'
const AT = '/my/at/:slug/services'

type Asked = { request: FastifyRequest; session: GuestSession }
/** What an address or a form names: the service, for whom, and of which horses. */
type Named = { service: Service; for: unknown; horseIds: readonly string[] }

/** The services an owner may pay for: what there is, beginning one after all is said that has to be known, and ending it with one press. */
export function serveMyServices(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const list = async (
    { request, reply, session }: Asked & { reply: FastifyReply },
    practices: readonly GuestPractice[],
    status?: number,
  ) => {
    const all = await fewAtOnce(practices, (practice) => servicesOf(app, eyesOf(session, practice), practice))
    const known = new Map(all.flatMap((one) => [...one.known]))
    const { said } = request.query as { said?: unknown }
    return paint(
      reply,
      {
        page: 'services',
        said: said === 'begun' || said === 'ended' ? said : null,
        isOnItsWay: await onTheirWay(
          app.db,
          session.personId,
          practices.map(({ id }) => id),
          known,
        ),
        practices: all.map(({ practice }) => practice).filter(({ clients }) => clients.length > 0),
      },
      status,
    )
  }
  myPage(page, HERE, async (opened) => {
    const { paid: checkoutId } = opened.request.query as { paid?: unknown }
    const paid = typeof checkoutId === 'string' && isUuid(checkoutId) ? await openPaid(placesOf(app)) : undefined
    if (paid && (await takeReturn(paid, opened.session.personId, String(checkoutId))))
      return opened.reply.redirect(`${HERE}?said=begun`, 303)
    return list(opened, await practicesOfGuest(app.db, opened.session))
  })
  myForm(page, `${HERE}/end`, 20, async ({ reply, session }) => {
    const paid = await openPaid(placesOf(app))
    if (paid) await endAll(paid, session.personId)
    return reply.redirect(`${HERE}?said=ended`, 303)
  })
  myForm(page, `${HERE}/card`, 20, async ({ reply, session }) => {
    const paid = await openPaid(placesOf(app))
    if (!paid) throw new AppError('not_found')
    return reply.redirect(await cardPage(paid, session.personId), 303)
  })
  myPage(page, AT, async (opened) => {
    const { for: whom, service } = opened.request.query as { for?: unknown; service?: unknown }
    const { practice } = await ownPractice(app, opened, { for: whom })
    if (service === undefined || closedOf(app, practice)) return list(opened, [practice])
    return paint(opened.reply, await serviceView(app, opened, namedIn(opened.request.query)))
  })
  myForm(page, `${AT}/begin`, 20, async (opened) => {
    const { request, reply, session } = opened
    const named = namedIn(request.body)
    const at = await ownPractice(app, opened, named)
    if (closedOf(app, at.practice)) return list(opened, [at.practice], 422)
    let url: string | null = null
    const refusal = await refusedBy(async () => {
      if (fieldOf(request, 'now') === '') throw new AppError('bad_request', {}, 'Tick that it begins today, then press the button.')
      const unproven = proveFirst(session)
      if (unproven) throw new AppError('proof_too_old', {}, unproven)
      const begun = await beginServices(placesOf(app), { ...at, personId: session.personId }, { ...named, said: saidIn(request) })
      url = begun.url
    })
    if (!refusal) return reply.redirect(url ?? `${HERE}?said=begun`, 303)
    return paint(reply, { ...(await serviceView(app, opened, named)), fault: refusal.message }, 422)
  })
  myForm(page, `${AT}/end`, 20, async ({ request, reply, session }) => {
    const at = await ownPractice(app, { request, session }, { for: fieldOf(request, 'for') })
    await endForOwner(placesOf(app), { ...at, personId: session.personId }, idOf(fieldOf(request, 'id'), 'service_not_found'))
    return reply.redirect(`${HERE}?said=ended`, 303)
  })
}

const placesOf = ({ db, setup }: App) => ({ db, origin: setup.origin, isTestVersion: setup.mode === 'test', selling: sellingOf(setup) })

/** The sum that was read before the press, and what it was worked out for. */
function saidIn(request: FastifyRequest): Said | undefined {
  const [pence, moment] = [fieldOf(request, 'pence'), fieldOf(request, 'moment')]
  return /^\d{1,7}$/.test(pence) && /^\d{0,11}$/.test(moment) ? { pence: Number(pence), moment: moment ? Number(moment) : null } : undefined
}

/** The practice of the address, and which client of theirs is meant. */
const ownPractice = (app: App, asked: Asked, named: Pick<Named, 'for'>) =>
  atPractice(app, asked, 'payServices', async (_, { practice, clientIds }) => ({ practice, clientId: clientNamed(named.for, clientIds) }))

/** @throws not_found where there is no such service, or it isn't offered */
function namedIn(sent: unknown): Named {
  const { service, horse, for: whom } = (sent ?? {}) as Record<string, unknown>
  const known = SERVICES.find((one) => one === service)
  if (!known) throw new AppError('not_found')
  const horses = Array.isArray(horse) ? horse : horse === undefined ? [] : [horse]
  return { service: known, for: whom, horseIds: [...new Set(horses.map((id) => idOf(String(id), 'horse_not_found')))] }
}

/** @throws not_found where it isn't offered and can't be begun, or a horse isn't theirs */
const serviceView = (app: App, asked: Asked, named: Named): Promise<ServiceView> =>
  atPractice(app, asked, 'payServices', async (tx, at) => {
    const clientId = clientNamed(named.for, at.clientIds)
    const { name, text, pence } = CLIENT_SERVICES[named.service]
    const without = await horsesWithout(tx, at, clientId, named.service)
    const wanted = named.horseIds.length > 0 ? named.horseIds : without.length === 1 ? without.map(({ id }) => id) : []
    const chosen = without.filter(({ id }) => wanted.includes(id))
    if (without.length === 0 || chosen.length < wanted.length) throw new AppError('not_found')
    return {
      ...{ page: 'service', slug: at.practice.slug, practice: at.practice.name, clientId, service: named.service },
      ...{ name, text, price: pounds(pence), choose: chosen.length > 0 ? [] : without, fault: null },
      chosen:
        chosen.length > 0
          ? {
              horseIds: wanted,
              horses: chosen.map((horse) => horse.name),
              monthly: pounds(monthlyPence(named.service, chosen.length)),
              fromDay: dayAndYear(dayOf(currentTime(), at.practice.zone)),
            }
          : null,
    }
  })

/** Their horses that don't have it, or for which it ends; none where it isn't offered. */
async function horsesWithout(tx: PracticeTx, { practice }: At, clientId: string, service: Service) {
  const today = dayOf(currentTime(), practice.zone)
  if (!offeredBy(practice.tier, (await settingsOf(tx)).services).includes(service)) return []
  const has = await servicesOfClient(tx, clientId, today)
  const open = new Set(has.filter((one) => one.service === service && !one.endsOn).map(({ horseId }) => horseId))
  return (await horsesOf(tx, clientId, today)).filter(({ id }) => !open.has(id))
}
