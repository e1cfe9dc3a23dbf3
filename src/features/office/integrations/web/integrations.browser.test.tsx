import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { noteReach } from '#platform/web/sync/reach.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const FEED: Integration = {
  id: 'feed',
  name: 'Calendar feed',
  description: 'Your diary in any calendar app, to look at. It follows by itself.',
  category: 'calendar',
  of: 'member',
  enabled: false,
  status: 'disconnected',
  settings: {},
  asks: { by: 'nothing' },
  account: null,
  sentence: null,
  isVeryMany: false,
  isEnding: false,
  entries: 0,
  isRehearsed: false,
  lastSuccessAt: null,
  isInPlan: true,
  isOwnOnly: false,
  sends: ['Your own visits.'],
  brings: ['Nothing.'],
  leaves: ['What the app has already read.'],
}

let practice: ReturnType<typeof fakePractice>
let feed: Integration
/** All that can be connected, where it is more than the feed. */
let cards: Integration[] | undefined
let address: string
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations')
  practice = fakePractice()
  feed = FEED
  cards = undefined
  address = 'https://diary.example/calendar/first.ics'
  practice.api
    .on(integrationEndpoints.list, () => cards ?? [feed])
    .on(integrationEndpoints.change, ({ body }) => {
      const enabled = body?.enabled ?? false
      feed = { ...feed, enabled, status: enabled ? 'connected' : 'disconnected', settings: { ...feed.settings, ...body?.settings } }
      return feed
    })
    .on(integrationEndpoints.disconnect, () => {
      feed = FEED
      return feed
    })
    .on(integrationEndpoints.feedAddress, () => ({ url: address }))
    .on(integrationEndpoints.renewFeed, () => {
      address = 'https://diary.example/calendar/second.ics'
      return { url: address }
    })
  await practice.signIn()
})
afterEach(async () => {
  noteReach(true)
  await practice.leave()
})

const open = () =>
  render(
    <Queries>
      <main>
        <IntegrationsPage />
        <Toaster />
      </main>
    </Queries>,
  )

test('the tabs of the specification; what has nothing to connect shows so, and is in the address', async () => {
  const screen = await open()
  const tabs = screen.getByRole('tab')
  await expect
    .poll(() => tabs.elements().map((tab) => tab.textContent))
    .toEqual(['Calendar', 'Accounting', 'Marketing', 'Mapping', 'Social Media'])
  await screen.getByRole('tab', { name: 'Accounting' }).click()
  await expect.element(screen.getByText('Nothing to connect here yet')).toBeVisible()
  expect(location.search).toBe('?tab=accounting')
  await expect.element(screen.getByRole('switch')).not.toBeInTheDocument()
})

test('a feed is switched on after what leaves is shown, has an address, and is switched off at once', async () => {
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect Calendar feed' })
  for (const title of ['What leaves', 'What comes in', 'What stays there if you disconnect'])
    await expect.element(dialog.getByRole('heading', { name: title })).toBeVisible()
  expect(feed.enabled).toBe(false)
  await dialog.getByRole('radio', { name: 'Who' }).click()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect.element(screen.getByText('Integration settings have been saved.')).toBeVisible()
  expect(feed).toMatchObject({ enabled: true, settings: { level: 'who' } })
  const settings = screen.getByRole('dialog', { name: 'Calendar feed' })
  await expect.element(settings.getByRole('textbox')).toHaveValue(address)
  await expect
    .element(settings.getByRole('link', { name: 'Add to the calendar on this device' }))
    .toHaveAttribute('href', 'webcal://diary.example/calendar/first.ics')
  await settings.getByRole('button', { name: 'New address' }).click()
  await expect.element(settings.getByRole('textbox')).toHaveValue('https://diary.example/calendar/second.ics')
  await expect.element(settings.getByText('The old address opens nothing now.', { exact: false })).toBeVisible()
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Connected')).toBeVisible()
  await expect.element(screen.getByText('No calendar app has read it yet.')).toBeVisible()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  await expect.poll(() => feed.enabled).toBe(false)
  await expect.element(screen.getByText('Disconnected')).toBeVisible()
})

test('disconnecting asks first, and says what stays there', async () => {
  feed = { ...FEED, enabled: true, status: 'connected', lastSuccessAt: currentTime().toISOString() }
  const screen = await open()
  await expect.element(screen.getByText('Last read: Just now')).toBeVisible()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  await screen.getByRole('button', { name: 'Disconnect' }).click()
  const question = screen.getByRole('dialog', { name: 'Disconnect the calendar feed?' })
  await expect.element(question.getByText('What the app has already read.', { exact: false })).toBeVisible()
  await expect.element(question.getByText('kept for 30 days', { exact: false })).toBeVisible()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(screen.getByText('Disconnected')).toBeVisible()
})

test('a refusal shows the server’s words; without a signal the screen says so; a smaller plan has the way to a larger one', async () => {
  practice.api.on(integrationEndpoints.change, () => {
    throw new Refusal('plan_lapsed')
  })
  feed = { ...FEED, enabled: true, status: 'connected' }
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  await expect.element(screen.getByText('Your plan has ended.', { exact: false })).toBeVisible()
  feed = { ...FEED, isInPlan: false }
  await screen.unmount()
  const second = await open()
  await expect.element(second.getByRole('link', { name: 'See the plans' })).toBeVisible()
  await expect.element(second.getByRole('switch')).not.toBeInTheDocument()
})

test('what a smaller plan lacks is shown once, however many cards it is of', async () => {
  cards = [FEED, { ...FEED, id: 'caldav', name: 'Apple and CalDAV' }].map((card) => ({ ...card, isInPlan: false }))
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'Apple and CalDAV' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See the plans' }).elements()).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Settings', exact: true }).elements()).toEqual([])
})

test('without a signal the screen says so, and comes with the signal', async () => {
  practice.api.offline(true)
  const screen = await open()
  await expect.element(screen.getByText("You're offline")).toBeVisible()
  practice.api.offline(false)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('switch')).toBeVisible()
})

test.each(LOOKS)('axe finds nothing on the screen and its dialogs, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  feed = { ...FEED, enabled: true, status: 'connected' }
  const screen = await open()
  await expect.element(screen.getByText('Connected')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue(address)
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
