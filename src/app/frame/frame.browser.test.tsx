import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppFrame } from '#app/frame/AppFrame.tsx'
import { hasScreen } from '#app/routes.tsx'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { noteServerDate } from '#platform/web/device/clock.ts'
import { noteReach } from '#platform/web/sync/reach.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { resetClock } from '#testing/set-clock.ts'
import '#ui/styles.css'

const PERSON = { firstName: 'Gareth', lastName: 'Probert', profileImageUrl: null, practiceName: 'Teme Valley Farriery' }
const ONLINE: SyncState = {
  isOnline: true,
  isSyncing: false,
  waiting: 0,
  needsAttention: 0,
  lastSyncAt: null,
  isSignedOut: false,
  needsUpgrade: false,
  isCaptive: false,
}

afterEach(async () => {
  vi.restoreAllMocks()
  noteReach(true)
  // The theme, and that a user was about to sign out.
  localStorage.clear()
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})

async function frame({ at = '/', sync = ONLINE, width = 1280 }: { at?: string; sync?: SyncState; width?: number } = {}) {
  await page.viewport(width, 800)
  const { hook, navigate } = memoryLocation({ path: at })
  const screen = await render(
    <Router hook={hook}>
      <AppFrame person={PERSON} sync={sync}>
        <h1>Screen</h1>
      </AppFrame>
    </Router>,
  )
  return { screen, navigate }
}

const shownLinks = (name: string) =>
  [...document.querySelectorAll<HTMLElement>(`nav[aria-label="${name}"] a`)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.textContent)

test('a desktop has the built screens in the order of the specification', async () => {
  await frame()
  expect(shownLinks('Main')).toEqual(
    ['Calendar', 'Clients', 'Horses', 'Reports', 'Integrations', 'Pricing'].filter((label) => hasScreen(`/${label.toLowerCase()}`)),
  )
})

test('beside them stand the round, the messages and the money as icons, their names under the pointer and the focus', async () => {
  const practice = fakePractice()
  await practice.signIn()
  const { screen } = await frame()
  await expect.poll(() => shownLinks('Shortcuts')).toEqual(['Round', 'Messages', 'Money'])
  const round = screen.getByRole('link', { name: 'Round' })
  const opacity = () => getComputedStyle(round.getByText('Round').element()).opacity
  expect(opacity()).toBe('0')
  await round.hover()
  await expect.poll(opacity).toBe('1')
  await userEvent.unhover(round)
  await expect.poll(opacity).toBe('0')
  screen.getByRole('link', { name: 'Calendar' }).element().focus()
  while (document.activeElement !== round.element()) await userEvent.tab()
  await expect.poll(opacity).toBe('1')
  expect(await axeFindings()).toEqual([])
  await practice.leave()
})

test('a phone has the first five of the specification under the thumb, and all of its six first in the menu', async () => {
  const { screen } = await frame({ width: 375 })
  expect(shownLinks('Main')).toEqual(['Home', 'Clients', 'Horses', 'Calendar', 'Reports'])
  await screen.getByRole('button', { name: 'Menu' }).click()
  await expect.poll(() => shownLinks('All screens').slice(0, 6)).toEqual(['Home', 'Clients', 'Horses', 'Calendar', 'Reports', 'Settings'])
})

test('the number of unread conversations is in sight on every screen, on a phone and on a desktop', async () => {
  const practice = fakePractice()
  practice.server.write('threads', uuidv7(), {
    ...{ clientId: uuidv7(), subject: 'Loose shoe', isEmergency: false, emergencyRate: null, closedAt: null },
    ...{ lastMessageAt: currentTime().toISOString(), lastClientAt: currentTime().toISOString(), readTo: null },
  })
  await practice.signIn()
  const { screen } = await frame({ at: '/horses' })
  await expect.element(screen.getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  await page.viewport(375, 800)
  await expect.element(screen.getByRole('button', { name: 'Menu 1 unread' })).toBeVisible()
  await practice.leave()
})

test('a phone has its bar at the bottom, with targets of at least 48 px', async () => {
  const { screen } = await frame({ width: 375 })
  await expect.element(screen.getByRole('button', { name: 'Menu' })).toBeVisible()
  for (const link of document.querySelectorAll<HTMLElement>('nav[aria-label=Main] a')) {
    const { width, height } = link.getBoundingClientRect()
    if (link.checkVisibility()) expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
  }
})

test.each([375, 1280])('the back button is hidden on / and /dashboard only, at %i px', async (width) => {
  const { screen, navigate } = await frame({ width })
  const back = screen.getByRole('button', { name: 'Back' })
  await expect.element(back).not.toBeInTheDocument()
  navigate('/clients')
  await expect.element(back).toBeVisible()
  navigate('/dashboard')
  await expect.element(back).not.toBeInTheDocument()
})

test('the offline banner has the words of the specification', async () => {
  const { screen } = await frame({ sync: { ...ONLINE, isOnline: false, waiting: 7 } })
  await expect
    .element(screen.getByText('Offline Mode - changes are saved locally and sync automatically when connection is restored.'))
    .toBeVisible()
  await expect.element(screen.getByText('Offline, 7 saved')).toBeVisible()
})

test.each<[Partial<SyncState>, string, string | null]>([
  [{}, 'Online', null],
  [{ waiting: 2 }, '2 waiting', null],
  [{ waiting: 2, isSyncing: true }, 'Sending 2', null],
  [{ waiting: 2, needsAttention: 1 }, '1 to decide', null],
  [{ isSignedOut: true, waiting: 2 }, 'Sign in, 2 saved', "Sign in to send 2 changes. They're safe here."],
  [{ needsUpgrade: true }, 'Update', 'This version is too old for the server. Reload to send your changes.'],
  [
    { isOnline: false, isCaptive: true, waiting: 2 },
    'Offline, 2 saved',
    'This network wants you to sign in to it first. Changes are saved locally meanwhile.',
  ],
])('the mark in the bar and the strip under it tell %o', async (sync, mark, strip) => {
  const { screen } = await frame({ sync: { ...ONLINE, ...sync } })
  const inBar = screen.getByRole('banner').getByRole('button', { name: mark, exact: true })
  await expect.element(inBar).toBeVisible()
  expect(document.querySelector('[role=status]')?.textContent).toBe(strip ?? '')
  expect(await axeFindings()).toEqual([])
})

test('on a desktop a card floats with the pending changes and the last sync, and opens the dialog; a phone has none', async () => {
  const { screen } = await frame({ sync: { ...ONLINE, waiting: 3, lastSyncAt: currentMs() - 5 * 60_000 - 1000 } })
  const card = screen.getByRole('button', { name: /Offline Status.*Online.*3 waiting.*Last sync [45] m ago/ })
  await expect.element(card).toBeVisible()
  await page.viewport(375, 800)
  await expect.element(card).not.toBeInTheDocument()
  await page.viewport(768, 800)
  await card.click()
  await expect.element(screen.getByRole('dialog', { name: 'Offline Status' })).toBeVisible()
})

// The minute shown may be up to one old.
test('while all is well there is a dot in the margin, which opens the card by hover, focus or a press', async () => {
  const { screen } = await frame({ sync: { ...ONLINE, lastSyncAt: currentMs() - 3 * 60_000 - 1000 } })
  const dot = screen.getByRole('button', { name: /^Online, last sync [234] m ago$/ })
  const card = screen.getByRole('button', { name: /Offline Status.*Online.*Last sync [234] m ago/ })
  await expect.element(dot).toBeVisible()
  // In the margin: nothing of a screen lies there.
  expect(dot.element().getBoundingClientRect().width).toBeLessThanOrEqual(24)
  await expect.element(card).not.toBeInTheDocument()
  await dot.hover()
  await expect.element(card).toBeVisible()
  await userEvent.unhover(dot)
  await expect.element(card).not.toBeInTheDocument()
  dot.element().focus()
  await expect.element(card).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(card).not.toBeInTheDocument()
  await dot.click()
  await card.click()
  await expect.element(screen.getByRole('dialog', { name: 'Offline Status' })).toBeVisible()
})

test.each<[Partial<SyncState>, string, string]>([
  [{ needsAttention: 1 }, '1 to decide', "1 change is for you to decide. It's safe on this device."],
  [
    { needsAttention: 2, waiting: 3 },
    '2 to decide',
    "2 changes are for you to decide, 3 are waiting to be sent. They're safe on this device.",
  ],
  [{ waiting: 1 }, '1 waiting', "1 change is waiting to be sent. It's safe on this device."],
])('the bar, the card and the status say the same of %o', async (sync, count, sentence) => {
  const { screen } = await frame({ sync: { ...ONLINE, ...sync } })
  await expect.element(screen.getByRole('button', { name: count, exact: true })).toBeVisible()
  const card = screen.getByRole('button', { name: new RegExp(`Offline Status: ?Online ?${count}`) })
  await card.click()
  const sheet = screen.getByRole('dialog', { name: 'Offline Status' })
  await expect.element(sheet.getByText(`Online, ${count}`)).toBeVisible()
  await expect.element(sheet.getByText(sentence)).toBeVisible()
})

test('a clock that shows another day shows a warning above what it calls today, and only there', async () => {
  const day = 24 * 60 * 60_000
  noteServerDate(new Date(currentMs() - day - 2 * 60 * 60_000).toUTCString(), currentMs())
  try {
    for (const [at, width] of [
      ['/', 1280],
      ['/round', 375],
      ['/calendar', 768],
    ] as const) {
      const { screen } = await frame({ at, width })
      await expect.element(screen.getByText(/^This device’s clock says .+, but it’s really .+\. Please set the clock/)).toBeVisible()
      expect(await axeFindings()).toEqual([])
      await screen.unmount()
    }
    const { screen } = await frame({ at: '/clients' })
    await expect.element(screen.getByText(/This device’s clock says/)).not.toBeInTheDocument()
  } finally {
    noteServerDate(new Date(currentMs()).toUTCString(), currentMs())
  }
})

test('a clock a few minutes off is no news above the day, unless it shows another one', async () => {
  setClock('2026-11-26T00:05:30Z')
  noteServerDate(new Date(currentMs() - 20 * 60_000).toUTCString(), currentMs())
  const { screen: late } = await frame()
  await expect.element(late.getByText(/clock says Thu 26 Nov, 00:05, but it’s really Wed 25 Nov, 23:45/)).toBeVisible()
  await late.unmount()
  resetClock()
  noteServerDate(new Date(currentMs() - 20 * 60_000).toUTCString(), currentMs())
  const { screen } = await frame()
  await expect.element(screen.getByText(/This device’s clock says/)).not.toBeInTheDocument()
  noteServerDate(new Date(currentMs()).toUTCString(), currentMs())
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 15)', 'Android'],
  ['Mozilla/5.0 (Mobile; rv:140.0)', 'Mobile'],
])('the strip in a phone’s menu names the platform, the connection and the version: %s', async (userAgent, platform) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const { screen } = await frame({ width: 375 })
  await screen.getByRole('button', { name: 'Menu' }).click()
  const menu = screen.getByRole('dialog')
  await expect.element(menu.getByText(`${platform} · Online · v1.0.0`)).toBeVisible()
  noteReach(false)
  await expect.element(menu.getByText(`${platform} · Offline · v1.0.0`)).toBeVisible()
})

test('the status sheet shows what is safe and when it last synced, and offers to send', async () => {
  const { screen } = await frame({ sync: { ...ONLINE, isOnline: false, waiting: 7 } })
  await screen.getByRole('button', { name: 'Offline, 7 saved' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Offline Status' })
  await expect.element(sheet.getByText("7 changes are waiting to be sent. They're safe on this device.")).toBeVisible()
  await expect.element(sheet.getByText('Last sync Never')).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Sync 7 Changes' })).toBeVisible()
  expect(await axeFindings()).toEqual([])
})

test('the user menu shows the whole name and signs out by a plain link', async () => {
  const { screen } = await frame()
  await screen.getByRole('button', { name: 'Gareth Probert' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Sign out' })).toHaveAttribute('href', '/api/logout')
  expect(await axeFindings()).toEqual([])
})

test('the user menu leads to Pricing and to the terms', async () => {
  const { screen } = await frame()
  await screen.getByRole('button', { name: 'Gareth Probert' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Pricing' })).toHaveAttribute('href', '/pricing')
  await expect.element(screen.getByRole('menuitem', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
})

test('signing out from the side menu closes the menu, so that staying signed in goes back to the screen', async () => {
  const { screen } = await frame({ width: 375 })
  await screen.getByRole('button', { name: 'Menu' }).click()
  const menu = screen.getByRole('dialog', { name: 'Menu' })
  await expect.element(menu).toBeVisible()
  const link = menu.getByRole('link', { name: 'Sign out' })
  // No user is signed in here, so the app would leave at once, and the test's page with it.
  const left = Promise.withResolvers<string>()
  const stay = (event: Event) => {
    const { destination } = event as Event & { destination: { url: string; sameDocument: boolean } }
    if (destination.sameDocument) return
    event.preventDefault()
    left.resolve(new URL(destination.url).pathname)
  }
  const { navigation } = window as unknown as { navigation: EventTarget }
  navigation.addEventListener('navigate', stay)
  await link.click()
  await expect.element(menu).not.toBeInTheDocument()
  expect(await left.promise).toBe('/')
  navigation.removeEventListener('navigate', stay)
})

test('the theme chosen holds for the page and is kept', async () => {
  const { screen } = await frame({ width: 375 })
  await screen.getByRole('button', { name: 'Menu' }).click()
  await screen.getByRole('radio', { name: 'Dark' }).click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  await screen.getByRole('radio', { name: 'As the device' }).click()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('a new screen takes the focus and begins at its top', async () => {
  const { navigate } = await frame({ at: '/clients' })
  expect(document.activeElement).toBe(document.body)
  navigate('/horses')
  await expect.poll(() => document.activeElement?.id).toBe('main')
})

for (const [width, theme] of [...LOOKS, [768, 'light'], [1024, 'dark']] as const)
  test(`axe finds nothing and nothing scrolls sideways, ${theme}, ${width} px`, async () => {
    document.documentElement.dataset.theme = theme
    await frame({ at: '/clients', width, sync: { ...ONLINE, isOnline: false, waiting: 12 } })
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
