import type { FastifyRequest } from 'fastify'
import { type At, atPractice, clientNamed } from '#app/my/at-practice.ts'
import { horsesOf } from '#app/my/services-of.ts'
import type { ServiceChosen, ServiceView } from '#app/my/services-view.ts'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { BEGIN_NOW, type Bought, buttonWords, cancellationForm, keyFacts, priceOf, termsOf } from '#features/records/services/law-words.ts'
import { offeredBy } from '#features/records/services/rules.ts'
import { findEmail } from '#features/records/services/server/find-email.ts'
import { type Offer, offerOf } from '#features/records/services/server/payments.ts'
import { openPaid } from '#features/records/services/server/service.ts'
import { servicesOfClient } from '#features/records/services/server/services-of-client.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Service } from '#lib/plan.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type GuestRequest = { request: FastifyRequest; session: GuestSession }
/** What an address or a form names: the service, for whom, and of which horses. */
export type Named = { service: Service; for: unknown; horseIds: readonly string[] }

/**
 * The page of a service: the horses to choose among, or all there is to know about the chosen ones, with the sum.
 * @throws not_found where it isn't offered and can't be begun, or a horse isn't theirs; payment_awaited, payment_silent
 */
export async function serviceViewOf(app: App, asked: GuestRequest, named: Named): Promise<ServiceView> {
  const { personId } = asked.session
  const { view, bought, horseIds } = await choiceOf(app, asked, named)
  if (!bought) return view
  const paid = await openPaid({ db: app.db, origin: app.setup.origin, selling: sellingOf(app.setup) })
  if (!paid) return { ...view, chosen: chosenOf(horseIds, bought) }
  const needsEmail = (await app.db.withDirectory((tx) => findEmail(tx, personId))) === undefined
  const offer = await offerOf(paid, { personId, service: named.service, horseIds })
  return { ...view, needsEmail, chosen: chosenOf(horseIds, { ...bought, seller: app.setup.seller ?? null }, offer) }
}

/** The choice, as the practice has it; no provider is called. */
const choiceOf = (app: App, asked: GuestRequest, named: Named) =>
  atPractice(app, asked, 'payServices', async (tx, at) => {
    const clientId = clientNamed(named.for, at.clientIds)
    const { name, text } = CLIENT_SERVICES[named.service]
    const without = await horsesWithout(tx, at, clientId, named.service)
    const wanted = named.horseIds.length > 0 ? named.horseIds : without.length === 1 ? without.map(({ id }) => id) : []
    const chosen = without.filter(({ id }) => wanted.includes(id))
    if (without.length === 0 || chosen.length < wanted.length) throw new AppError('not_found')
    const view: ServiceView = {
      ...{ page: 'service', slug: at.practice.slug, clientId, service: named.service },
      ...{
        name,
        text,
        price: priceOf(named.service, app.setup.seller ?? null),
        choose: chosen.length > 0 ? [] : without,
        chosen: null,
        needsEmail: false,
        fault: null,
      },
    }
    const bought: Bought = {
      ...{ service: named.service, horses: chosen.map((horse) => horse.name), practice: at.practice.name },
      ...{ fromOn: dayOf(currentTime(), at.practice.zone), seller: null },
    }
    return { view, horseIds: wanted, bought: chosen.length > 0 ? bought : undefined }
  })

function chosenOf(horseIds: readonly string[], choice: Bought, offer?: Offer): ServiceChosen {
  const more = offer?.way === 'more' && offer.nextBillOn
  const bought: Bought = more
    ? { ...choice, more: { untilNextPence: offer.pence, nextBillOn: more, monthlyPence: offer.allPence } }
    : choice
  return {
    ...{ horseIds, facts: keyFacts(bought), beginNow: BEGIN_NOW, button: buttonWords(bought) },
    terms: [...termsOf(bought).map(({ text }) => text), cancellationForm(bought)],
    next: offer?.way === 'first' ? 'Next you enter your card on Stripe’s page. Nothing is paid before that.' : '',
    said: offer ? { pence: offer.pence, moment: offer.moment } : null,
  }
}

/** Their horses that don't have it, or for which it ends; none where it isn't offered. */
async function horsesWithout(tx: PracticeTx, { practice }: At, clientId: string, service: Service) {
  const today = dayOf(currentTime(), practice.zone)
  if (!offeredBy(practice.tier, (await settingsOf(tx)).services).includes(service)) return []
  const has = await servicesOfClient(tx, clientId, today)
  const open = new Set(has.filter((one) => one.service === service && !one.endsOn).map(({ horseId }) => horseId))
  return (await horsesOf(tx, clientId, today)).filter(({ id }) => !open.has(id))
}
