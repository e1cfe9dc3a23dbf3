import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import type { PaidPlaces } from '#features/records/services/server/checkouts.ts'
import { mendAll } from '#features/records/services/server/mend.ts'
import { offerOf } from '#features/records/services/server/payments.ts'
import { servicePlaces } from '#features/records/services/server/routes.ts'
import { beginServices, endForOwner, openPaid } from '#features/records/services/server/service.ts'
import type { Service } from '#lib/plan.ts'
import { makeGuest } from '#testing/guests.ts'
import { movableClock } from '#testing/movable-clock.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { startTestServer } from '#testing/server.ts'
import { SERVICE_PRICES } from '#testing/service-stripe/prices.ts'
import { signedEvent, startServiceStripe } from '#testing/service-stripe/server.ts'

const SELLER = { name: 'Pritchel Ltd', address: '1 Forge Lane, Brecon LD3 7AA', email: 'help@example.com' }

/** A server in production whose clients pay for services at a Stripe of the test. `moveTo` moves the clock of all three. */
export async function startPaidServer() {
  const stripe = await startServiceStripe({ retryDays: [] })
  const server = await startTestServer({
    ...{ own: true, mode: 'production', stripe: stripe.settings, servicePrices: SERVICE_PRICES, seller: SELLER },
    hasProvider: { texts: false, mail: true, inboundMail: false },
  })
  const places = servicePlaces(server.app)
  const paid = (await openPaid(places)) as PaidPlaces
  const bring = async (event: Parameters<typeof signedEvent>[0], how: Parameters<typeof signedEvent>[1] = {}) => {
    const { payload, headers } = signedEvent(event, how)
    return (await server.app.inject({ method: 'POST', url: '/api/stripe/services', payload, headers })).statusCode
  }
  return {
    server,
    stripe,
    places,
    paid,
    moveTo: await movableClock(server),
    /** Brings an event; its status. */
    bring,
    /** Brings what is new, the newest first and each second one twice, as Stripe may. */
    async bringAll() {
      const fresh = stripe.newEvents()
      for (const event of [...fresh.toReversed(), ...fresh.filter((_, at) => at % 2 === 0)]) await bring(event)
      return fresh.length
    },
    /** What the jobs of a night do; how many they had to put right. */
    async night(practiceId: string) {
      await carrySeats(places, practiceId)
      return mendAll(paid)
    },
    /** Ends what a test began, so that nothing more is billed for it as the clock goes on. */
    async leaveOff() {
      stripe.endAll()
      await mendAll(paid)
    },
    async stop() {
      await server.stop()
      await stripe.stop()
    },
  }
}
export type PaidServer = Awaited<ReturnType<typeof startPaidServer>>

/** An owner in the portal of a practice that offers all three, with so many horses. */
export async function anOwner(
  { server, places, paid, stripe, bringAll }: PaidServer,
  names: readonly string[] = ['Biscuit', 'Merlin', 'Dolly'],
) {
  const practice = await makeFixturePractice(server.app, 'Gareth Probert')
  await server.asOwner(`update directory.practices set tier = 'essential', trial_ends_on = null where id = '${practice.practiceId}'`)
  await practice.put('/api/settings', { services: { 'vet-integration': true, 'para-professional': true, portal: true } })
  const made = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', email: `${practice.practiceId}@example.com`, portal: true })
  const horses: Record<string, string> = {}
  for (const name of names) horses[name] = await made('/api/horses', { name, clientId })
  const { personId } = await makeGuest(server.app, { practice, clientId })
  const at = { id: practice.practiceId, zone: 'Europe/London', tier: 'essential' as const, isLapsed: false }
  const owner = { practice: at, personId, clientId }
  const idsOf = (some: readonly string[]) => some.map((name) => horses[name] ?? '')
  /** The quoted cost. */
  const offer = (service: Service, some: readonly string[]) => offerOf(paid, { personId, service, horseIds: idsOf(some) })
  const press = async (service: Service, some: readonly string[], said?: { pence: number; moment: number | null }) =>
    beginServices(places, owner, { service, horseIds: idsOf(some), said: said ?? (await offer(service, some)) })
  const customerOf = async () => {
    const [row] = await server.asOwner(`select * from directory.customers where person_id = '${personId}'`)
    return row as { customer: string; subscription: string; is_past_due: boolean; is_over: boolean } | undefined
  }
  return {
    ...{ practice, owner, personId, clientId, horses, offer, press, customerOf },
    /** Reads what it costs, presses, and pays where payment is required. */
    async begin(service: Service, ...some: string[]) {
      const { url } = await press(service, some)
      if (url) stripe.pay(url.split('/').at(-1) ?? '')
      await bringAll()
    },
    async end(service: Service, name: string) {
      const [seat] = await server.asOwner(`select id from directory.seats
        where horse_id = '${horses[name]}' and service = '${service}' and ends_on is null`)
      if (seat) await endForOwner(places, owner, String(seat.id))
    },
    seats: () => server.asOwner(`select *, ends_on::text as ends_on from directory.seats where person_id = '${personId}' order by id`),
    /** How many of each price go on here. */
    async wanted(): Promise<Record<string, number>> {
      const rows = await server.asOwner(`select service, count(*)::int as n from directory.seats
        where person_id = '${personId}' and ends_on is null group by 1 order by 1`)
      return Object.fromEntries(rows.map(({ service, n }) => [SERVICE_PRICES[service as Service], n as number]))
    },
    /** How many of each price Stripe bills from the next month on. */
    async billed(): Promise<Record<string, number>> {
      const known = await customerOf()
      const one = known && stripe.books.subscriptions.get(known.subscription)
      return known && one && !one.cancelAtEnd ? stripe.quantitiesOf(known.customer) : {}
    },
    /** Pence that were charged, less what was given back. */
    async paidPence(): Promise<number> {
      // Who comes back may be another customer there.
      const own = [...stripe.books.subscriptions.values()].filter(({ metadata }) => metadata.person === personId)
      return [...new Set(own.map(({ customer }) => customer))].reduce((sum, id) => sum + stripe.paidBy(id) + stripe.carriedBy(id), 0)
    },
  }
}
export type PayingOwner = Awaited<ReturnType<typeof anOwner>>
