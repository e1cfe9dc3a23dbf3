import { accessesOf } from '#app/my/acting.ts'
import type { HadService, ServiceShown, ServicesClient, ServicesPractice } from '#app/my/services-view.ts'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { priceOf, type Seller } from '#features/records/services/law-words.ts'
import { offeredBy } from '#features/records/services/rules.ts'
import { type HasService, servicesOfClient } from '#features/records/services/server/services-of-client.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { SERVICES, type Service } from '#lib/plan.ts'
import type { Guest, PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

/** A practice's services for a guest's own horses, and the ids of those that they have. */
export async function servicesOf(
  app: App,
  eyes: Guest,
  practice: GuestPractice,
): Promise<{ practice: ServicesPractice; known: ReadonlyMap<string, number> }> {
  return app.db.withPractice(practice.id, async (tx) => {
    const offered = offeredBy(practice.tier, (await settingsOf(tx)).services)
    const clients: ServicesClient[] = []
    const known = new Map<string, number>()
    for (const access of await accessesOf(tx, eyes)) {
      if (!guestMay(access, 'payServices')) continue
      const { client, has } = await clientOf(tx, access.clientId, { zone: practice.zone, offered, seller: app.setup.seller ?? null })
      for (const one of has) known.set(one.id, one.seatRev)
      if (client.services.length > 0) clients.push(client)
    }
    return { practice: { slug: practice.slug, name: practice.name, closed: closedOf(app, practice), clients }, known }
  })
}

/** Why nothing can be begun here. */
export const closedOf = (app: App, { isLapsed }: GuestPractice): string | null =>
  isLapsed
    ? new AppError('practice_takes_nothing').message
    : app.setup.mode === 'test' || sellingOf(app.setup)
      ? null
      : new AppError('services_by_operator').message

type Offering = { zone: string; offered: readonly Service[]; seller: Seller | null }

async function clientOf(tx: PracticeTx, clientId: string, { zone, offered, seller }: Offering) {
  const today = dayOf(currentTime(), zone)
  const [client, horses, has] = [
    await requireClient(tx, clientId),
    await horsesOf(tx, clientId, today),
    await servicesOfClient(tx, clientId, today),
  ]
  const services = SERVICES.flatMap((service): ServiceShown[] => {
    const own = has.filter((one) => one.service === service)
    const isOffered = offered.includes(service)
    if (own.length === 0 && (!isOffered || horses.length === 0)) return []
    const { name, text } = CLIENT_SERVICES[service]
    const canBegin = isOffered && horses.some(({ id }) => !own.some((one) => one.horseId === id && !one.endsOn))
    return [{ service, name, text, price: priceOf(service, seller), canBegin, has: own.map((one) => shown(one)) }]
  })
  const name = firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name })
  return { client: { id: clientId, name, services }, has }
}

/** Their horses that are there, by name. */
export async function horsesOf(tx: PracticeTx, clientId: string, today: Day): Promise<{ id: string; name: string }[]> {
  const rows = await tx
    .selectFrom('horses')
    .select(['id', 'name', 'gone_on as goneOn'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.filter((horse) => !isGone(horse, today)).map(({ id, name }) => ({ id, name }))
}

const shown = ({ id, horseName, fromOn, state, lastDay, isArranged }: HasService): HadService => ({
  id,
  horse: horseName,
  standing:
    state === 'ending' && lastDay
      ? `Ends on ${dayAndYear(lastDay)}`
      : state === 'past-due' && lastDay
        ? `The last payment failed. It ends on ${dayAndYear(lastDay)} unless it’s paid`
        : `Since ${dayAndYear(fromOn)}${isArranged ? ', arranged by your farrier with the person who runs this server' : ''}`,
  canEnd: state !== 'ending',
})
