import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MortalPayer, startMortalPayer } from '#testing/paying/mortal-payer.ts'
import { anOwner, type PaidServer, type PayingOwner, startPaidServer } from '#testing/paying/paid-server.ts'
import { atLength } from '#testing/whole.ts'

const KILLS = atLength(2, 20)

let world: PaidServer
let post: Awaited<ReturnType<typeof startPost>>
let mortal: MortalPayer
beforeAll(async () => {
  world = await startPaidServer()
  post = await startPost()
  await begin()
})
afterAll(async () => {
  mortal.kill()
  await mortal.ended
  await Promise.all([world.stop(), post.stop()])
})
const begin = async () => {
  mortal = await startMortalPayer(world.server.db, { stripe: world.stripe.settings, postUrl: post.url })
}

/** Where e-mails arrive. `kills`: who hands one over is killed, and never hears that it arrived. */
async function startPost() {
  const state = { mails: [] as { id: string; to: string; subject: string }[], kills: false }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    state.mails.push(JSON.parse(text))
    if (state.kills) mortal.kill()
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

const STEPS = ['press', 'event', 'more', 'mail'] as const
type Step = (typeof STEPS)[number]

const wish = (owner: PayingOwner, horse: string) =>
  ({ what: 'press', owner: owner.owner, service: 'vet-integration', horseIds: [owner.horses[horse] ?? ''] }) as const

/** Does a step, in any process there is. */
async function take(step: Step, owner: PayingOwner) {
  if (step === 'press' || step === 'more') return mortal.do(wish(owner, step === 'press' ? 'Biscuit' : 'Merlin'))
  if (step === 'mail') return mortal.do({ what: 'mail' })
  for (const event of world.stripe.newEvents())
    if ((await mortal.do({ what: 'event', event: event as unknown as Stripe.Event })) === 'dead') return 'dead'
  return undefined
}

/** The process is killed in a step: at one of its requests to Stripe, done or not, with its e-mail handed over, or somewhere on the way. */
async function killIn(step: Step, owner: PayingOwner, way: number) {
  if (step === 'mail') post.kills = true
  else if (way % 3 === 2) setTimeout(() => mortal.kill(), Math.random() * 60)
  else world.stripe.killAt(way % 4, { isDone: way % 3 === 1, kill: () => mortal.kill() })
  await take(step, owner)
  mortal.kill()
  await mortal.ended
  post.kills = false
  world.stripe.killAt(undefined)
  // What its worker had taken is due again in a minute.
  await world.server.asOwner(`update directory.service_notices set due_at = clock_now() where due_at is not null`)
  await begin()
}

const of = (owner: PayingOwner) => `person_id = '${owner.personId}'`

/** In any case: no seat without its payment, and no one paid twice for one. */
async function expectWhole(owner: PayingOwner) {
  const unpaid = await world.server.asOwner(`select s.id from directory.seats s where s.${of(owner)} and not exists (
    select from directory.seat_money m where m.seat_id = s.id and m.kind = 'charge')`)
  expect(unpaid).toEqual([])
  const paid = [...world.stripe.books.subscriptions.values()].filter(({ metadata }) => metadata.person === owner.personId)
  expect(paid.length).toBeLessThanOrEqual(1)
}

test(
  `whoever serves is killed ${KILLS} times between Checkout, event, seat and e-mail: no seat without payment, none paid twice, one confirmation`,
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const owner = await anOwner(world)
      const address = `${owner.personId}@example.com`
      await world.server.asOwner(`insert into directory.proofs (address, person_id, kind, proven_at, used_at)
        values ('${address}', '${owner.personId}', 'email', clock_now(), clock_now())`)
      const deadly = STEPS[(kill + 1) % STEPS.length]
      for (const step of STEPS) {
        if (step === deadly) {
          await killIn(step, owner, kill)
          await expectWhole(owner)
        }
        await again(step, owner)
        await expectWhole(owner)
      }
      await mortal.do({ what: 'night', practiceId: owner.practice.practiceId })
      await mortal.do({ what: 'mail' })
      await expectOnce(owner, address)
    }
  },
  KILLS * 120_000,
)

/** Does it once more, as a person does who has seen no answer; then pays the amount due. */
async function again(step: Step, owner: PayingOwner) {
  const answer = await take(step, owner)
  if (step === 'press' && answer && answer !== 'dead' && 'url' in answer && answer.url) {
    expect(await owner.seats()).toEqual([])
    world.stripe.pay(answer.url.split('/').at(-1) ?? '')
  }
  // Cut short, an event comes once more.
  if (step === 'event')
    for (const event of world.stripe.books.events.slice(-12)) await mortal.do({ what: 'event', event: event as unknown as Stripe.Event })
}

async function expectOnce(owner: PayingOwner, address: string) {
  expect(await owner.seats()).toMatchObject([{ ends_on: null }, { ends_on: null }])
  const charges = await world.server.asOwner(
    `select pence, item from directory.seat_money where ${of(owner)} and kind = 'charge' order by made_at`,
  )
  expect(charges).toMatchObject([{ pence: 299 }, { pence: 299 }])
  const known = await owner.customerOf()
  const items = [...world.stripe.books.invoiceItems.values()].filter(({ customer }) => customer === known?.customer)
  expect([await owner.billed(), items.length, await owner.paidPence()]).toEqual([{ price_vet: 2 }, 1, 299])
  const confirmed = post.mails.filter(({ to, subject }) => to === address && subject.startsWith('You have Vet Integration'))
  expect(new Set(confirmed.map(({ id }) => id)).size).toBe(confirmed.length)
  const told = await world.server.asOwner(`select key from directory.service_notices where ${of(owner)} and kind = 'begun'`)
  // One of each begin, which one e-mail may hold together.
  expect(told).toHaveLength(2)
  expect(confirmed.length).toBeGreaterThan(0)
  expect(confirmed.length).toBeLessThanOrEqual(2)
}
