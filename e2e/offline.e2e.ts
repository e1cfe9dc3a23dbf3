import type { Page, Route } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { closeOut, DESKTOP, enterDemo, expectAccessible, type House, openHouse, PHONE, stopsOn, type Visitor } from '#testing/e2e.ts'

const today = dayOf(currentTime(), 'Europe/London')
const tomorrow = addDays(today, 1)
const BANNER = 'Offline Mode - changes are saved locally and sync automatically when connection is restored.'

/* The longest back-off, plus a fifth for its jitter. */
const LONGEST_BACK_OFF_MS = 72_000

type Visit = { id: string; title: string; clientId: string | null; isCallComplete: boolean; yardId: string | null; isCallOnly: boolean }

let house: House

beforeAll(async () => {
  house = await openHouse('no-signal')
})

afterAll(() => house.close())

describe('in a barn without signal', () => {
  let farrier: Visitor
  let page: Page
  let before: Visit[]
  let done: number

  beforeAll(async () => {
    farrier = await house.visit(PHONE, { keepsApp: true })
    page = farrier.page
    await enterDemo(farrier)
    before = await visitsOn(today)
    done = before.filter(({ isCallComplete }) => isCallComplete).length
    await page.goto('/clients')
    await page.getByText('Alison Whitcombe').first().waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await farrier.context.setOffline(true)
  })

  afterAll(async () => {
    expect(farrier.problems).toEqual([])
    await farrier.context.close()
  })

  test('the app opens after one visit, with the clients, the diary and the round', async () => {
    await page.reload()
    await page.getByText('Alison Whitcombe').first().waitFor()
    await page.getByText(BANNER).waitFor()
    await mark('Offline').waitFor()
    await page.goto(`/calendar?view=week&date=${today}`)
    await page
      .getByRole('button', { name: before[0]?.title ?? '' })
      .first()
      .waitFor()
    await page.goto('/round')
    await progress(done).waitFor()
    await expectAccessible(page, 'the round without signal')
  })

  test('a new client is there at once, marked as waiting', async () => {
    await page.goto('/clients')
    await addClient(page, 'Bronwen Nosignal')
    await waitingMark(page, 'Bronwen Nosignal').waitFor()
    await mark('Offline, 1 saved').waitFor()
  })

  test('a visit is booked for them, and is marked as not sent', async () => {
    await page.goto(`/calendar?view=week&date=${tomorrow}`)
    await page.getByRole('button', { name: 'New Appointment' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Schedule New Appointment' })
    await dialog.getByLabel('Title').fill('Booked in the barn')
    await dialog.getByRole('combobox', { name: 'Client' }).fill('Bronwen')
    await page.getByRole('option', { name: /Bronwen Nosignal/ }).click()
    await dialog.getByLabel('Date').fill(tomorrow)
    await dialog.getByRole('button', { name: /^Schedule/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await mark('Offline, 2 saved').waitFor()
    const day = page.getByRole('region', { name: longDay(tomorrow) })
    await day.getByRole('button', { name: /^\+\d+ more$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Booked in the barn/ })
      .click()
    await page.getByText('Saved on this device, waiting to be sent.').waitFor()
  })

  test('a stop is done, and the next one follows', async () => {
    await page.goto('/round')
    await page.getByText(`Stop ${done + 1} of ${before.length}`).waitFor()
    await closeOut(page)
    await progress(done + 1).waitFor()
    await page.getByText(`Stop ${done + 2} of ${before.length}`).waitFor()
    await page.getByRole('button', { name: /^Offline, \d+ saved$/ }).waitFor()
  })

  test('all of it is still there when the app is opened again', async () => {
    await page.reload()
    await progress(done + 1).waitFor()
    await page.goto('/clients')
    await waitingMark(page, 'Bronwen Nosignal').waitFor()
  })

  test('signing out requires a confirmation', async () => {
    await signOut()
    const question = page.getByRole('dialog', { name: 'Sign out now?' })
    await question.getByText(/\d changes have not been sent yet\./).waitFor()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await waitingMark(page, 'Bronwen Nosignal').waitFor()
  })

  test('back in signal everything goes once, even when the first answer is lost on the way', async () => {
    const lost: string[] = []
    await farrier.context.route('**/api/sync/push', async (route) => {
      if (lost.length > 0) return route.continue()
      lost.push(await (await route.fetch()).text())
      return route.abort('internetdisconnected')
    })
    await farrier.context.setOffline(false)
    // After several tries the next one is delayed by the longest back-off at most.
    await mark('Online').waitFor({ timeout: LONGEST_BACK_OFF_MS })
    expect(lost).toMatchObject([expect.stringContaining('applied')])
    const bronwen = await clientsNamed(farrier, 'Bronwen Nosignal')
    expect(bronwen).toHaveLength(1)
    const booked = (await visitsOn(tomorrow)).filter(({ title }) => title === 'Booked in the barn')
    expect(booked).toMatchObject([{ clientId: bronwen[0]?.id }])
    expect((await visitsOn(today)).filter(({ isCallComplete }) => isCallComplete)).toHaveLength(done + 1)
  })

  test('then signing out needs no confirmation', async () => {
    await signOut()
    await page.getByRole('link', { name: 'Try now, no card needed' }).first().waitFor()
  })

  const mark = (words: string) => page.getByRole('button', { name: words, exact: true })
  const progress = (count: number) => page.getByText(`${count} of ${before.length}`, { exact: true })
  const visitsOn = (day: string) => stopsOn<Visit>(farrier, day)

  async function signOut() {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
  }
})

describe('in two tabs', () => {
  let farrier: Visitor
  let other: Page

  beforeAll(async () => {
    farrier = await house.visit(DESKTOP)
    await enterDemo(farrier)
    other = await farrier.context.newPage()
    for (const tab of [farrier.page, other]) {
      await tab.goto('/clients')
      await tab.getByText('Alison Whitcombe').first().waitFor()
    }
  })

  afterAll(async () => {
    expect(farrier.problems).toEqual([])
    await farrier.context.close()
  })

  test('what is added in one shows in the other', async () => {
    await farrier.page.bringToFront()
    await addClient(farrier.page, 'Tabitha Twotabs')
    await other.bringToFront()
    await other.getByRole('heading', { name: 'Tabitha Twotabs' }).waitFor()
    await waitingMark(other, 'Tabitha Twotabs').waitFor({ state: 'detached' })
    await other.getByRole('button', { name: 'Online', exact: true }).waitFor()
  })

  test('without signal as well, with its mark', async () => {
    await farrier.page.bringToFront()
    await farrier.context.setOffline(true)
    // Occasionally a page in the background still gets a request out, and the other tab tries at once.
    await farrier.context.route('**/api/**', cutOff)
    await addClient(farrier.page, 'Owen Nosignal')
    await other.bringToFront() // a background tab may paint nothing
    await waitingMark(other, 'Owen Nosignal').waitFor()
    await other.getByRole('button', { name: 'Offline, 1 saved' }).waitFor()
    await farrier.context.unroute('**/api/**', cutOff)
    await farrier.context.setOffline(false)
    for (const tab of [other, farrier.page]) {
      await tab.bringToFront()
      await tab.getByRole('button', { name: 'Online', exact: true }).waitFor()
    }
    expect(await clientsNamed(farrier, 'Owen Nosignal')).toHaveLength(1)
  })

  const cutOff = (route: Route) => route.abort('internetdisconnected')
})

async function addClient(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add Client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const waitingMark = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('img', { name: 'Waiting to be sent' })

async function clientsNamed({ api }: Visitor, name: string) {
  const clients = await api.get<{ id: string; name: string }[]>('/api/clients?limit=200')
  return clients.filter((client) => client.name === name)
}
