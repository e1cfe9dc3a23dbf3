import { describe, expect, test } from 'vitest'
import { endAll, moneyOf, offerOf } from '#features/records/services/server/payments.ts'
import { beginServices, endForClient } from '#features/records/services/server/service.ts'
import { FIRST, sellingServer, VET } from '#testing/selling-server.ts'

const shop = sellingServer()
const { at, goTo, bring, places, paidPlaces, night, sarah, begin, sessionIn, pays, seatsOf, seatOf, paid, quantities, endBiscuit } = shop

describe('a first payment', () => {
  test('begins nothing before it is known, and then once, however it is learnt', async () => {
    at(FIRST)
    const who = await sarah()
    const { url } = await begin(who, [who.biscuit, who.merlin])
    expect(await seatsOf(who)).toEqual([])
    expect((await begin(who, [who.merlin, who.biscuit])).url).toBe(url)
    shop.stripe.pay(sessionIn(url))
    const events = shop.stripe.newEvents()
    await bring([...events.toReversed(), ...events])
    expect(await night()).toBe(0)
    expect(await seatsOf(who)).toMatchObject([
      { from_on: FIRST, carried_until: '2027-04-10' },
      { from_on: FIRST, carried: null },
    ])
    expect(await paid(who)).toBe(598)
    expect(await quantities(who)).toEqual({ price_vet: 2 })
  })

  test('that is left open for a day is over, and nothing has begun', async () => {
    at('2027-03-11')
    const who = await sarah()
    await begin(who, [who.biscuit])
    await goTo('2027-03-12', '11:00')
    expect(await seatsOf(who)).toEqual([])
    expect(await night()).toBe(0)
    expect((await begin(who, [who.biscuit])).url).toContain('cs_')
  })

  test('of another choice ends the page of the one before, so that only one can be paid', async () => {
    const who = await sarah()
    const first = await begin(who, [who.biscuit])
    const second = await begin(who, [who.merlin], 'para-professional')
    expect(shop.stripe.books.sessions.get(sessionIn(first.url))?.status).toBe('expired')
    shop.stripe.pay(sessionIn(second.url))
    await bring()
    expect(await quantities(who)).toEqual({ price_para: 1 })
  })

  test('for a horse that died while the page was open is given back whole: no one ever had it', async () => {
    const who = await sarah()
    const { url } = await begin(who, [who.biscuit, who.merlin])
    await shop.server.asOwner(`update horses set gone_on = '${FIRST}', gone_reason = 'deceased' where id = '${who.biscuit}'`)
    shop.stripe.pay(sessionIn(url))
    await bring()
    await night()
    expect(await paid(who)).toBe(299)
    expect(await quantities(who)).toEqual({ price_vet: 1 })
    expect(await night()).toBe(0)
  })

  test('of which the event never came is found at night', async () => {
    const who = await sarah()
    shop.stripe.pay(sessionIn((await begin(who, [who.biscuit])).url))
    shop.stripe.newEvents()
    expect(await night()).toBe(1)
    expect(await night()).toBe(0)
    expect(await seatsOf(who)).toMatchObject([{ carried: null, horse_id: who.biscuit }])
  })
})

describe('a horse more', () => {
  test('costs what was shown before the press, with the next bill', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    await goTo('2027-03-25')
    const offer = await offerOf(await paidPlaces(), { personId: who.personId, service: VET, horseIds: [who.merlin, who.dolly] })
    // 16 of the 31 days to 10 April, for two.
    expect(offer).toMatchObject({ way: 'more', pence: 309, nextBillOn: '2027-04-10', allPence: 897 })
    expect(await begin(who, [who.merlin, who.dolly])).toEqual({ url: null, said: 309 })
    expect(await quantities(who)).toEqual({ price_vet: 3 })
    expect(await moneyOf(shop.server.db, who.personId)).toMatchObject({ nextPence: 897 + 309, nextBillOn: '2027-04-10' })
    expect(await paid(who)).toBe(299)
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(299 + 309 + 897)
    expect(await night()).toBe(0)
  })

  test('is not begun for another sum than was shown, or by two tabs', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    const paidBy = await paidPlaces()
    const choice = { personId: who.personId, service: VET, horseIds: [who.merlin] }
    const said = await offerOf(paidBy, choice)
    await expect(beginServices(places(), who.owner, { ...choice, said: { ...said, pence: 1 } })).rejects.toMatchObject({
      code: 'sum_changed',
    })
    const both = await Promise.allSettled([1, 2].map(() => beginServices(places(), who.owner, { ...choice, said })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await quantities(who)).toEqual({ price_vet: 2 })
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(299 * 4)
  })

  test('of two services from two tabs at once is billed once each', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    await Promise.all([begin(who, [who.merlin]), begin(who, [who.dolly], 'para-professional')])
    expect(await night()).toBe(0)
    expect(await quantities(who)).toEqual({ price_vet: 2, price_para: 1 })
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(299 + 2 * (299 + 199) + 299)
  })
})

describe('an end', () => {
  test('by its owner is open until the paid day, and resumed without paying again', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit, who.merlin])
    await goTo('2027-03-26')
    await endBiscuit(who)
    expect(await seatsOf(who)).toMatchObject([{ ends_on: '2027-04-09', carried: '2027-04-09' }, { ends_on: null }])
    expect(await quantities(who)).toEqual({ price_vet: 1 })
    expect(await begin(who, [who.biscuit])).toEqual({ url: null, said: 0 })
    expect(await quantities(who)).toEqual({ price_vet: 2 })
    await endBiscuit(who)
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(598 + 299)
    expect(await night()).toBe(0)
  })

  test('within the first 14 days gives everything back, once', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit, who.merlin])
    await goTo('2027-03-24')
    await endBiscuit(who)
    expect(await seatsOf(who)).toMatchObject([{ ends_on: '2027-03-24', ended_why: 'owner' }, { ends_on: null }])
    expect(await paid(who)).toBe(299)
    await begin(who, [who.biscuit])
    await goTo('2027-03-25')
    await endBiscuit(who)
    // It was billed apart, for the days from the 24th, and nothing of that comes back.
    expect((await seatsOf(who)).map(({ ends_on }) => ends_on)).toEqual(['2027-03-24', null, '2027-04-09'])
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(299 + 164 + 299)
    expect(await night()).toBe(0)
  })

  test('of all by one press ends the subscription with its month', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit, who.merlin])
    await goTo('2027-03-26')
    expect(await endAll(await paidPlaces(), who.personId)).toBe(true)
    expect(await moneyOf(shop.server.db, who.personId)).toMatchObject({ nextBillOn: null, monthlyPence: 0 })
    await goTo('2027-05-01')
    expect(await paid(who)).toBe(598)
    expect(await night()).toBe(0)
    await pays(who, [who.dolly])
    expect(await paid(who)).toBe(598 + 299)
    expect((await seatsOf(who)).map(({ ends_on }) => ends_on)).toEqual(['2027-04-09', '2027-04-09', null])
  })

  test('of a horse that died gives the unused days back, to the penny and once, however late it is noted', async () => {
    at('2028-02-10')
    const who = await sarah()
    await pays(who, [who.biscuit, who.merlin])
    await goTo('2028-03-12')
    expect(await paid(who)).toBe(598 * 2)
    // Whose session is over by now.
    await shop.server.asOwner(`update horses set gone_on = '2028-02-29', gone_reason = 'deceased' where id = '${who.biscuit}'`)
    expect(await night()).toBe(1)
    expect(await seatsOf(who)).toMatchObject([{ ends_on: '2028-02-29', ended_why: 'gone' }, { ends_on: null }])
    // Nine of 29 days from 1 March, and all of the month from the 10th.
    expect(await paid(who)).toBe(598 * 2 - Math.round((299 * 9) / 29) - 299)
    expect(await night()).toBe(0)
    expect(await quantities(who)).toEqual({ price_vet: 1 })
  })

  test('by the farrier, of what is not billed yet, is taken out of the next bill', async () => {
    at(FIRST)
    const who = await sarah()
    await pays(who, [who.biscuit])
    await goTo('2027-03-25')
    const { said } = await begin(who, [who.merlin])
    await goTo('2027-03-28')
    await endForClient(places(), shop.practice.actor, await seatOf(who, who.merlin))
    // Four of the 16 days were used.
    const used = said - Math.round((said * 12) / 16)
    expect(await moneyOf(shop.server.db, who.personId)).toMatchObject({ nextPence: 299 + used, isOnItsWay: false })
    await goTo('2027-04-11')
    expect(await paid(who)).toBe(299 + 299 + used)
    expect(await night()).toBe(0)
  })
})
