import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BeforeAfter } from '#app/pages/landing/BeforeAfter.tsx'
import { letSlide } from '#app/pages/landing/before-after.ts'
import { LandingPage } from '#app/pages/landing/LandingPage.tsx'
import { PublicPage } from '#app/pages/landing/PublicPage.tsx'
import { NotFoundPage } from '#app/pages/not-found/NotFoundPage.tsx'
import { PricingPage } from '#app/pages/pricing/PricingPage.tsx'
import { SubscribePage } from '#app/pages/subscribe/SubscribePage.tsx'
import { TermsPage } from '#app/pages/terms/TermsPage.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(async () => {
  delete document.documentElement.dataset.theme
  vi.unstubAllGlobals()
  await page.viewport(1280, 800)
})

test('states that it is the test version, that all features are in it, and that nothing needs paying', async () => {
  const screen = await render(<LandingPage />)
  await expect.element(screen.getByText('TEST VERSION, all features, no payment required')).toBeVisible()
})

test('trying leads to / and the trial begins at /api/login', async () => {
  const screen = await render(<LandingPage />)
  for (const link of screen.getByRole('link', { name: 'Try now, no card needed' }).elements()) expect(link.getAttribute('href')).toBe('/')
  for (const link of screen.getByRole('link', { name: 'Start Free Trial' }).elements())
    expect(link.getAttribute('href')).toBe('/api/login?for=trial')
  expect(screen.getByRole('link', { name: 'Start Free Trial' }).elements().length).toBeGreaterThan(1)
})

test('the landing page has the six features, the portal, the ways to pay and three columns below', async () => {
  const screen = await render(<LandingPage />)
  for (const name of ['Calendar views', 'Client database', 'Horse records', 'Work tracking', 'Mobile, with offline support'])
    await expect.element(screen.getByRole('heading', { name })).toBeVisible()
  const portal = screen.getByRole('region', { name: 'Client Portal' })
  await expect.element(portal.getByText(/^What owners get on every plan/)).toBeVisible()
  await expect.element(portal.getByRole('link', { name: 'Managed by Farrier' })).toHaveAttribute('href', '/pricing#client-portal')
  for (const words of ['Google Pay', 'Apple Pay', 'All major cards']) await expect.element(screen.getByText(words)).toBeVisible()
  for (const name of ['Features', 'Support', 'Business']) await expect.element(screen.getByRole('navigation', { name })).toBeVisible()
})

test('the landing page shows the three plans as they are, answers questions, and calls nothing planned', async () => {
  const screen = await render(<LandingPage />)
  for (const [name, price] of [
    ['Farrier Essential', '£9.99'],
    ['Farrier Professional', '£19.99'],
    ['Farrier Enterprise', '£39.99'],
  ] as const)
    await expect.element(screen.getByRole('region', { name }).getByText(price)).toBeVisible()
  expect(screen.getByRole('main').element().textContent).not.toMatch(/planned|soon/i)
  await userEvent.click(screen.getByText('Does it work with no signal?'))
  await expect.element(screen.getByText(/everything you need in a day opens without signal/)).toBeVisible()
})

test('before and after lie side by side without script, and slide over each other with it, by the keys too, in the same box', async () => {
  const screen = await render(<BeforeAfter />)
  const box = () => screen.container.querySelector<HTMLElement>('[data-before-after]')?.getBoundingClientRect()
  const [before, after] = [screen.getByRole('img', { name: /before$/ }), screen.getByRole('img', { name: /after$/ })]
  expect(before.element().getBoundingClientRect().right).toBeLessThanOrEqual(after.element().getBoundingClientRect().left)
  const size = box()?.height
  letSlide(screen.container)
  letSlide(screen.container)
  expect(box()?.height).toBe(size)
  const slider = screen.getByRole('slider', { name: 'Before and after' })
  expect(slider.elements()).toHaveLength(1)
  const shown = () => getComputedStyle(after.element().parentElement as HTMLElement).clipPath
  expect(shown()).toBe('inset(0px 0px 0px 50%)')
  await userEvent.click(screen.getByText(/^One foot/))
  ;(slider.element() as HTMLInputElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(shown).toMatch(/inset\(0px( 0px 0px 0%)?\)/)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(shown).toBe('inset(0px 0px 0px 2%)')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '2 % before, 98 % after')
  await expect.element(screen.getByText(/Drawn for the demo/)).toBeVisible()
})

test('pricing has three plans for farriers, two services for clients, a comparison and questions', async () => {
  const screen = await render(<PricingPage />)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Choose Your Perfect Plan' })).toBeVisible()
  const popular = screen.getByRole('region', { name: 'Farrier Professional' })
  await expect.element(popular.getByText('Most Popular')).toBeVisible()
  await expect.element(popular.getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/register')
  for (const [name, price] of [
    ['Farrier Essential', '£9.99'],
    ['Farrier Enterprise', '£39.99'],
  ] as const) {
    const plan = screen.getByRole('region', { name })
    await expect.element(plan.getByText(price)).toBeVisible()
    const way = `/sign-in?next=${encodeURIComponent(`/settings/plan?choose=${name.split(' ')[1]?.toLowerCase()}`)}`
    await expect.element(plan.getByRole('link', { name: /^Choose Plan/ })).toHaveAttribute('href', way)
  }
  for (const [name, price] of [
    ['Vet Integration', '£2.99'],
    ['Para-Professional Network', '£1.99'],
  ] as const) {
    const service = screen.getByRole('region', { name })
    await expect.element(service.getByText(price)).toBeVisible()
    await expect.element(service.getByText('Enable for Clients')).toBeVisible()
  }
  const head = screen.getByRole('table').getByRole('columnheader')
  expect(head.elements().map((each) => each.textContent)).toEqual(['Compare every feature', 'Essential', 'Professional', 'Enterprise'])
  await userEvent.click(screen.getByText('Can I change my plan?'))
  await expect.element(screen.getByText(/Upgrades take effect immediately; downgrades at the next billing cycle/)).toBeVisible()
})

test('what is not built yet is called planned, in the cards and in the comparison', async () => {
  const screen = await render(<PricingPage />)
  const rows = screen.getByRole('table').getByRole('row').elements()
  for (const feature of ['AI insights', 'Custom branding', 'Phone support']) {
    const row = rows.find((each) => each.textContent?.startsWith(feature))
    expect(row?.textContent, feature).toMatch(/Planned/)
    expect(row?.textContent, feature).not.toMatch(/Included/)
  }
})

test('the terms have nine sections, the date of their version and the word that they are a sample', async () => {
  const screen = await render(<TermsPage />)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Terms and Conditions of Business' })).toBeVisible()
  await expect.element(screen.getByText('Professional Farriery Services')).toBeVisible()
  const sections = screen.getByRole('main').getByRole('heading', { level: 2 })
  expect(sections.elements().map((each) => each.textContent)).toEqual([
    'General',
    'Appointments and Cancellations',
    'Health and Safety',
    'Payment Terms',
    'Warranty and Liability',
    'Data Protection',
    'Service Pricing',
    'Governing Law',
    'Acceptance of Terms',
  ])
  await expect.element(screen.getByText(/sample document and not legal advice/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
})

test('the test version leads into it, and states what it will cost', async () => {
  const screen = await render(<SubscribePage />)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Test Version' })).toBeVisible()
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'View Test Features' })).toHaveAttribute('href', '/')
  for (const price of ['£9.99', '£19.99', '£39.99', '£2.99']) await expect.element(screen.getByText(price)).toBeVisible()
})

// The journey over all screens sees the others.
for (const [width, theme] of LOOKS)
  test(`axe finds nothing on the page for an unknown address and nothing scrolls sideways, ${theme}, ${width} px`, async () => {
    document.documentElement.dataset.theme = theme
    await page.viewport(width, 800)
    await render(
      <PublicPage path="/404">
        <NotFoundPage />
      </PublicPage>,
    )
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
