import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ServiceChosen, ServiceShown, ServicesView, ServiceView } from '#app/my/services-view.ts'
import { MyServicePage } from '#app/pages/my/MyServicePage.tsx'
import { MyServicesPage } from '#app/pages/my/MyServicesPage.tsx'
import { BEGIN_NOW, type Bought, buttonWords, cancellationForm, keyFacts, termsOf } from '#features/records/services/law-words.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import '#ui/styles.css'

afterEach(async () => {
  document.documentElement.removeAttribute('data-theme')
  await page.viewport(1280, 800)
})

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const offer: Omit<ServiceShown, 'has'> = {
  ...{ service: 'vet-integration', name: 'Vet Integration', price: '£2.99 a horse, a month, VAT included', canBegin: true },
  text: 'Your vet sees what was done, and can add X-rays, notes and a shoeing plan.',
}
const had = { id: 'one', horse: 'Biscuit', standing: 'Since 28 Nov 2026', canEnd: true }
const client = { id: 'c', name: 'Sarah', services: [{ ...offer, has: [] }] }
const probert = { slug: 'probert', name: 'Probert Farriery', closed: null, clients: [client] }
const services: ServicesView = {
  ...{ page: 'services', said: null, fault: null, isOnItsWay: false, practices: [probert], money: null, told: [] },
}
const money = { next: { sum: '£5.98', day: '28 Dec 2026' }, late: null, hasCard: true }
const late = { until: '10 Jan 2027', payUrl: 'https://invoice.example/pay' }
const told = [
  {
    id: 't',
    subject: 'You have Vet Integration from 28 Nov 2026',
    day: '28 Nov 2026',
    how: 'Sent to sarah@example.com.',
    body: 'What:\n\nWho:',
  },
  { id: 'u', subject: `${LONG} has ended`, day: '29 Nov 2026', how: 'Not sent. The mail server refused the address.', body: LONG },
]
const some = [had, { ...had, id: 'two', horse: LONG, standing: 'Ends on 27 Dec 2026', canEnd: false }]
const all = {
  ...client,
  services: [
    { ...offer, has: some },
    { ...offer, service: 'portal' as const, name: 'Client Portal', has: [] },
  ],
}

const SELLER = {
  name: 'Croft Software Ltd',
  address: 'Unit 4, 12 Mill Lane, Hay-on-Wye, Hereford HR3 5AA',
  email: 'help@croft.example',
  vatNumber: 'GB123456789',
}
const bought: Bought = {
  ...{ service: 'vet-integration', horses: ['Biscuit', 'Merlin'], practice: 'Probert Farriery', fromOn: '2026-11-28', seller: null },
}
const chosenOf = (of: Bought): ServiceChosen => ({
  ...{ horseIds: ['b', 'm'], facts: keyFacts(of), beginNow: BEGIN_NOW, button: buttonWords(of) },
  ...{ terms: [...termsOf(of).map(({ text }) => text), cancellationForm(of)], said: of.seller && { pence: 598, moment: 1 } },
  next: of.seller && !of.more ? 'Next you enter your card on Stripe’s page. Nothing is paid before that.' : '',
})
const sold = { ...bought, seller: SELLER }
const more = { ...sold, horses: ['Dolly'], more: { untilNextPence: 153, nextBillOn: '2026-12-12', monthlyPence: 897 } }
const { canBegin: _, ...named } = offer
const service: ServiceView = {
  ...{ page: 'service', slug: 'probert', clientId: 'c', ...named, choose: [], needsEmail: false, fault: null },
  chosen: chosenOf(bought),
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
  ['paid for', { ...services, money, told, practices: [{ ...probert, clients: [all] }] }],
  ['a payment failed', { ...services, money: { ...money, late }, practices: [{ ...probert, clients: [all] }] }],
  ['refused, and nothing more is taken', { ...services, fault: 'Your last payment failed.', money: { ...money, next: null } }],
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
  ['long names', { ...service, chosen: chosenOf({ ...sold, practice: `${LONG} Farriery`, horses: [LONG, LONG] }) }],
  ['a horse more', { ...service, chosen: chosenOf(more) }],
  ['without an e-mail address', { ...service, needsEmail: true, chosen: chosenOf(sold) }],
])('a service: %s: readable at every width, in light and dark, and without findings', async (_, view) => {
  await render(<MyServicePage {...view} />)
  await looks()
})

test.each([
  ['in the test version', bought, 'Pay £5.98 a month', [/^Test version: nothing is sold/]],
  ['where it is sold', sold, 'Pay £5.98 a month', [/^Sold by/]],
  ['of a horse more', more, 'Pay £2.99 a month more', [/^£1.53 for the days until 12 Dec 2026/, /^Sold by/]],
] as const)(
  '%s, all that has to be known stands together and alone above the button, on one screen of a phone',
  async (_, of, pay, extra) => {
    await page.viewport(375, 812)
    const screen = await render(<MyServicePage {...service} chosen={chosenOf(of)} />)
    const button = screen.getByRole('button', { name: pay, exact: true })
    await expect.element(button).toBeVisible()
    const foot = button.element().getBoundingClientRect()
    expect(foot.bottom).toBeLessThanOrEqual(812)
    const facts = screen.getByRole('list').element()
    const shown = [/ a month/, /^It renews each month until you end it, with one press/, /^14 days to change your mind/, ...extra]
    for (const words of [/^Vet Integration for/, ...shown])
      expect(screen.getByRole('listitem').filter({ hasText: words }).first().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
        foot.top,
      )
    // Between the title and the button there is nothing but the facts and the wish to begin.
    const form = facts.closest('form')
    const parts = [...(form?.children ?? [])].filter((part) => !(part instanceof HTMLInputElement)).map(({ tagName }) => tagName)
    expect(parts.slice(0, 3)).toEqual(['UL', 'LABEL', 'BUTTON'])
    // The wish to begin at once is theirs to make.
    await expect.element(screen.getByRole('checkbox')).not.toBeChecked()
    expect(screen.getByRole('checkbox').all()).toHaveLength(1)
  },
)

test('one press ends it: a form with the button alone, and no screen between', async () => {
  const screen = await render(<MyServicesPage {...services} practices={[{ ...probert, clients: [all] }]} />)
  const form = screen.getByRole('button', { name: 'End it : Vet Integration for Biscuit' }).element().closest('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/my/at/probert/services/end'])
  expect(new FormData(form ?? undefined).get('id')).toBe('one')
})

test('a failed payment is shown with its deadline, and where to pay it', async () => {
  const screen = await render(<MyServicesPage {...services} money={{ ...money, late }} />)
  await expect.element(screen.getByText(/Pay it, or change your card, by 10 Jan 2027/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Pay it now' })).toHaveAttribute('href', late.payUrl)
  await expect.element(screen.getByRole('button', { name: 'Card and receipts' })).toBeVisible()
})
