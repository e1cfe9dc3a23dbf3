import { describe, expect, test } from 'vitest'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import { mendAll } from '#features/records/services/server/mend.ts'
import { endAll, moneyOf } from '#features/records/services/server/payments.ts'
import { currentMs } from '#lib/clock.ts'
import { FIRST, sellingServer } from '#testing/selling-server.ts'
import { signedEvent } from '#testing/service-stripe/server.ts'

const shop = sellingServer()
const { at, goTo, bring, places, paidPlaces, night, sarah, begin, sessionIn, pays, seatsOf, customerOf, paid, quantities, endBiscuit } =
  shop

describe('a payment that fails', () => {
  async function late() {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit, who.merlin])
    shop.stripe.setCard(await customerOf(who), 'declined')
    await goTo('2027-04-10', '13:00')
    return who
  }

  test('is waited for 14 days; then all ends, and those days are not charged', async () => {
    const who = await late()
    expect(await seatsOf(who)).toMatchObject([{ carried_until: '2027-04-10', carried_late: true }, { carried_late: true }])
    expect(await moneyOf(shop.server.db, who.personId)).toMatchObject({
      isPastDue: true,
      graceEndsOn: '2027-04-24',
      payUrl: expect.stringContaining('http'),
    })
    await expect(begin(who, [who.dolly])).rejects.toMatchObject({ code: 'payment_awaited' })
    await goTo('2027-04-24', '23:00')
    await night()
    expect((await seatsOf(who)).map(({ ends_on }) => ends_on)).toEqual([null, null])
    await goTo('2027-04-25', '04:30')
    expect(await night()).toBe(1)
    expect(await seatsOf(who)).toMatchObject([{ ends_on: '2027-04-24', ended_why: 'unpaid' }, { ends_on: '2027-04-24' }])
    shop.stripe.setCard(await customerOf(who), 'good')
    shop.stripe.payOpen(await customerOf(who))
    await goTo('2027-06-01')
    expect(await paid(who)).toBe(598)
    expect(await night()).toBe(0)
  })

  test('and is mended on day 13 goes on, all of it charged', async () => {
    const who = await late()
    await goTo('2027-04-23')
    shop.stripe.setCard(await customerOf(who), 'good')
    shop.stripe.payOpen(await customerOf(who))
    await bring()
    expect(await seatsOf(who)).toMatchObject([{ carried_until: '2027-05-10', carried_late: false, ends_on: null }, { ends_on: null }])
    expect(await paid(who)).toBe(598 * 2)
  })

  test('and all is ended in those days ends at once, and is not charged', async () => {
    const who = await late()
    await goTo('2027-04-14')
    await endAll(await paidPlaces(), who.personId)
    expect((await seatsOf(who)).map(({ ends_on }) => ends_on)).toEqual(['2027-04-14', '2027-04-14'])
    await goTo('2027-06-01')
    expect(await paid(who)).toBe(598)
    expect(await night()).toBe(0)
  })

  test('and one is ended in those days gives its part back when it is paid', async () => {
    const who = await late()
    await goTo('2027-04-14')
    await endBiscuit(who)
    expect(await paid(who)).toBe(598)
    shop.stripe.setCard(await customerOf(who), 'good')
    shop.stripe.payOpen(await customerOf(who))
    await bring()
    // Five of 30 days were used.
    expect(await paid(who)).toBe(598 + 598 - Math.round((299 * 25) / 30))
  })
})

describe('Stripe', () => {
  test('that doesn’t answer has nothing begun, and says so; an end stands here, and reaches it at night', async () => {
    at(FIRST)
    const who = await sarah()
    shop.stripe.failNext('silence', { times: 99 })
    await expect(begin(who, [who.biscuit])).rejects.toMatchObject({ code: 'payment_silent' })
    shop.stripe.mendAll()
    await pays(who, [who.biscuit, who.merlin])
    await goTo('2027-03-20')
    shop.stripe.failNext('silence', { times: 99 })
    await endBiscuit(who)
    expect(await seatsOf(who)).toMatchObject([{ ends_on: '2027-03-20', carried: '2027-03-20' }, { ends_on: null }])
    shop.stripe.mendAll()
    expect(await paid(who)).toBe(598)
    expect(await night()).toBe(1)
    expect(await paid(who)).toBe(299)
    expect(await quantities(who)).toEqual({ price_vet: 1 })
  })

  test.each(['cut', 'lost'] as const)('whose answer is %s is asked again, and does nothing twice', async (fault) => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    await goTo('2027-03-20')
    shop.stripe.failNext(fault, { on: (what) => what.startsWith('POST /v1/invoiceitems'), times: 2 })
    const { said } = await begin(who, [who.merlin])
    shop.stripe.failNext(fault, { on: (what) => what.startsWith('POST /v1/refunds'), times: 2 })
    await endBiscuit(who)
    await night()
    await night()
    expect(await night()).toBe(0)
    expect(await paid(who)).toBe(0)
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(said + 299)
  })

  test('whose quantities were changed there is put right at night, which says so', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    const one = [...shop.stripe.books.subscriptions.values()].findLast(({ customer }) => customer)
    for (const item of one?.items ?? []) item.quantity = 5
    const said: object[] = []
    await mendAll(await paidPlaces(), { error: () => {}, info: (about) => void said.push(about) })
    expect(said).toEqual([{ personId: who.personId, done: [expect.stringContaining('quantities')] }])
    expect(await quantities(who)).toEqual({ price_vet: 1 })
  })

  test('where the subscription was ended there has all seats end with the month, as by their owner', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    await goTo('2027-03-26')
    const { payments } = await paidPlaces()
    const [one] = [...shop.stripe.books.subscriptions.keys()]
    await payments.client.subscriptions.update(one ?? '', { cancel_at_period_end: true })
    await bring()
    expect(await seatsOf(who)).toMatchObject([{ ends_on: '2027-04-09', ended_why: 'owner', carried: '2027-04-09' }])
    expect(await begin(who, [who.biscuit])).toEqual({ url: null, said: 0 })
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(299 * 2)
  })

  test('is believed only with a signature of ours, made lately', async () => {
    const who = await sarah()
    const { url } = await begin(who, [who.biscuit])
    shop.stripe.pay(sessionIn(url))
    const [event] = shop.stripe.newEvents().slice(-1)
    if (!event) throw new Error('no event')
    for (const wrong of [{ secret: 'whsec_other' }, { at: currentMs() - 3_600_000 }]) {
      const answer = await shop.server.app.inject({ method: 'POST', url: '/api/stripe/services', ...signedEvent(event, wrong) })
      expect(answer.statusCode).toBe(403)
    }
    expect(await seatsOf(who)).toEqual([])
  })
})

test.each([
  ['is deleted', (personId: string) => shop.server.asOwner(`delete from directory.people where id = '${personId}'`)],
  ['closes their account', (personId: string) => closeAccount(places(), { personId, onlyPractice: null })],
])('a person who %s is forgotten at Stripe, pays nothing more and gets the unused days back', async (_, leave) => {
  at(FIRST)
  const who = await sarah()
  await pays(who, [who.biscuit])
  await goTo('2027-04-15')
  await begin(who, [who.merlin])
  const customer = await customerOf(who)
  await leave(who.personId)
  // The database's clock stands where it was opened.
  await shop.server.asOwner(`update directory.left_customers set left_at = '2027-04-15T11:00:00Z'`)
  expect(await night()).toBe(1)
  // Of the second month 6 of 30 days were used; what was billed apart was never paid.
  expect(shop.stripe.paidBy(customer)).toBe(299 + 299 - Math.round((299 * 24) / 30))
  expect(shop.stripe.books.customers.get(customer)?.isDeleted).toBe(true)
  expect(await shop.server.asOwner(`select person_id from directory.seat_money where customer = '${customer}'`)).toContainEqual({
    person_id: null,
  })
  await goTo('2027-06-14')
  expect(shop.stripe.paidBy(customer)).toBe(299 + 299 - Math.round((299 * 24) / 30))
})

test('who is deleted while a page of Checkout is open, and pays, gets all of it back', async () => {
  at(FIRST)
  const who = await sarah()
  const { url } = await begin(who, [who.biscuit])
  await shop.server.asOwner(`delete from directory.people where id = '${who.personId}'`)
  shop.stripe.pay(sessionIn(url))
  await bring()
  await night()
  const customer = String(shop.stripe.books.sessions.get(sessionIn(url))?.customer)
  expect(shop.stripe.paidBy(customer)).toBe(0)
  expect(shop.stripe.quantitiesOf(customer)).toEqual({})
})
