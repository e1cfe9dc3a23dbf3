import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { WHY_REFUSED } from '#features/office/integrations/rules.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { putAdapter } from '#platform/web/device/device.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* A calendar that one signs in to, elsewhere: on the way there, and back. */

const OFF: Integration = {
  ...{
    id: 'google',
    name: 'Google Calendar',
    description: 'Your diary there.',
    category: 'calendar',
    of: 'member',
    enabled: false,
    status: 'disconnected',
  },
  ...{ account: null, sentence: null, isVeryMany: false, isEnding: false, entries: 0, isRehearsed: false, lastSuccessAt: null },
  ...{
    settings: {},
    isInPlan: true,
    isOwnOnly: false,
    sends: ['Your own visits.'],
    brings: ['What you move there.'],
    leaves: ['Nothing.'],
  },
  asks: { by: 'oauth', vendor: 'Google', isReady: true },
}
const ON: Integration = {
  ...OFF,
  ...{ enabled: true, status: 'connected', account: 'gareth@example.com', entries: 12, lastSuccessAt: currentTime().toISOString() },
}
const THERE = 'https://accounts.google.com/o/oauth2/v2/auth?state=s'

let practice: ReturnType<typeof fakePractice>
let card: Integration
let sent: unknown[]
let url: string
let went: string[]
let removeAdapter: () => void
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations')
  practice = fakePractice()
  ;[card, sent, url, went] = [OFF, [], THERE, []]
  practice.api
    .on(integrationEndpoints.list, () => [card])
    .on(integrationEndpoints.signIn, ({ body }) => {
      sent.push(body)
      if (url.startsWith('/')) card = { ...ON, account: null, isRehearsed: true, lastSuccessAt: null }
      return { url }
    })
    .on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      card = ON
      return card
    })
    .on(integrationEndpoints.disconnect, () => {
      card = OFF
      return card
    })
    .on(integrationEndpoints.log, () => [])
    .on(integrationEndpoints.rehearsal, () => [])
    .on(integrationEndpoints.calendars, () => ({ calendars: [], sentence: null }))
  await practice.signIn()
  removeAdapter = putAdapter({ goOutside: (address) => went.push(address) })
})
afterEach(async () => {
  removeAdapter()
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

test('switching on says what is exchanged, and leads there with what was chosen', async () => {
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect Google Calendar' })
  for (const words of ['What leaves', "You sign in on Google's own page"])
    await expect.element(dialog.getByText(words, { exact: false })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Who' }).click()
  await dialog.getByRole('button', { name: 'Sign in to Google' }).click()
  await expect.poll(() => went).toEqual([THERE])
  expect(sent).toEqual([{ settings: { level: 'who' } }])
})

test('back from there it says so once, opens the settings, and takes it out of the address', async () => {
  card = ON
  history.replaceState(null, '', '/integrations?tab=calendar&connected=google')
  const screen = await open()
  await expect.element(screen.getByText('Integration Updated')).toBeVisible()
  await expect.element(screen.getByText('Integration settings have been saved.')).toBeVisible()
  const settings = screen.getByRole('dialog', { name: 'Google Calendar' })
  await expect.element(settings.getByText('gareth@example.com')).toBeVisible()
  expect(location.search).toBe('?tab=calendar')
  expect(screen.getByText('Integration Updated').elements()).toHaveLength(1)
  await settings.getByRole('button', { name: 'Sign in again' }).click()
  await screen.getByRole('dialog', { name: 'Connect Google Calendar' }).getByRole('button', { name: 'Sign in to Google' }).click()
  await expect.poll(() => went).toEqual([THERE])
})

test('an address that says so of what is not connected is not believed', async () => {
  history.replaceState(null, '', '/integrations?tab=calendar&connected=google')
  const screen = await open()
  await expect.element(screen.getByText('Disconnected')).toBeVisible()
  await expect.poll(() => location.search).toBe('?tab=calendar')
  await expect.element(screen.getByText('Integration Updated')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test.each(WHY_REFUSED)('why it was refused is a sentence: %s', async (why) => {
  history.replaceState(null, '', `/integrations?tab=calendar&refused=google&why=${why}`)
  const screen = await open()
  await expect.element(screen.getByText('Error', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(SAID[why], { exact: false })).toBeVisible()
  expect(location.search).toBe('?tab=calendar')
})
const SAID = {
  denied: "You didn't say yes at Google",
  over: 'Start it again here.',
  partial: 'tick every box there',
  silent: "Google isn't answering",
  refused: 'Google refused the sign-in',
  forbidden: "Your role or your plan doesn't allow",
  nothing: "there's nothing to post to",
} as const

test('a sign-in that was kept connects without another; one that is over gets a sentence, and is made again', async () => {
  card = { ...ON, enabled: false, status: 'disconnected' }
  const first = await open()
  await first.getByRole('switch', { name: 'Enabled' }).click()
  await expect.element(first.getByText("You're still signed in there as gareth@example.com.")).toBeVisible()
  await first.getByRole('button', { name: 'Connect' }).click()
  await expect.element(first.getByText('Integration settings have been saved.')).toBeVisible()
  expect(sent).toEqual([{ enabled: true, settings: { level: 'where' } }])
  await first.unmount()
  practice.api.on(integrationEndpoints.change, () => {
    throw new Refusal('sign_in_first')
  })
  card = { ...ON, enabled: false, status: 'disconnected' }
  const second = await open()
  await second.getByRole('switch', { name: 'Enabled' }).click()
  await second.getByRole('button', { name: 'Connect' }).click()
  await expect.element(second.getByText('Sign in there to connect this integration.')).toBeVisible()
  await expect.element(second.getByRole('button', { name: 'Connect' })).not.toBeInTheDocument()
  await second.getByRole('button', { name: 'Sign in to Google' }).click()
  await expect.poll(() => went).toEqual([THERE])
})

test('a server that isn’t set up for it says so on the card and behind the switch', async () => {
  card = { ...OFF, asks: { by: 'oauth', vendor: 'Google', isReady: false } }
  const screen = await open()
  const words = "This server isn't set up for signing in to Google. Whoever runs it can do that."
  await expect.element(screen.getByText(words)).toBeVisible()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(words)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Sign in to Google' })).not.toBeInTheDocument()
})

test('the test version connects it without going there, each time', async () => {
  url = '/integrations?tab=calendar&connected=google'
  const screen = await open()
  for (const _ of [1, 2]) {
    await screen.getByRole('switch', { name: 'Enabled' }).click()
    await screen.getByRole('button', { name: 'Sign in to Google' }).click()
    const settings = screen.getByRole('dialog', { name: 'Google Calendar' })
    await settings.getByRole('button', { name: 'Disconnect' }).click()
    await screen.getByRole('dialog', { name: 'Disconnect Google Calendar?' }).getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(screen.getByText('Disconnected')).toBeVisible()
  }
  expect(went).toEqual([])
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  await screen.getByRole('button', { name: 'Sign in to Google' }).click()
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Test version: not signed in there, nothing is sent.')).toBeVisible()
})

test.each(LOOKS)('axe finds nothing on the way there, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  for (const state of [OFF, { ...OFF, asks: { ...OFF.asks, isReady: false } as Integration['asks'] }, { ...OFF, account: 'gareth' }]) {
    card = state
    const screen = await open()
    await screen.getByRole('switch', { name: 'Enabled' }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
  }
})
