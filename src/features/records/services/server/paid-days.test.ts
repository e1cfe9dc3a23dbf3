import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { takeCheckout } from '#features/records/services/server/checkouts.ts'
import { serviceStandingOf } from '#lib/plan.ts'
import { anOwner, type PaidServer, type PayingOwner, startPaidServer } from '#testing/paying/paid-server.ts'
import type { Event } from '#testing/service-stripe/books.ts'
import { atLength } from '#testing/whole.ts'

const DAY = 86_400_000
const EVENTS = atLength(40, 500)
const at = (text: string) => new Date(text).getTime()

let world: PaidServer
let year = 2020
beforeAll(async () => {
  world = await startPaidServer()
})
afterAll(async () => {
  vi.useRealTimers()
  await world.stop()
})

let owner: PayingOwner
/** Each test has years of its own, which begin with one that has a 29 February: the clock goes one way. */
beforeEach(async () => {
  year += 8
  await moveTo('01-10T09:00:00Z')
  owner = await anOwner(world)
})
afterEach(async () => {
  // Whatever happened, what Stripe bills is what goes on here, and the night finds nothing more.
  await world.bringAll()
  await world.night(owner.practice.practiceId)
  expect(await world.night(owner.practice.practiceId)).toBe(0)
  expect(await owner.billed()).toEqual(await owner.wanted())
  await world.leaveOff()
})

/** To a day of this test's first year, or of a later one; what comes by then is brought. */
async function moveTo(day: string, years = 0) {
  await world.moveTo(at(`${year + years}-${day}`))
  await world.bringAll()
}
const nightOf = async (day: string) => {
  await moveTo(day)
  await world.night(owner.practice.practiceId)
  await world.bringAll()
}
const seat = async (n = 0) => (await owner.seats())[n]
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('a first payment: nothing begins before it is known, a second proof leaves it open, and it begins once', async () => {
  const { url } = await owner.press('vet-integration', ['Biscuit', 'Merlin'])
  const session = String(url).split('/').at(-1) ?? ''
  expect([await owner.seats(), world.stripe.pay(session, 'needs-proof')]).toEqual([[], false])
  await world.bringAll()
  expect(await owner.seats()).toEqual([])
  // The same page again, from another tab.
  expect((await owner.press('vet-integration', ['Merlin', 'Biscuit'])).url).toBe(url)
  expect(world.stripe.pay(session)).toBe(true)
  const [row] = await world.server.asOwner(`select id from directory.checkouts where person_id = '${owner.personId}'`)
  const events = world.stripe.newEvents()
  await Promise.all([
    takeCheckout(world.paid, String(row?.id)),
    takeCheckout(world.paid, String(row?.id)),
    ...[...events, ...events].map((event) => world.bring(event)),
  ])
  expect(await owner.seats()).toMatchObject([{ ends_on: null }, { ends_on: null }])
  expect(await owner.paidPence()).toBe(598)
})

test('after midnight the sum that was shown is another, and is shown again', async () => {
  await owner.begin('vet-integration', 'Biscuit')
  await moveTo('01-23T17:41:00Z')
  const said = await owner.offer('vet-integration', ['Merlin'])
  await moveTo('01-24T00:01:00Z')
  expect(await refused(owner.press('vet-integration', ['Merlin'], said))).toBe('sum_changed')
  expect(await owner.wanted()).toEqual({ price_vet: 1 })
})

test('a horse more while the event of a new month is late costs what is shown', async () => {
  await owner.begin('vet-integration', 'Biscuit')
  // The month is a new one; its event has not come.
  await world.moveTo(at(`${year}-02-10T12:00:00Z`))
  const said = await owner.offer('vet-integration', ['Merlin'])
  await owner.press('vet-integration', ['Merlin'], said)
  await moveTo('03-10T12:00:00Z')
  expect(await owner.paidPence()).toBe(299 * 2 + said.pence + 2 * 299)
})

test('two tabs that both begin with a first payment: one page can be paid, and one subscription runs', async () => {
  const tabs = await Promise.all([
    refusedOr(owner.press('vet-integration', ['Biscuit'])),
    refusedOr(owner.press('para-professional', ['Merlin'])),
  ])
  const open = [...world.stripe.books.sessions.values()].filter(
    ({ status, metadata }) => status === 'open' && metadata.person === owner.personId,
  )
  expect([tabs.length, open.length]).toEqual([2, 1])
  world.stripe.pay(open[0]?.id ?? '')
  await world.bringAll()
  expect(await owner.seats()).toHaveLength(1)
  expect([...world.stripe.books.subscriptions.values()].filter(({ metadata }) => metadata.person === owner.personId)).toHaveLength(1)
})
const refusedOr = (work: Promise<{ url: string | null }>) =>
  work.then(
    ({ url }) => url,
    (error: { code: string }) => error.code,
  )

describe('a payment that fails', () => {
  beforeEach(async () => {
    await owner.begin('vet-integration', 'Biscuit')
    world.stripe.setCard((await owner.customerOf())?.customer ?? '', 'declined')
    await moveTo('02-10T11:00:00Z')
  })
  const standing = async (day: string) => {
    const row =
      (
        await world.server.asOwner(
          `select from_on::text, paid_until::text, ends_on::text, is_past_due from horse_services where person_id = '${owner.personId}'`,
        )
      )[0] ?? {}
    const facts = { fromOn: row.from_on, paidUntil: row.paid_until, isPastDue: row.is_past_due, endsOn: row.ends_on }
    return serviceStandingOf(facts as Parameters<typeof serviceStandingOf>[0], `${year}-${day}`)
  }

  test('is still open on the fourteenth, and over on the fifteenth: the days of grace are free, and can’t be paid for later', async () => {
    await nightOf('02-24T05:00:00Z')
    expect([await standing('02-24'), (await seat())?.ends_on]).toMatchObject([{ isOpen: true }, null])
    await nightOf('02-25T05:00:00Z')
    expect(await standing('02-25')).toMatchObject({ isOpen: false, lastDay: `${year}-02-24` })
    expect(await seat()).toMatchObject({ ends_on: `${year}-02-24`, ended_why: 'unpaid' })
    const { customer = '' } = (await owner.customerOf()) ?? {}
    world.stripe.setCard(customer, 'good')
    world.stripe.payOpen(customer)
    await nightOf('05-10T05:00:00Z')
    expect(await owner.paidPence()).toBe(299)
    // They come back, and it begins again with a first payment.
    await owner.begin('vet-integration', 'Biscuit')
    expect([await owner.paidPence(), await owner.wanted()]).toEqual([598, { price_vet: 1 }])
  })

  test('and wants a second proof is past due until that is given', async () => {
    const { customer = '' } = (await owner.customerOf()) ?? {}
    world.stripe.setCard(customer, 'needs-proof')
    world.stripe.payOpen(customer)
    await world.bringAll()
    expect(await standing('02-10')).toMatchObject({ state: 'past-due' })
    const [row] = await world.server.asOwner(`select pay_url from directory.customers where person_id = '${owner.personId}'`)
    expect(row?.pay_url).toContain('https://invoice.example/')
    world.stripe.setCard(customer, 'good')
    world.stripe.payOpen(customer)
    await world.bringAll()
    expect(await standing('02-10')).toMatchObject({ state: 'open' })
  })
})

describe('given back without a request', () => {
  const dies = async (name: string, day: string) => {
    await owner.practice.put(`/api/horses/${owner.horses[name]}`, { goneOn: day, goneReason: 'deceased' })
    await world.night(owner.practice.practiceId)
  }

  test('the days after a death on 29 February, to the penny and once, of what is paid and of what is still to be billed', async () => {
    await moveTo('02-10T09:00:00Z')
    await owner.begin('vet-integration', 'Biscuit')
    await moveTo('02-19T09:00:00Z')
    await owner.begin('para-professional', 'Biscuit')
    const pending = Math.round((199 * 20) / 29)
    await moveTo('02-29T18:00:00Z')
    await dies('Biscuit', `${year}-02-29`)
    await dies('Biscuit', `${year}-02-29`)
    expect((await owner.seats()).map(({ ends_on, ended_why }) => [ends_on, ended_why])).toEqual([
      [`${year}-02-29`, 'gone'],
      [`${year}-02-29`, 'gone'],
    ])
    // Twenty of the twenty-nine days from 10 February were had; nine come back.
    const first = 299 - Math.round((299 * 9) / 29)
    expect(await owner.paidPence()).toBe(first)
    await moveTo('03-12T09:00:00Z')
    expect(await owner.paidPence()).toBe(first + pending - Math.round((pending * 9) / 20))
  })

  test('all of the first fourteen days, once: ended, begun again and ended again it is not free', async () => {
    await owner.begin('vet-integration', 'Biscuit')
    await moveTo('01-24T20:00:00Z')
    await owner.end('vet-integration', 'Biscuit')
    expect(await owner.paidPence()).toBe(0)
    await owner.begin('vet-integration', 'Biscuit')
    await moveTo('01-25T20:00:00Z')
    await owner.end('vet-integration', 'Biscuit')
    await nightOf('02-12T05:00:00Z')
    // From 24 January until the day before the next bill.
    expect(await owner.paidPence()).toBe(Math.round((299 * 17) / 31))
  })

  test('a horse that died before its service began costs nothing', async () => {
    const { url } = await owner.press('vet-integration', ['Biscuit'])
    await owner.practice.put(`/api/horses/${owner.horses.Biscuit}`, { goneOn: `${year}-01-09`, goneReason: 'deceased' })
    world.stripe.pay(String(url).split('/').at(-1) ?? '')
    await world.bringAll()
    await world.night(owner.practice.practiceId)
    expect(await owner.paidPence()).toBe(0)
  })
})

describe('events', () => {
  test(`${EVENTS} of them, out of order, half of them twice, weeks and months late, change nothing that is not so`, async () => {
    const all: Event[] = []
    await owner.begin('vet-integration', 'Biscuit', 'Merlin')
    for (let month = 0; all.length < EVENTS; month++) {
      const end = month % 2 === 0
      if (end) await owner.end('vet-integration', 'Merlin')
      else await owner.begin('vet-integration', 'Merlin')
      await world.moveTo(at(`${year}-02-10T12:00:00Z`) + month * 30.5 * DAY)
      all.push(...world.stripe.newEvents())
    }
    const enough = all.slice(0, EVENTS)
    const mixed = [...enough, ...enough.filter((_, n) => n % 2 === 0)].map((event, n) => ({ event, place: (n * 7919) % 1009 }))
    for (const { event } of mixed.sort((a, b) => a.place - b.place)) expect(await world.bring(event)).toBe(204)
    await world.night(owner.practice.practiceId)
    const paid = await owner.paidPence()
    for (const { event } of mixed.slice(0, 20)) await world.bring(event)
    expect([await owner.paidPence(), await world.night(owner.practice.practiceId)]).toEqual([paid, 0])
  })

  test('forged, or signed long ago, are refused, and what an event says of itself is not believed', async () => {
    await owner.begin('vet-integration', 'Biscuit')
    const [event] = world.stripe.books.events.filter(({ type }) => type === 'invoice.paid').slice(-1)
    if (!event) throw new Error('no event')
    const seats = await owner.seats()
    const over = { ...event, id: 'evt_forged', type: 'customer.subscription.deleted' }
    const known = await owner.customerOf()
    const said = {
      ...over,
      data: { object: { object: 'subscription', id: known?.subscription, customer: known?.customer, status: 'canceled', metadata: {} } },
    }
    expect(await world.bring(said, { secret: 'whsec_forged' })).toBe(403)
    expect(await world.bring(said, { at: (await nowMs()) - 301_000 })).toBe(403)
    expect(await owner.seats()).toEqual(seats)
    // With a good signature it is fetched, and is not so.
    expect(await world.bring(said)).toBe(204)
    expect(await owner.seats()).toEqual(seats)
    const paidFor = { ...said, id: 'evt_paid', data: { object: { ...said.data.object, status: 'active', quantity: 9 } } }
    expect(await world.bring(paidFor)).toBe(204)
    expect([await owner.seats(), await owner.wanted()]).toEqual([seats, { price_vet: 1 }])
  })
})
const nowMs = async () => Number((await world.server.asOwner('select extract(epoch from clock_now()) * 1000 as ms'))[0]?.ms)

test.each(['silence', 'busy', 'broken', 'cut', 'lost'] as const)(
  'an hour of %s: what was pressed stands here, and is at Stripe once it answers again, each once',
  async (fault) => {
    await owner.begin('vet-integration', 'Biscuit', 'Merlin')
    await moveTo('02-01T09:00:00Z')
    const said = await owner.offer('para-professional', ['Dolly'])
    const before = await owner.paidPence()
    world.stripe.failNext(fault, { on: (what) => what.startsWith('POST'), times: 1000 })
    // Reading goes on; only what would change something fails.
    await refused(owner.press('para-professional', ['Dolly'], said))
    await owner.end('vet-integration', 'Merlin')
    await owner.practice.put(`/api/horses/${owner.horses.Biscuit}`, { goneOn: `${year}-02-01`, goneReason: 'deceased' })
    await world.night(owner.practice.practiceId)
    await world.night(owner.practice.practiceId)
    world.stripe.mendAll()
    await moveTo('02-01T10:00:00Z')
    await world.night(owner.practice.practiceId)
    expect(await owner.paidPence()).toBe(before - Math.round((299 * 8) / 31))
    // A day later Stripe has forgotten every key.
    await nightOf('02-03T05:00:00Z')
    await moveTo('02-12T09:00:00Z')
    const begun = (await owner.wanted()).price_para ?? 0
    expect(await owner.paidPence()).toBe(before - Math.round((299 * 8) / 31) + begun * (said.pence + 199))
  },
)
