import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { PlanBanner } from '#app/frame/PlanBanner.tsx'
import { PricingPage } from '#app/pages/pricing/PricingPage.tsx'
import { PlanPage } from '#app/pages/settings/PlanPage.tsx'
import { type Billing, billingEndpoints } from '#features/core/billing/contract.ts'
import { type CurrentUser, practiceEndpoints } from '#features/core/practice/contract.ts'
import { UpgradePanel } from '#features/core/practice/web/UpgradePanel.tsx'
import { serviceEndpoints } from '#features/records/services/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { addDays, dayAndYear, dayOf } from '#lib/dates.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { noteReach } from '#platform/web/sync/reach.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

const TODAY = dayOf(currentMs(), 'Europe/London')
const BILLING: Billing = { by: 'stripe', isSubscribed: false, hasPortal: false, mayTry: false, wishes: [] }

let practice: ReturnType<typeof fakePractice>
let billing: Billing
beforeEach(() => {
  practice = fakePractice()
  billing = BILLING
  practice.api.on(billingEndpoints.billing, () => billing)
  practice.api.on(serviceEndpoints.list, () => ({ by: 'operator' as const, has: [] }))
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  noteReach(true)
  vi.restoreAllMocks()
  await practice.leave()
  await page.viewport(1280, 800)
})

type Plan = Partial<CurrentUser['practice']>

/** A user signed in on such a plan; the server's later answers about it can be changed. */
async function signIn(plan: Plan, change: Partial<CurrentUser> = {}) {
  const user = await practice.signIn({ isTestVersion: false, ...change })
  const on = (now: Plan) => practice.api.on(practiceEndpoints.user, () => ({ ...user, practice: { ...user.practice, ...now } }))
  on(plan)
  await practice.signIn({ ...user, practice: { ...user.practice, ...plan } })
  return on
}

const show = (path = '/settings/plan') => {
  const { hook, searchHook } = memoryLocation({ path })
  return render(
    <Router hook={hook} searchHook={searchHook}>
      <Queries>
        <PlanBanner />
        <main>
          <PlanPage />
        </main>
        <Toaster />
      </Queries>
    </Router>,
  )
}

test('a paid plan is changed: a larger one now, a smaller one at the next cycle, and it can be ended', async () => {
  const until = addDays(TODAY, 20)
  const on = await signIn({ tier: 'professional', paidUntil: until })
  billing = { ...BILLING, isSubscribed: true, hasPortal: true }
  const chosen: string[] = []
  practice.api.on(billingEndpoints.choose, ({ body }) => {
    chosen.push(body.tier)
    on({ tier: 'professional', paidUntil: until, nextTier: 'essential' })
    return { url: null }
  })
  practice.api.on(billingEndpoints.cancel, () => {
    on({ tier: 'professional', paidUntil: until, isEnding: true })
    return billing
  })
  const screen = await show('/settings/plan?choose=enterprise')
  await expect.element(screen.getByText(`Professional, paid until ${dayAndYear(until)}`)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Upgrade to Enterprise' })).toBeVisible()
  await screen.getByRole('button', { name: 'Change to Essential at the next cycle' }).click()
  await expect.element(screen.getByText(`Professional until ${dayAndYear(until)}, then Essential`)).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Essential' }).getByText(`From ${dayAndYear(addDays(until, 1))}`)).toBeVisible()
  expect(chosen).toEqual(['essential'])
  await screen.getByRole('button', { name: 'End the plan' }).click()
  const question = screen.getByRole('dialog', { name: 'End the plan?' })
  await question.getByRole('button', { name: 'End the plan' }).click()
  await expect.element(screen.getByText(`Professional until ${dayAndYear(until)}, then it ends`)).toBeVisible()
})

test('a refusal of the server is shown, and nothing else changes', async () => {
  await signIn({ tier: 'professional', paidUntil: addDays(TODAY, 20) })
  billing = { ...BILLING, isSubscribed: true }
  practice.api.on(billingEndpoints.choose, () => {
    throw new Refusal('card_refused')
  })
  const screen = await show()
  await screen.getByRole('button', { name: 'Upgrade to Enterprise' }).click()
  await expect.element(screen.getByText(/^The card was refused/)).toBeVisible()
})

test('a trial’s last days, an awaited payment and a plan that has ended are shown on the screens, the last to everyone', async () => {
  const banner = async (plan: Plan, role: CurrentUser['role'] = 'owner') => {
    await signIn(plan, { role })
    const screen = await show('/')
    const said = screen.container.querySelector('[data-screen-only]')?.textContent ?? ''
    await screen.unmount()
    return said
  }
  expect(await banner({ trialEndsOn: addDays(TODAY, 15) })).toBe('')
  expect(await banner({ trialEndsOn: addDays(TODAY, 1) })).toMatch(/^Your free weeks end tomorrow\. See the plan/)
  expect(await banner({ trialEndsOn: addDays(TODAY, 1) }, 'farrier')).toBe('')
  expect(await banner({ paidUntil: addDays(TODAY, -1), isPastDue: true })).toMatch(/^Your plan hasn't been paid/)
  expect(await banner({ trialEndsOn: addDays(TODAY, -1) }, 'farrier')).toMatch(/changes wait on this device\. An owner can renew it\.$/)
})

test('where no payments are taken the operator arranges plans', async () => {
  await signIn({ tier: 'essential' })
  billing = { ...BILLING, by: 'operator' }
  const screen = await show()
  await expect.element(screen.getByText(/^Plans on this server are arranged by the person who runs it/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^(Choose|Upgrade|Change)/ }).elements()).toEqual([])
})

test('without a connection the plan is still shown, with a note that it is changed with one', async () => {
  await signIn({ trialEndsOn: addDays(TODAY, 30) })
  practice.api.on(billingEndpoints.billing, () => {
    throw new Refusal('busy')
  })
  noteReach(false)
  const screen = await show()
  await expect.element(screen.getByText(`Professional, free until ${dayAndYear(addDays(TODAY, 30))}`)).toBeVisible()
  await expect.element(screen.getByText(/You need a connection to change the plan/)).toBeVisible()
})

test('the buttons of the prices lead a signed-in user to their plan, and an upgrade prompt leads to the prices', async () => {
  await signIn({ tier: 'essential' })
  const screen = await render(
    <>
      <UpgradePanel feature="advanced-reports" />
      <PricingPage />
    </>,
  )
  const prompt = screen.getByRole('region', { name: 'Advanced reports: part of Professional' })
  await expect.element(prompt.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
  await expect.element(prompt.getByText(/£19.99 a month/)).toBeVisible()
  const hrefs = screen.getByRole('link', { name: /Start Free Trial|Choose Plan|Enable for Clients/ }).elements()
  expect(hrefs.map((link) => link.getAttribute('href'))).toEqual([
    '/settings/plan?choose=essential',
    '/settings/plan?choose=professional',
    '/settings/plan?choose=enterprise',
    '/settings/plan?service=vet-integration',
    '/settings/plan?service=para-professional',
  ])
})

test('the plan holds up at every width, in both themes', async () => {
  await signIn({ paidUntil: addDays(TODAY, 20), nextTier: 'essential' })
  billing = { ...BILLING, isSubscribed: true, hasPortal: true, wishes: ['vet-integration'] }
  const screen = await show('/settings/plan?choose=enterprise')
  await expect.element(screen.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible()
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth, String(width)).toBeLessThanOrEqual(width)
  }
  delete document.documentElement.dataset.theme
})
