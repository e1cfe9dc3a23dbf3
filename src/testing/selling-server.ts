import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import type { PaidPlaces } from '#features/records/services/server/checkouts.ts'
import { mendAll } from '#features/records/services/server/mend.ts'
import { offerOf } from '#features/records/services/server/payments.ts'
import { beginServices, endForOwner, openPaid } from '#features/records/services/server/service.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { setClock } from '#lib/clock.ts'
import { type Day, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { SERVICE_PRICES } from '#testing/service-stripe/prices.ts'
import { type ServiceStripe, signedEvent, startServiceStripe } from '#testing/service-stripe/server.ts'
import { resetClock } from '#testing/set-clock.ts'

const SELLER = { name: 'Pritchel Ltd', address: '1 Forge Lane, Brecon', email: 'hello@seller.example' }
/** The day on which each test begins. */
export const FIRST = '2027-03-10'
export const VET = 'vet-integration' as const
type Sarah = { personId: string; owner: Parameters<typeof beginServices>[1]; biscuit: string; merlin: string; dolly: string }

/** A server that sells services, and a Stripe to pay them at, for the tests of a file; a fresh practice each. */
export function sellingServer() {
  let stripe: ServiceStripe
  let server: TestServer
  let practice: FixturePractice
  beforeAll(async () => {
    at('2027-03-01')
    stripe = await startServiceStripe()
    server = await startTestServer({ mode: 'production', stripe: stripe.settings, servicePrices: SERVICE_PRICES, seller: SELLER })
  })
  afterAll(async () => {
    await server.stop()
    await stripe.stop()
    resetClock()
  })
  beforeEach(async () => {
    await forgetAll({ stripe, server })
    at(FIRST)
    practice = await makeFixturePractice(server.app, 'Gareth Probert')
    await practice.put('/api/settings', { services: { 'vet-integration': true, 'para-professional': true } })
  })
  afterEach(() => stripe.mendAll())

  /** Goes on to a day, and delivers Stripe's events. */
  async function goTo(day: Day, time = '12:00') {
    at(day, time)
    stripe.catchUp()
    await bring()
  }
  async function bring(events = stripe.newEvents()) {
    for (const event of events) {
      const answer = await server.app.inject({ method: 'POST', url: '/api/stripe/services', ...signedEvent(event) })
      expect(answer.statusCode).toBe(204)
    }
  }

  const places = () => ({ db: server.db, origin: server.app.setup.origin, isTestVersion: false, selling: sellingOf(server.app.setup) })
  const paidPlaces = async () => (await openPaid(places())) ?? expect.fail('nothing is sold')
  const night = async () => {
    await carrySeats(places(), practice.practiceId)
    return mendAll(await paidPlaces())
  }

  const shop = {
    get stripe() {
      return stripe
    },
    get server() {
      return server
    },
    get practice() {
      return practice
    },
    ...{ at, goTo, bring, places, paidPlaces, night },
  }
  return Object.assign(shop, ownersIn(shop))
}

type Shop = {
  readonly stripe: ServiceStripe
  readonly server: TestServer
  readonly practice: FixturePractice
  bring: () => Promise<void>
  places: () => Parameters<typeof beginServices>[0]
  paidPlaces: () => Promise<PaidPlaces>
}

/** No one pays anything, and Stripe's clock, which only goes on, starts from scratch. */
async function forgetAll({ stripe, server }: Pick<Shop, 'stripe' | 'server'>) {
  stripe.newEvents()
  const { books } = stripe
  for (const some of [
    books.customers,
    books.subscriptions,
    books.invoices,
    books.invoiceItems,
    books.sessions,
    books.intents,
    books.refunds,
  ])
    some.clear()
  books.at = 0
  await server.asOwner(
    'delete from directory.customers; delete from directory.left_customers; delete from directory.checkouts; delete from directory.seats',
  )
}

const at = (day: Day, time = '10:00') => setClock(instantOf(day, time, 'Europe/London'))

/** What owners do there. */
function ownersIn(shop: Shop) {
  const { bring, places, paidPlaces } = shop
  /** Sarah, in the portal, with three horses. */
  async function sarah() {
    const made = async (path: string, body: object) => (await shop.practice.post(path, body)).json<{ id: string }>().id
    const clientId = await made('/api/clients', { name: 'Sarah Penrose', email: `${uuidv7()}@example.com`, phone: '07700 900118' })
    const horses: string[] = []
    for (const name of ['Biscuit', 'Merlin', 'Dolly']) horses.push(await made('/api/horses', { name, clientId }))
    const { personId } = await makeGuest(shop.server.app, { practice: shop.practice, clientId })
    const owner = {
      practice: { id: shop.practice.practiceId, zone: 'Europe/London', tier: 'professional' as const, isLapsed: false },
      personId,
      clientId,
    }
    const [biscuit = '', merlin = '', dolly = ''] = horses
    return { personId, owner, biscuit, merlin, dolly }
  }

  async function begin({ owner, personId }: Sarah, horseIds: string[], service: typeof VET | 'para-professional' = VET) {
    const said = await offerOf(await paidPlaces(), { personId, service, horseIds })
    return { ...(await beginServices(places(), owner, { service, horseIds, said })), said: said.pence }
  }
  const sessionIn = (url: string | null) => [...shop.stripe.books.sessions.keys()].find((id) => url?.split(/[/?#]/).includes(id)) ?? ''
  /** Their first payment, with the events about it. */
  async function pays(who: Sarah, horseIds: string[]) {
    const { url } = await begin(who, horseIds)
    expect(shop.stripe.pay(sessionIn(url))).toBe(true)
    await bring()
  }
  const seatsOf = ({ personId }: Sarah) =>
    shop.server.asOwner(`select s.id, s.horse_id, s.from_on::text, s.ends_on::text, s.ended_why, r.ends_on::text as carried,
        r.paid_until::text as carried_until, r.is_past_due as carried_late
      from directory.seats s left join horse_services r on r.id = s.id where s.person_id = '${personId}' order by s.id`)
  const seatOf = async (who: Sarah, horseId: string) => String((await seatsOf(who)).findLast(({ horse_id }) => horse_id === horseId)?.id)
  const customerOf = async ({ personId }: Sarah) =>
    String((await shop.server.asOwner(`select customer from directory.customers where person_id = '${personId}'`))[0]?.customer)
  const paid = async (who: Sarah) => shop.stripe.paidBy(await customerOf(who))
  const quantities = async (who: Sarah) => shop.stripe.quantitiesOf(await customerOf(who))
  const endBiscuit = async (who: Sarah) => endForOwner(places(), who.owner, await seatOf(who, who.biscuit))
  return { sarah, begin, sessionIn, pays, seatsOf, seatOf, customerOf, paid, quantities, endBiscuit }
}
