import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ServiceShown, ServicesView, ServiceView } from '#app/my/services-view.ts'
import { MyServicePage } from '#app/pages/my/MyServicePage.tsx'
import { MyServicesPage } from '#app/pages/my/MyServicesPage.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(async () => {
  document.documentElement.removeAttribute('data-theme')
  await page.viewport(1280, 800)
})

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const offer: Omit<ServiceShown, 'has'> = {
  ...{ service: 'vet-integration', name: 'Vet Integration', price: '£2.99', canBegin: true },
  text: 'Your vet sees what was done, and can add X-rays, notes and a shoeing plan.',
}
const had = { id: 'one', horse: 'Biscuit', standing: 'Since 28 Nov 2026', canEnd: true }
const client = { id: 'c', name: 'Sarah', services: [{ ...offer, has: [] }] }
const probert = { slug: 'probert', name: 'Probert Farriery', closed: null, clients: [client] }
const services: ServicesView = { page: 'services', said: null, isOnItsWay: false, practices: [probert] }
const some = [had, { ...had, id: 'two', horse: LONG, standing: 'Ends on 27 Dec 2026', canEnd: false }]
const all = {
  ...client,
  services: [
    { ...offer, has: some },
    { ...offer, service: 'portal' as const, name: 'Client Portal', has: [] },
  ],
}

const chosen = { horseIds: ['b', 'm'], horses: ['Biscuit', 'Merlin'], monthly: '£5.98', fromDay: '28 Nov 2026' }
const { canBegin: _, ...named } = offer
const service: ServiceView = {
  page: 'service',
  slug: 'probert',
  practice: 'Probert Farriery',
  clientId: 'c',
  ...named,
  choose: [],
  chosen,
  fault: null,
}

const looks = async () => {
  for (const [width, theme] of [...LOOKS, [320, 'light'] as const]) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width)
    expect(await axeFindings()).toEqual([])
  }
}

test.each([
  ['nothing is offered', { ...services, practices: [] }],
  ['offered', services],
  [
    'had, and just begun',
    { ...services, said: 'begun' as const, practices: [{ ...probert, clients: [all, { ...all, id: 'd', name: LONG }] }] },
  ],
  [
    'arranged by the operator',
    { ...services, practices: [{ ...probert, closed: 'Services on this server are arranged by the person who runs it.' }] },
  ],
  ['still on its way', { ...services, isOnItsWay: true, said: 'ended' as const }],
])('services: %s: readable at every width, in light and dark, and without findings', async (_, view) => {
  await render(<MyServicesPage {...view} />)
  await looks()
})

test.each([
  [
    'the horses are chosen first',
    {
      ...service,
      chosen: null,
      choose: [
        { id: 'b', name: 'Biscuit' },
        { id: 'm', name: LONG },
      ],
    },
  ],
  ['all that has to be known', service],
  ['refused', { ...service, fault: 'Tick that it begins today, then press the button.' }],
  ['long names', { ...service, practice: `${LONG} Farriery`, chosen: { ...chosen, horses: [LONG, LONG] } }],
])('a service: %s: readable at every width, in light and dark, and without findings', async (_, view) => {
  await render(<MyServicePage {...view} />)
  await looks()
})

test('what it costs, for which horses, how it ends and the 14 days stand above the button, and the button names the sum, all on one screen of a phone', async () => {
  await page.viewport(375, 667)
  const screen = await render(<MyServicePage {...service} />)
  const button = screen.getByRole('button', { name: 'Pay £5.98 a month' })
  await expect.element(button).toBeVisible()
  const foot = button.element().getBoundingClientRect()
  expect(foot.bottom).toBeLessThanOrEqual(667)
  for (const words of [
    'For Biscuit, Merlin',
    '£5.98 a month',
    /^It renews each month/,
    /^You end it here/,
    /^14 days/,
    /^Test version: nothing is sold/,
  ])
    expect(screen.getByText(words).first().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(foot.top)
})
