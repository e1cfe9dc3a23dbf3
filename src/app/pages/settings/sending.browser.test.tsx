import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SendingPage } from '#app/pages/settings/SendingPage.tsx'
import { TextsPage } from '#app/pages/settings/TextsPage.tsx'
import { type Alerts, alertEndpoints, type SendingState } from '#features/core/notices/alerts-contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { ConsentChoice } from '#features/records/clients/web/ConsentChoice.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { currentStore } from '#platform/web/sync/current.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

const STATE: SendingState = {
  isTestVersion: false,
  hasTexts: true,
  hasMail: false,
  hasInboundMail: false,
  textsToday: 12,
  segmentsToday: 14,
  segmentsThisMonth: 320,
}
const device = { id: uuidv7(), device: 'Chrome on Android', endpoint: 'https://push.example.com/1', createdAt: '2026-11-20T10:00:00.000Z' }

let practice: ReturnType<typeof fakePractice>
let alerts: Alerts
beforeEach(async () => {
  await page.viewport(1280, 800)
  alerts = { phone: null, devices: [], pushKey: 'B'.repeat(87) }
  practice = fakePractice()
  practice.api.on(alertEndpoints.mine, () => alerts).on(alertEndpoints.sending, () => STATE)
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.restoreAllMocks()
  await practice.leave()
})

async function open(Screen: ComponentType, change: Partial<CurrentUser> = {}) {
  await practice.signIn(change)
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  return render(
    <Queries>
      <main>
        <Screen />
      </main>
      <Toaster />
    </Queries>,
  )
}
const sent = () => practice.ops().map(({ entity, data }) => ({ entity, data }))

// The first, because an open app goes on showing what it once received.
test('offline the rules can be changed, and the rest shows why it is not there', async () => {
  await practice.signIn()
  practice.api.offline(true)
  const screen = await render(
    <Queries>
      <main>
        <SendingPage />
      </main>
    </Queries>,
  )
  await expect.element(screen.getByText("You're offline. What's been sent shows here when you're connected.")).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save rules' })).toBeVisible()
})

test('an owner sets quiet hours, the day’s most and the price of a part, and sees what it costs', async () => {
  practice.decides({ sending: { optOutLine: 'Reply STOP to end these.' } })
  const screen = await open(SendingPage)
  await expect.element(screen.getByText('320 text parts, about £12.80')).toBeVisible()
  await expect.element(screen.getByText('488 of 500')).toBeVisible()
  await screen.getByLabelText('Quiet from').fill('20:30')
  await screen.getByLabelText('Price of a text part').fill('4.2')
  await screen.getByLabelText('Last line of every offer').fill('Bye')
  await screen.getByRole('button', { name: 'Save rules' }).click()
  await expect.element(screen.getByText('Include the word STOP')).toBeVisible()
  await screen.getByLabelText('Last line of every offer').fill('Text STOP to end these.')
  await screen.getByRole('button', { name: 'Save rules' }).click()
  await expect.element(screen.getByText('320 text parts, about £13.44')).toBeVisible()
  const sending = { quietFrom: '20:30', segmentTenths: 42, optOutLine: 'Text STOP to end these.' }
  await expect.poll(sent).toEqual([{ entity: 'settings', data: { sending } }])
})

test('a member has this device called, tries it, and gives a telephone for emergencies', async () => {
  const subscription = {
    endpoint: device.endpoint,
    toJSON: () => ({ endpoint: device.endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }),
  }
  let here: typeof subscription | null = null
  const pushManager = { getSubscription: async () => here, subscribe: async () => (here = subscription) }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as unknown as ServiceWorkerRegistration)
  const permission = vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied')
  const phones: (string | null)[] = []
  practice.api
    .on(alertEndpoints.addDevice, ({ body }) => {
      expect(body.endpoint).toBe(device.endpoint)
      alerts = { ...alerts, devices: [device] }
      return device
    })
    .on(alertEndpoints.tryOut, () => undefined)
    .on(alertEndpoints.setPhone, ({ body }) => {
      phones.push(body.phone)
      if (body.phone === '12') throw new Refusal('bad_phone')
      alerts = { ...alerts, phone: '+447700900118' }
      return alerts
    })
  const screen = await open(SendingPage, { role: 'apprentice' })
  await expect.element(screen.getByRole('button', { name: 'Save rules' })).not.toBeInTheDocument()
  await expect.element(screen.getByText('What gets sent')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Alert me on this device' }).click()
  await expect.element(screen.getByText(/^Pritchel isn't allowed to show notifications/).first()).toBeVisible()
  permission.mockResolvedValue('granted')
  await screen.getByRole('button', { name: 'Alert me on this device' }).click()
  await expect.element(screen.getByText('This device, since Fri 20 Nov')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Alert me on this device' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Try it now' }).click()
  await expect.poll(() => practice.api.requests).toContain('POST /api/alerts/try')
  await screen.getByLabelText(/^My mobile/).fill('12')
  await screen.getByRole('button', { name: 'Save mobile' }).click()
  await expect.element(screen.getByText("That phone number can't be texted.")).toBeVisible()
  await screen.getByLabelText(/^My mobile/).fill('07700 900118')
  await screen.getByRole('button', { name: 'Save mobile' }).click()
  await expect.element(screen.getByText('Emergencies are texted to 07700 900118.')).toBeVisible()
  expect(phones).toEqual(['12', '07700 900118'])
})

test('a wording is read as a chosen client will, with its cost and the letter that makes it dear', async () => {
  practice.server.write('clients', uuidv7(), clientRow({ name: 'Sarah Penrose' }))
  practice.server.write('clients', uuidv7(), clientRow({ name: 'Ŵyn Rees' }))
  const screen = await open(TextsPage)
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByText(/^Hi Sarah,/)).toBeVisible()
  await screen.getByRole('combobox', { name: /^Example for/ }).fill('Rees')
  await screen.getByRole('option', { name: /Rees/ }).click()
  await expect.element(preview.getByText(/^Hi Ŵyn,/)).toBeVisible()
  await expect.element(preview.getByText(/^Ŵ isn't a standard text letter/)).toBeVisible()
  await expect.element(preview.getByText(/ letters, about \d+p$/)).toBeVisible()
  await screen
    .getByRole('button', { name: /^Data request/ })
    .first()
    .click()
  await expect.element(preview.getByText(/We'll answer by/)).toBeVisible()
})

const SARAH = uuidv7()
const Choice = () => {
  const client = useClient(SARAH)
  return client ? <ConsentChoice client={client} mayChange /> : null
}

test('how a client agreed to offers is recorded, and withdrawn', async () => {
  practice.server.write('clients', SARAH, clientRow({ name: 'Sarah Penrose' }))
  // The server notes the day beside it.
  practice.server.answer = ({ entity, id, data }) => {
    if (entity !== 'clients') return undefined
    practice.server.write(entity, id, { marketingConsentAt: data.marketingConsentHow ? currentTime().toISOString() : null })
    return undefined
  }
  const screen = await open(Choice)
  const choice = screen.getByLabelText(/^Offers/)
  await choice.selectOptions('Yes, in writing')
  await expect.element(screen.getByText(/^Noted on \d+ \w+ \d{4}\. Every offer says/)).toBeVisible()
  await choice.selectOptions('None: only texts about their own visits')
  await expect.element(screen.getByText('Marketing needs their consent. Note how they gave it.')).toBeVisible()
  await expect.poll(sent).toEqual([
    { entity: 'clients', data: { marketingConsentHow: 'written' } },
    { entity: 'clients', data: { marketingConsentHow: null } },
  ])
})

test('nothing blocks anyone’s way, light and dark, phone and desktop', async () => {
  alerts = { ...alerts, devices: [device], phone: '+447700900118' }
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open(SendingPage)
    await expect.element(screen.getByText('Chrome on Android')).toBeVisible()
    await expect.element(screen.getByText('This month')).toBeVisible()
    expect(await axeFindings(), `${width} ${theme}`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})
