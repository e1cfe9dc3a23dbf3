import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#db/cast.ts'
import { DESKTOP, enterDemo, go, type House, PHONE, shareHouse, untilSettled, type Visitor } from '#testing/e2e.ts'
import { copied } from '#testing/e2e-practice.ts'
import { expectFaultless } from './faultless.ts'
import { openWalk } from './portal-pages.ts'

const WIDTHS = [PHONE, DESKTOP]
const OWNER = cast.clients.sarahPenrose.id
const { look, lookHere, expectAllLooked } = openWalk('portal-axe')

let house: House
let farriers: Visitor[]
let owners: Visitor[]
beforeAll(async () => {
  house = shareHouse()
  farriers = await Promise.all(WIDTHS.map((width) => house.visit(width)))
  owners = await Promise.all(WIDTHS.map((width) => house.visit(width)))
  await Promise.all(farriers.map(enterDemo))
})
afterAll(async () => {
  expect([...farriers, ...owners].flatMap(({ problems }) => problems.filter((problem) => !NOT_FOUND.test(problem)))).toEqual([])
  await house.close()
})

/** What the browser says of the pages that are for nothing. */
const NOT_FOUND = /status of 404 .*\/(join\/nothing|my\/at\/nobody\/horses\/none)$/

/** Of the practice's own pages, the first that a page links to: what it is, where it is found, and its address. */
const FOUND: [string, string, RegExp][] = [
  ['a horse', '/my', /\/horses\/[\w-]+$/],
  ['a visit', '/my/visits', /\/visits\/[\w-]+$/],
  ['a visit’s card', '/my/visits', /\/card$/],
  ['a conversation', '/my/messages', /\/messages\/[\da-f-]{36}$/],
  ['a new message', '/my/messages', /\/messages\/new$/],
  ['an invoice', '/my/money', /\/invoices\/[\w-]+$/],
  ['a statement', '/my/money', /\/statement/],
  ['texts', '/my/settings', /\/texts/],
  ['terms', '/my/settings', /\/terms/],
]

describe('axe finds nothing in the portal, and nothing covers a control, on a phone and on a desktop, in the light and in the dark:', () => {
  test('the way in: an invitation to hand over, what it opens, and what has ended', async () => {
    await atBothWidths(owners, async (page, width, at) => {
      for (const path of ['/my/sign-in', '/my/sign-in/link', '/my/not-me', '/my/closed', '/join/nothing']) await look(page, path, width)
      await page.goto('/my/sign-in')
      await page.getByLabel('E-mail or mobile number').fill(`nobody.${width}@example.com`)
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await page.getByLabel('Code').waitFor()
      await lookHere(page, width, 'the code')
      const { link } = (await farriers[at]?.api.post<{ link: string }>(`/api/clients/${OWNER}/portal/invite`, { how: 'handed' })) ?? {}
      await look(page, new URL(link ?? '').pathname, width, 'an invitation')
      await page.getByRole('button', { name: 'Open my horses' }).click()
      await page.waitForURL('**/my')
    })
  })

  test.each(['/my', '/my/visits', '/my/messages', '/my/money', '/my/settings', '/my/data', '/my/privacy', '/my/at/nobody/horses/none'])(
    '%s',
    async (path) => {
      await atBothWidths(owners, (page, width) => look(page, path, width))
    },
  )

  test.each(FOUND)('%s', async (what, from, address) => {
    await atBothWidths(owners, async (page, width) => {
      await page.goto(from)
      const links = page.locator('a[href^="/my/at/"]')
      const hrefs = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
      const found = hrefs.find((href) => href && address.test(href))
      expect(found, `${what} is linked to`).toBeDefined()
      await look(page, found ?? '', width, what)
    })
  })

  test('what the farrier has of it: a client’s part with who is in and what was opened, and an invitation', async () => {
    await atBothWidths(farriers, async (page, width) => {
      await page.goto(`/clients?client=${OWNER}`)
      await copied(page)
      await page.getByRole('tab', { name: 'Portal' }).click()
      await page.getByRole('region', { name: 'Who is in' }).waitFor()
      await page.getByRole('region', { name: 'Seen by' }).getByText('the first page').first().waitFor()
      await expectFaultless(page, 'a client’s portal', width)
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByRole('region', { name: 'What goes' }).waitFor()
      await expectFaultless(page, 'an invitation to send', width)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog', { name: 'Invite to the portal' }).waitFor({ state: 'detached' })
      await go(page, '/settings/portal')
      await untilSettled(page)
      await page
        .getByRole('button', { name: /^Invite/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: 'Invite to the portal' }).waitFor()
      await expectFaultless(page, 'a yard to invite', width)
    })
  })

  test('and that is every page, with the walk of those who may look', () => expectAllLooked(WIDTHS))
})

/* Concurrently: most of the time is axe's, and each page is a process of its own. */
const atBothWidths = (visitors: Visitor[], work: (page: Page, width: number, at: number) => Promise<unknown>) =>
  Promise.all(visitors.map(({ page }, at) => work(page, WIDTHS[at] ?? DESKTOP, at)))
