import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phoneWords } from '#features/core/notices/server/by-push.ts'
import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { PHONE, type Visitor } from '#testing/e2e.ts'
import { waiting } from '#testing/e2e-practice.ts'
import { expectFaultless } from './faultless.ts'
import { type Farrier, makeFarrier, openPortalHouse, type PortalHouse } from './portal-house.ts'

/* An owner switches notifications on and gets them: with the portal's own service worker, in a browser whose push service is simulated. */

const FFION = 'ffion@push.example'
const QUESTION = 'Shall this phone tell you if it changes?'

/** The push service of a browser, which is not on this machine; and how often the page requested permission. */
const PLAYED = `if (location.protocol === 'http:') {
  globalThis.asked = Number(sessionStorage.asked ?? 0)
  const ask = Notification.requestPermission.bind(Notification)
  Notification.requestPermission = () => { sessionStorage.asked = ++globalThis.asked; return ask() }
  const key = (length) => btoa('k'.repeat(length)).replaceAll('=', '')
  PushManager.prototype.subscribe = async () => ({
    toJSON: () => ({ endpoint: 'https://push.example.com/ffion', keys: { p256dh: key(65), auth: key(16) } }),
  })
}`

let house: PortalHouse
let farrier: Farrier
const everybody: Visitor[] = []
beforeAll(async () => {
  house = await openPortalHouse()
})
afterAll(async () => {
  expect(everybody.flatMap(({ problems }) => problems)).toEqual([])
  await house.close()
})

/** The owner on a phone; where `isAllowed`, its person allows it in the browser, else refuses. */
async function owner({ isAllowed }: { isAllowed: boolean }): Promise<Visitor> {
  const visitor = await house.visit(PHONE, { keepsApp: true })
  everybody.push(visitor)
  const { page, context } = visitor
  await context.addInitScript(PLAYED)
  if (isAllowed) await context.grantPermissions(['notifications'])
  await page.goto('/my/sign-in')
  await page.getByLabel('E-mail or mobile number').fill(FFION)
  const before = house.sentSoFar()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code').fill(await house.codeTo(FFION, before))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/my')
  const isTheirs = page.getByRole('button', { name: 'Yes, show me' })
  await isTheirs
    .or(page.getByRole('link', { name: /^Conker/ }))
    .first()
    .waitFor()
  if (await isTheirs.isVisible()) await isTheirs.click()
  await page.getByRole('link', { name: /^Conker/ }).waitFor()
  await page.evaluate(`navigator.serviceWorker.ready.then(() => true)`)
  return visitor
}

const visitPath = (id: string) => `/my/at/told-of-news/visits/${id}`
const question = (page: Page) => page.getByRole('region', { name: QUESTION })
const timesAsked = (page: Page) => page.evaluate<number>('globalThis.asked')
const pushes = () => farrier.practice.ask<{ endpoint: string }>('select endpoint from directory.pushes where $1::uuid is not null')
const channel = () => farrier.practice.ask('select preferred_channel from clients where practice_id = $1')

async function confirm(page: Page, visitId: string) {
  await page.goto(visitPath(visitId))
  await page.getByRole('button', { name: /^(Yes, that's fine|Actually, it's fine)$/ }).click()
  await page.getByText(/^Thank you, Ffion/).waitFor()
}

describe('an owner who has confirmed a visit', () => {
  test('is a client of a farrier’s', async () => {
    farrier = await makeFarrier(house, 'Told of News', { phone: '+447700900777', email: FFION, horses: ['Conker'] })
    await farrier.device.api.post(`/api/clients/${farrier.clientId}/portal/invite`, { how: 'email' })
  })

  test('and refuses in the browser reads why nothing comes, and gets no second question', async () => {
    const { page } = await owner({ isAllowed: false })
    await page.goto(visitPath(farrier.visitId))
    expect(await question(page).count()).toBe(0)
    await confirm(page, farrier.visitId)
    await question(page).waitFor()
    expect(await timesAsked(page)).toBe(0)
    await question(page).getByRole('button', { name: 'Tell me on this phone' }).click()
    await question(page).getByRole('alert').getByText('My horses isn’t allowed to show news here.').waitFor()
    expect(await timesAsked(page)).toBe(1)
    expect([await pushes(), await channel()]).toEqual([[], [{ preferred_channel: 'sms' }]])
    await confirm(page, farrier.laterId)
    await page.reload()
    await page.getByText(/^Thank you, Ffion/).waitFor()
    expect([await question(page).isVisible(), await timesAsked(page)]).toEqual([false, 1])
  })

  test('and chooses not now gets no second question, and can switch it on in the settings', async () => {
    const { page } = await owner({ isAllowed: true })
    await page.goto(`${visitPath(farrier.visitId)}?said=confirmed`)
    await question(page).getByRole('button', { name: 'Not now' }).click()
    await question(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText(/^Thank you, Ffion/).waitFor()
    expect([await question(page).isVisible(), await timesAsked(page)]).toEqual([false, 0])
    await page.goto('/my/settings')
    await page.getByRole('button', { name: 'Tell me on this phone' }).waitFor()
    await expectFaultless(page, 'settings of a phone that could be told', PHONE)
  })
})

describe('an owner who wants notifications', () => {
  let told: Visitor
  let cdp: CDPSession

  /** What the push service hands to the browser, as the server would have sent it. */
  async function push(id: string, kind: NoticeRow['kind'], path?: string) {
    const registrations: { registrationId: string; scopeURL: string }[] = []
    cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
    await cdp.send('ServiceWorker.enable')
    const ours = () => registrations.find(({ scopeURL }) => scopeURL === `${house.url}/my`)?.registrationId
    await expect.poll(ours, waiting('the portal’s worker')).toBeDefined()
    const { subject, body, path: leads } = phoneWords({ kind, facts: { practiceName: 'Told of News' } } as unknown as NoticeRow)
    const data = JSON.stringify({ id, title: subject, body, path: path ?? leads })
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: house.url, registrationId: ours() ?? '', data })
    await cdp.send('ServiceWorker.disable')
    await expect.poll(async () => (await shown()).map(({ tag }) => tag), waiting('it is shown')).toContain(id)
  }
  type Shown = { title: string; body: string; tag: string }
  const shown = () =>
    told.page.evaluate<Shown[]>(
      `navigator.serviceWorker.getRegistration('/my').then((ours) => ours.getNotifications()).then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
    )
  /** As a finger on the lock screen. */
  const pressOn = (tag: string) => {
    const worker = told.context.serviceWorkers().find((one) => one.url().endsWith('/my-sw.js'))
    return worker?.evaluate(`self.registration.getNotifications({ tag: '${tag}' }).then(([notification]) => {
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })`)
  }

  test('switches them on by a press, and the phone is listed among the devices', async () => {
    told = await owner({ isAllowed: true })
    const { page } = told
    await page.goto(`${visitPath(farrier.laterId)}?said=confirmed`)
    await question(page).waitFor()
    await expectFaultless(page, 'the question', PHONE)
    expect(await timesAsked(page)).toBe(0)
    await question(page).getByRole('button', { name: 'Tell me on this phone' }).click()
    await page.getByRole('status').getByText('This phone tells you from now on.').waitFor()
    expect(await timesAsked(page)).toBe(1)
    expect([await pushes(), await channel()]).toEqual([[{ endpoint: 'https://push.example.com/ffion' }], [{ preferred_channel: 'portal' }]])
    await page.reload()
    await page.getByText(/^Thank you, Ffion/).waitFor()
    expect(await question(page).count()).toBe(0)
    await page.goto('/my/settings')
    await page.getByText('This device, told of news').waitFor()
    await expectFaultless(page, 'settings of a phone that is told', PHONE)
    cdp = await told.context.newCDPSession(page)
  })

  test('reads on the locked screen who has news, and no horse and no sum; a press leads to it', async () => {
    const staff = await told.context.newPage()
    await staff.goto('/pricing')
    await push('moved', 'moved')
    expect(await shown()).toEqual([{ title: 'News from Told of News', body: 'A visit has changed. Open My horses.', tag: 'moved' }])
    await pressOn('moved')
    await told.page.waitForURL('**/my/visits')
    await expect.poll(shown, waiting('it is gone')).toEqual([])
    await push('bill', 'invoice')
    expect((await shown())[0]?.body).toBe('There’s a new bill. Open My horses.')
    await pressOn('bill')
    await told.page.waitForURL('**/my/money')
    expect(staff.url()).toBe(`${house.url}/pricing`)
  })

  test('is led into the portal alone, no matter what the news names', async () => {
    await push('odd', 'moved', '/settings')
    await pressOn('odd')
    await told.page.waitForURL('**/my')
  })

  test('gets none after signing out', async () => {
    const { page } = told
    await page.goto('/my/settings')
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/my/sign-in')
    expect(await pushes()).toEqual([])
  })
})
