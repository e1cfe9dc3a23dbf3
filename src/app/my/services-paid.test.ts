import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeMoney } from '#features/records/services/server/notice-money.ts'
import { serviceNoticeSender } from '#features/records/services/server/sending-notices.ts'
import { openPaid } from '#features/records/services/server/service.ts'
import { settle } from '#features/records/services/server/settle.ts'
import { sellingOf } from '#features/records/services/server/stripe-services.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, addMonths, type Day, dayAndYear, dayOf, instantOf } from '#lib/dates.ts'
import type { App } from '#platform/server/http/http.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { SERVICE_PRICES } from '#testing/service-stripe/prices.ts'
import { startServiceStripe } from '#testing/service-stripe/server.ts'

const SELLER = { name: 'Croft Software Ltd', address: '1 High Street, Hay HR3 5AA', email: 'help@croft.example', vatNumber: 'GB123456789' }
const ZONE = 'Europe/London'

let stripe: Awaited<ReturnType<typeof startServiceStripe>>
let server: TestServer
let portal: App
let practice: FixturePractice
const sent: Outgoing[] = []
beforeAll(async () => {
  stripe = await startServiceStripe()
  server = await startTestServer({ mode: 'production', stripe: stripe.settings, servicePrices: SERVICE_PRICES, seller: SELLER })
  portal = await startPortal(server.app.setup)
  practice = await makeFixturePractice(server.app, 'Gareth Probert')
  await practice.put('/api/settings', { services: { 'vet-integration': true } })
})
afterAll(async () => {
  await portal.close()
  await server.stop()
  await stripe.stop()
})

const made = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id
const said = ({ body }: LightMyRequestResponse) =>
  body
    .replace(/^[\s\S]*<main/, '<main')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const at = (path: string) => `/my/at/${practice.practiceId}/services${path}`
const facts = (horse: string) => at(`?service=vet-integration&horse=${horse}`)
/** What a painted form would send back. */
const fieldIn = ({ body }: LightMyRequestResponse, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''

async function sarah() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose' })
  const [biscuit, merlin] = [
    await made('/api/horses', { name: 'Biscuit', clientId }),
    await made('/api/horses', { name: 'Merlin', clientId }),
  ]
  const guest = await makeGuest(portal, { practice, clientId })
  // Whatever the clock shows, they have just proven who they are.
  await server.asOwner(
    `update directory.sessions set proved_at = proved_at + interval '40 days', expires_at = expires_at + interval '1 year' where person_id = '${guest.personId}'`,
  )
  return { clientId, biscuit, merlin, email: `${guest.personId}@example.com`, ...guest }
}
type Sarah = Awaited<ReturnType<typeof sarah>>

const prove = ({ personId, email }: Sarah) =>
  server.asOwner(
    `insert into directory.proofs (address, person_id, kind, proven_at, used_at) values ('${email}', '${personId}', 'email', now(), now())`,
  )
const press = (owner: Sarah, page: LightMyRequestResponse, horse: string) =>
  owner.submit(at('/begin'), {
    ...{ service: 'vet-integration', horse, now: 'yes' },
    ...{ pence: fieldIn(page, 'pence'), moment: fieldIn(page, 'moment') },
  })
const today = (): Day => dayOf(currentTime(), ZONE)
const paid = async () => {
  const places = await openPaid({ db: server.db, origin: portal.setup.origin, selling: sellingOf(portal.setup) })
  if (!places) throw new Error('nothing is sold')
  return places
}
async function tell({ personId }: Sarah) {
  const before = sent.length
  await serviceNoticeSender({
    ...{ db: server.db, origin: portal.setup.origin, seller: SELLER, isTestVersion: false },
    carriers: {
      email: async (message) => {
        sent.push(message)
        return { state: 'sent', reference: null }
      },
    },
    moneyOf: (id) => noticeMoney(server.db, id),
  })(personId)
  return sent.slice(before)
}

test('an owner pays on Stripe’s page, comes back, adds a horse for the sum that was shown, reads what is taken next, and ends it with one press', async () => {
  const owner = await sarah()
  const [biscuit, merlin] = [owner.biscuit ?? '', owner.merlin ?? '']
  const without = await owner.get(facts(biscuit))
  expect(said(without)).toContain('Add your e-mail address first')
  expect(without.body).not.toContain('name="now"')
  expect((await press(owner, without, biscuit)).statusCode).toBe(422)

  await prove(owner)
  const first = await owner.get(facts(biscuit))
  const [above = ''] = said(first).split('Pay £2.99 a month')
  for (const words of [
    'Vet Integration for Biscuit , with',
    `£2.99 a month , VAT included, from ${dayAndYear(today())}.`,
    'It renews each month until you end it , with one press, here under Services.',
    'you get everything back',
    'Sold by Croft Software Ltd, 1 High Street, Hay HR3 5AA, help@croft.example, VAT number GB123456789.',
    'I want it to begin today',
  ])
    expect(above).toContain(words)
  expect(said(first)).toContain('I give notice that I cancel my contract')
  expect(said(first)).not.toContain('Test version')
  const gone = await press(owner, first, biscuit)
  expect([gone.statusCode, gone.headers.location]).toEqual([303, expect.stringContaining('http')])
  expect(await tell(owner)).toEqual([])

  const [checkout] = await server.asOwner(`select id, session from directory.checkouts where person_id = '${owner.personId}'`)
  expect(said(await owner.get(`/my/services?paid=${checkout?.id}`))).not.toContain('Since')
  expect((await owner.get(`/my/services?paid=${checkout?.id}`)).headers.location).toBe('/my/services?said=waiting')
  stripe.pay(String(checkout?.session))
  const back = await owner.get(`/my/services?paid=${checkout?.id}`)
  expect(back.headers.location).toBe('/my/services?said=begun')
  const nextBill = addMonths(today(), 1)
  const has = said(await owner.get('/my/services?said=begun'))
  expect(has).toContain(`Next bill: £2.99 on ${dayAndYear(nextBill)}.`)
  expect(has).toContain('Card and receipts')
  const [confirmation] = await tell(owner)
  expect(confirmation).toMatchObject({ to: owner.email, body: expect.stringContaining('A month costs £2.99.') })
  expect(confirmation?.body).toContain('Who sells it: Croft Software Ltd.')

  setClock(instantOf(addDays(today(), 10), '12:00', ZONE))
  const more = await owner.get(facts(merlin))
  const [, sum = ''] = /(£[\d.]+) for the days until/.exec(said(more)) ?? []
  expect(said(more).split('Pay £2.99 a month more')[0]).toContain(`From then on you pay £5.98 a month in all.`)
  const pressed = await press(owner, more, merlin)
  expect([pressed.headers.location, said(pressed)]).toEqual(['/my/services?said=begun', ''])
  const [added] = await tell(owner)
  expect(added?.body).toContain(`${sum} for the days until ${dayAndYear(nextBill)}, with the bill of that day.`)
  expect(added?.body).toContain('A month costs £2.99 more, £5.98 in all.')
  // What was read before no longer holds once it has begun: nothing is billed twice.
  expect((await press(owner, more, merlin)).statusCode).toBe(404)

  const page = await owner.get('/my/services')
  expect(page.headers['content-security-policy']).toContain('https://billing.stripe.com')
  expect((await owner.submit('/my/services/card')).statusCode).toBe(303)
  const [id = ''] = /name="id" value="([^"]+)"/.exec(page.body)?.slice(1) ?? []
  expect((await owner.submit(at('/end'), { id })).headers.location).toBe('/my/services?said=ended')
  const [ended] = await tell(owner)
  expect(ended?.body).toMatch(/£2\.99 is given back without asking/)
  const list = said(await owner.get('/my/services'))
  expect(list).toContain('What we’ve told you')
  expect(list).toContain(`Sent to ${owner.email}.`)
})

test('a failed payment notifies the owner at once, stays on the page with what to do by when, and is over when it is paid', async () => {
  const owner = await sarah()
  await prove(owner)
  const page = await owner.get(facts(owner.biscuit ?? ''))
  await press(owner, page, owner.biscuit ?? '')
  const [checkout] = await server.asOwner(`select id, session from directory.checkouts where person_id = '${owner.personId}'`)
  stripe.pay(String(checkout?.session))
  await owner.get(`/my/services?paid=${checkout?.id}`)
  await tell(owner)
  const [row] = await server.asOwner(`select customer from directory.customers where person_id = '${owner.personId}'`)
  stripe.setCard(String(row?.customer), 'declined')
  setClock(instantOf(addDays(addMonths(today(), 1), 1), '12:00', ZONE))
  stripe.catchUp()
  await settle(await paid(), owner.personId)
  const late = said(await owner.get('/my/services'))
  expect(late).toContain('Your last payment didn’t go through. Pay it, or change your card, by')
  const [failed] = await tell(owner)
  expect(failed).toMatchObject({ subject: 'Your payment did not go through' })
  expect(await tell(owner)).toEqual([])
  stripe.setCard(String(row?.customer), 'good')
  stripe.payOpen(String(row?.customer))
  await settle(await paid(), owner.personId)
  const mended = said(await owner.get('/my/services'))
  expect(mended).not.toContain('didn’t go through')
  expect(mended).toContain('Next bill: £2.99 on')
})
