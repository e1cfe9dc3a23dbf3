import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Billing } from '#features/core/billing/contract.ts'
import { arrangePlan } from '#features/core/billing/server/operator.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { PLAN_PRICES, planStripe, stripeSubscription } from '#testing/plan-stripe.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const TODAY = dayOf(currentTime(), 'Europe/London')
/** The day on which so many times 24 hours are over, which a change of the clocks may make another than that many days on. */
const dayAfter = (days: number) => dayOf(currentMs() + days * 86_400_000, 'Europe/London')

let stripe: Awaited<ReturnType<typeof planStripe>>
let server: TestServer
let practice: FixturePractice
beforeAll(async () => {
  stripe = await planStripe()
  server = await startTestServer({ mode: 'production', stripe: stripe.settings, stripePrices: PLAN_PRICES })
})
beforeEach(async () => {
  practice = await makeFixturePractice(server.app, 'Gareth Probert')
  stripe.state.refuses = undefined
})
afterAll(async () => {
  await server.stop()
  await stripe.stop()
})

const planNow = async () => (await practice.get('/api/auth/user')).json<CurrentUser>().practice
const set = (columns: string) => server.asOwner(`update directory.practices set ${columns} where id = '${practice.practiceId}'`)
let count = 0
const bring = (object: Record<string, unknown>, more: Parameters<typeof stripe.event>[2] = {}, id = `evt_${++count}`) => {
  const { payload, headers } = stripe.event(id, object, more)
  return server.app.inject({ method: 'POST', url: '/api/stripe/billing', payload, headers })
}
/** Sets the state of the subscription at Stripe. */
const stands = (id: string, change: Record<string, unknown> = {}, days = 30) => {
  const known = stripeSubscription(id, practice.practiceId, change, days)
  stripe.subscriptions.set(id, known)
  return known
}
const priced = (tier: keyof typeof PLAN_PRICES, days = 30) => {
  const { items } = stripeSubscription('', '', {}, days)
  return { ...items, data: items.data.map((item) => ({ ...item, price: { id: PLAN_PRICES[tier] } })) }
}
const subscribed = async (id: string) => {
  expect((await bring(stands(id), { type: 'customer.subscription.created' })).statusCode).toBe(204)
}

describe('a first plan', () => {
  test('is paid at Stripe’s own page, which knows whose it is and leaves what is left of the free weeks free', async () => {
    await set(`trial_ends_on = '${addDays(TODAY, 20)}'`)
    const answer = await practice.post('/api/billing/choose', { tier: 'essential' })
    expect(answer.json()).toEqual({ url: 'https://checkout.example/cs_1' })
    expect(stripe.changes().at(-1)).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': PLAN_PRICES.essential,
      client_reference_id: practice.practiceId,
      'subscription_data[metadata][practiceId]': practice.practiceId,
      success_url: 'http://localhost:3000/settings/plan?paid=1',
    })
    expect(dayOf(Number(stripe.changes().at(-1)?.['subscription_data[trial_end]']) * 1000 - 1, 'Europe/London')).toBe(addDays(TODAY, 20))
    expect(await planNow()).toMatchObject({ paidUntil: null })
  })

  test('applies when Stripe reports it as paid, and can be viewed and ended', async () => {
    await subscribed('sub_first')
    expect(await planNow()).toMatchObject({ tier: 'professional', paidUntil: dayAfter(30), isPastDue: false })
    expect((await practice.get('/api/billing')).json<Billing>()).toMatchObject({ by: 'stripe', isSubscribed: true, hasPortal: true })
    expect((await practice.post('/api/billing/portal')).json()).toEqual({ url: 'https://portal.example/1' })
    expect((await practice.post('/api/billing/cancel')).statusCode).toBe(200)
    expect(await planNow()).toMatchObject({ isEnding: true, paidUntil: dayAfter(30) })
    expect((await practice.post('/api/billing/choose', { tier: 'professional' })).json()).toEqual({ url: null })
    expect(await planNow()).toMatchObject({ isEnding: false })
  })
})

describe('changing the plan', () => {
  test('to a larger one is paid and holds at once; to a smaller one it holds from the next cycle', async () => {
    await subscribed('sub_change')
    await practice.post('/api/billing/choose', { tier: 'enterprise' })
    expect(stripe.changes().at(-1)).toMatchObject({ proration_behavior: 'always_invoice', 'items[0][id]': 'si_1' })
    expect(await planNow()).toMatchObject({ tier: 'enterprise', nextTier: null })
    await practice.post('/api/billing/choose', { tier: 'essential' })
    expect(stripe.changes().at(-1)).toMatchObject({ proration_behavior: 'none', 'items[0][price]': PLAN_PRICES.essential })
    expect(await planNow()).toMatchObject({ tier: 'enterprise', nextTier: 'essential' })
    await bring(stands('sub_change', { items: priced('essential', 60) }))
    expect(await planNow()).toMatchObject({ tier: 'essential', nextTier: null })
  })

  test('a refused card or a missing response changes nothing and is reported', async () => {
    await subscribed('sub_refused')
    stripe.state.refuses = { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Declined' } } }
    const answer = await practice.post('/api/billing/choose', { tier: 'enterprise' })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'card_refused'])
    stripe.state.refuses = { status: 400, body: { error: { type: 'invalid_request_error', message: 'No such price' } } }
    expect((await practice.post('/api/billing/choose', { tier: 'enterprise' })).json().code).toBe('plan_provider_silent')
    expect(await planNow()).toMatchObject({ tier: 'professional' })
  })
})

describe('an event from Stripe', () => {
  test('is handled once, in any order, and only from Stripe', async () => {
    const old = stands('sub_order')
    // It was cancelled and ended since; the late event has the old state.
    stands('sub_order', { status: 'canceled', ended_at: currentMs() / 1000 })
    expect((await bring(old)).statusCode).toBe(204)
    expect(await planNow()).toMatchObject({ paidUntil: null })
    await bring(stands('sub_order'), {}, 'evt_once')
    expect(await planNow()).toMatchObject({ paidUntil: dayAfter(30) })
    await bring(stands('sub_order', {}, 60), {}, 'evt_once')
    expect(await planNow()).toMatchObject({ paidUntil: dayAfter(30) })
    for (const forged of [{ secret: 'whsec_other' }, { at: currentMs() - 400_000 }])
      expect((await bring(stands('sub_order', {}, 90), forged)).statusCode).toBe(403)
    expect(await planNow()).toMatchObject({ paidUntil: dayAfter(30) })
  })

  test('a payment that failed leaves the plan open; when it is given up nothing is written any more, and everything read', async () => {
    await subscribed('sub_failed')
    const past = { ...priced('professional').data[0], current_period_start: currentMs() / 1000 - 86_400 }
    await bring(stands('sub_failed', { status: 'past_due', items: { object: 'list', data: [past] } }))
    expect(await planNow()).toMatchObject({ isPastDue: true })
    expect((await practice.post('/api/clients', { name: 'Ann' })).statusCode).toBe(201)
    await bring(stands('sub_failed', { status: 'canceled', ended_at: currentMs() / 1000 - 2 * 86_400 }))
    // Sessions are read again after a moment; another sign-in sees it at once.
    const owner = await practice.addMember('Nia Owner', 'owner')
    const refused = await owner.post('/api/clients', { name: 'Ben' })
    expect([refused.statusCode, refused.json().code]).toEqual([402, 'plan_lapsed'])
    expect((await owner.get('/api/clients')).json()).toHaveLength(1)
    expect((await owner.post('/api/exports')).statusCode).toBe(201)
  })
})

test('a plan is the owners’ matter, and what was wished for before there were services is remembered', async () => {
  const nia = await practice.addMember('Nia Rees', 'farrier')
  expect((await nia.post('/api/billing/choose', { tier: 'enterprise' })).statusCode).toBe(403)
  await set(`wishes = '{vet-integration}'`)
  expect((await practice.get('/api/billing')).json<Billing>().wishes).toEqual(['vet-integration'])
})

test('without Stripe the operator sets plans, and the response states it', async () => {
  expect(await arrangePlan(server.db, practice.practiceId, { tier: 'essential', until: '2099-01-31' })).toHaveLength(1)
  expect(await planNow()).toMatchObject({ tier: 'essential', paidUntil: '2099-01-31' })
  expect(await arrangePlan(server.db, `${practice.personId}@example.com`, { tier: 'enterprise', until: null })).toHaveLength(1)
  expect(await planNow()).toMatchObject({ tier: 'enterprise', paidUntil: null })
  expect(await arrangePlan(server.db, 'nobody', { tier: 'essential', until: null })).toEqual([])
  const { stripePrices: _, ...setup } = server.app.setup
  const before = { ...server.app.setup }
  Object.assign(server.app.setup, setup, { stripePrices: undefined })
  const answer = await practice.post('/api/billing/choose', { tier: 'enterprise' })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'plans_by_operator'])
  expect((await practice.get('/api/billing')).json()).toMatchObject({ by: 'operator', isSubscribed: false, mayTry: false })
  expect((await practice.post('/api/billing/trial')).json().code).toBe('trial_used')
  Object.assign(server.app.setup, before)
})
