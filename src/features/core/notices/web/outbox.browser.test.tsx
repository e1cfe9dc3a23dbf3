import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { type Notice, noticeEndpoints } from '#features/core/notices/contract.ts'
import { OutboxPage } from '#features/core/notices/web/OutboxPage.tsx'
import { type CurrentUser, practiceEndpoints } from '#features/core/practice/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeQueryClient } from '#platform/web/queries.ts'
import { refreshSession, signOut } from '#platform/web/session/session.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'
import { haveWholeCopy } from '#testing/browser/have-whole-copy.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

const user = (change: Partial<CurrentUser> = {}): CurrentUser => ({
  id: uuidv7(),
  firstName: 'Gareth',
  lastName: 'Probert',
  profileImageUrl: null,
  email: 'gareth@example.com',
  memberId: uuidv7(),
  role: 'owner',
  initials: 'GP',
  sessionId: uuidv7(),
  isTestVersion: true,
  mapStyleUrl: null,
  hasGeocoder: false,
  hasTranscriber: false,
  practice: {
    id: uuidv7(),
    name: 'Probert Farriery',
    nation: 'wales',
    zone: 'Europe/London',
    tier: 'professional',
    trialEndsOn: null,
    paidUntil: null,
    nextTier: null,
    isPastDue: false,
    isEnding: false,
    frcNumber: null,
    workingDays: [1, 2, 3, 4, 5],
    isDemo: false,
  },
  ...change,
})

const BODY = 'Hi Sarah, your visit (Biscuit, trim) on Thu 26 Nov at 09:00 has moved to Fri 27 Nov at 09:00.\nProbert Farriery'
const notice = (change: Partial<Notice> = {}): Notice => ({
  id: uuidv7(),
  kind: 'moved',
  channel: 'sms',
  recipient: 'Sarah Penrose',
  clientId: uuidv7(),
  appointmentId: uuidv7(),
  purpose: 'service',
  address: '+447700900118',
  subject: null,
  body: BODY,
  state: 'simulated',
  stateReason: null,
  segments: 1,
  alphabet: 'GSM-7',
  createdAt: '2026-11-24T10:42:00.000Z',
  stateAt: '2026-11-24T10:43:30.000Z',
  goesAt: null,
  ...change,
})
const held = (change: Partial<Notice> = {}) => notice({ state: 'held', goesAt: new Date(currentMs() + 72_000).toISOString(), ...change })

let api: ReturnType<typeof fakeApi>
beforeEach(async () => {
  const somebodyNew = user()
  api = fakeApi().on(practiceEndpoints.user, () => somebodyNew)
  await refreshSession()
  await haveWholeCopy()
})
afterEach(async () => {
  // No automatic refetch remains to call a server that is not there.
  await cleanup()
  await signOut(() => 'forget')
  vi.unstubAllGlobals()
  await page.viewport(1280, 800)
})

async function open(...notices: Notice[]) {
  api.on(noticeEndpoints.list, () => notices)
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <main>
        <OutboxPage />
      </main>
      <Toaster />
    </QueryClientProvider>,
  )
}

test('each text shows its recipient, words, parts and state', async () => {
  const screen = await open(notice(), notice({ recipient: 'Siân Ŵyn', body: 'Ŵ', segments: 2, alphabet: 'UCS-2', state: 'sent' }))
  const text = screen.getByRole('article', { name: 'Visit moved, Sarah Penrose' })
  await expect.element(text).toBeVisible()
  for (const words of [BODY, '07700 900118', 'Tue 24 Nov, 10:42', '1 text, GSM-7, about 4p', 'Test version, not sent']) {
    await expect.element(text.getByText(words)).toBeVisible()
  }
  const other = screen.getByRole('article', { name: 'Visit moved, Siân Ŵyn' })
  await expect.element(other.getByText('2 texts, UCS-2, about 8p')).toBeVisible()
  await expect.element(other.getByText('Sent', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('nothing is sent', { exact: false })).toBeVisible()
})

test('the production version does not say test version', async () => {
  const live = user({ isTestVersion: false })
  api.on(practiceEndpoints.user, () => live)
  await refreshSession()
  const screen = await open(notice({ state: 'sent' }))
  await expect.element(screen.getByText('Sent', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('TEST VERSION')).not.toBeInTheDocument()
})

test('a held text counts down without moving anything', async () => {
  const screen = await open(held())
  const badge = screen.getByText(/^Goes in 1:/)
  await expect.element(badge).toBeVisible()
  const [before, width] = [badge.element().textContent, badge.element().getBoundingClientRect().width]
  await expect.poll(() => badge.element().textContent).not.toBe(before)
  expect(badge.element().getBoundingClientRect().width).toBe(width)
})

test('a held text can be stopped, and shows it', async () => {
  const text = held()
  api.on(noticeEndpoints.cancel, (): Notice => ({ ...text, state: 'cancelled', stateReason: 'You chose not to send it.', goesAt: null }))
  const screen = await open(text)
  await screen.getByRole('button', { name: "Don't send" }).click()
  await expect.element(screen.getByText('Stopped', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('You chose not to send it.')).toBeVisible()
  expect(api.requests).toContain(`POST /api/notices/${text.id}/cancel`)
  await expect.element(screen.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
})

test('a held text can go at once', async () => {
  const text = held()
  api.on(noticeEndpoints.sendNow, (): Notice => ({ ...text, state: 'queued', goesAt: null }))
  const screen = await open(text)
  await screen.getByRole('button', { name: 'Send now' }).click()
  await expect.element(screen.getByText('Going now')).toBeVisible()
})

test('what went in the meantime is shown as it is', async () => {
  const text = held()
  const screen = await open(text)
  await expect.element(screen.getByText(/^Goes in/)).toBeVisible()
  api.on(noticeEndpoints.list, (): Notice[] => [{ ...text, state: 'simulated', goesAt: null }])
  api.on(noticeEndpoints.cancel, () => {
    throw new Refusal('notice_gone')
  })
  await screen.getByRole('button', { name: "Don't send" }).click()
  await expect.element(screen.getByText('This message has already gone or been stopped.').first()).toBeVisible()
  await expect.element(screen.getByText('Test version, not sent')).toBeVisible()
})

test('a text opens in the farrier’s own messages or WhatsApp, and ours is then not sent', async () => {
  const text = held()
  api.on(
    noticeEndpoints.handOver,
    ({ body }): Notice => ({
      ...text,
      state: 'handed_over',
      stateReason: body.via === 'whatsapp' ? 'Opened in WhatsApp.' : '',
      goesAt: null,
    }),
  )
  const screen = await open(text)
  await screen.getByRole('button', { name: 'Open in...' }).click()
  const [messages, whatsApp] = [screen.getByRole('menuitem', { name: 'My messages' }), screen.getByRole('menuitem', { name: 'WhatsApp' })]
  await expect.element(messages).toBeVisible()
  expect(messages.element().getAttribute('href')).toBe(`sms:+447700900118?body=${encodeURIComponent(BODY)}`)
  const link = whatsApp.element()
  expect(link.getAttribute('href')).toBe(`https://wa.me/447700900118?text=${encodeURIComponent(BODY)}`)
  link.addEventListener('click', (event) => event.preventDefault())
  await whatsApp.click()
  await expect.element(screen.getByText('Opened by you')).toBeVisible()
  await expect.element(screen.getByText('Opened in WhatsApp.')).toBeVisible()
})

test('a text opened offline shows that ours may still be sent', async () => {
  const screen = await open(held())
  await screen.getByRole('button', { name: 'Open in...' }).click()
  const whatsApp = screen.getByRole('menuitem', { name: 'WhatsApp' })
  await expect.element(whatsApp).toBeVisible()
  whatsApp.element().addEventListener('click', (event) => event.preventDefault())
  api.offline(true)
  await whatsApp.click()
  await expect.element(screen.getByText('No connection, so ours may still go too.').first()).toBeVisible()
})

test('what waits and what went wrong can be looked at alone', async () => {
  const screen = await open(
    held({ recipient: 'Waiting Wendy' }),
    notice({ recipient: 'Gone Gwen' }),
    notice({ recipient: 'Failed Fay', state: 'failed' }),
  )
  await screen.getByRole('button', { name: 'Needs attention 1' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Failed Fay' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Gone Gwen' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Waiting 1' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Waiting Wendy' })).toBeVisible()
  await screen.getByRole('button', { name: 'All 3' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Gone Gwen' })).toBeVisible()
})

test('an empty outbox explains its purpose', async () => {
  const screen = await open()
  await expect.element(screen.getByText('Nothing to send')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open the diary' })).toHaveAttribute('href', '/calendar')
})

test('the outbox shows that it is loading', async () => {
  const waiting = Promise.withResolvers<Notice[]>()
  api.on(noticeEndpoints.list, () => waiting.promise)
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <OutboxPage />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('Loading the outbox...')).toBeVisible()
  waiting.resolve([notice()])
  await expect.element(screen.getByRole('heading', { name: 'Sarah Penrose' })).toBeVisible()
})

test('an error shows what happened and can be retried', async () => {
  api.on(noticeEndpoints.list, () => {
    throw new Refusal('internal')
  })
  const screen = await render(
    <QueryClientProvider client={makeQueryClient()}>
      <OutboxPage />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('alert').getByText("The outbox couldn't be opened")).toBeVisible()
  api.on(noticeEndpoints.list, () => [notice()])
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Sarah Penrose' })).toBeVisible()
})

test('offline the last known list is there, with its age and without what needs the server', async () => {
  const first = await open(held())
  await expect.element(first.getByRole('heading', { name: 'Sarah Penrose' })).toBeVisible()
  await first.unmount()
  api.offline(true)
  const second = await open()
  await expect.element(second.getByText(/^You're offline. This is the outbox as at /)).toBeVisible()
  await expect.element(second.getByRole('heading', { name: 'Sarah Penrose' })).toBeVisible()
  await expect.element(second.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument()
})

test('offline on a device without a local copy, the outbox shows why it is empty', async () => {
  api.offline(true)
  const screen = await open()
  await expect.element(screen.getByText("You're offline")).toBeVisible()
})

test('everything is accessible, light and dark, phone and desktop', async () => {
  const long = notice({ recipient: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', body: `${'x'.repeat(200)}\n${BODY}` })
  await open(
    held(),
    notice(),
    long,
    notice({ state: 'failed', stateReason: 'No text provider is set up.' }),
    notice({ state: 'cancelled' }),
  )
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    await expect.element(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  delete document.documentElement.dataset.theme
})

test('coming reminders are shown on request, each with its time, and one can be stopped', async () => {
  const screen = await open()
  await expect.element(screen.getByText('Nothing to send')).toBeVisible()
  expect(api.requests.filter((one) => one.includes('coming=true'))).toEqual([])
  const reminder = notice({ kind: 'reminder', recipient: 'Tom Haddon', state: 'queued', goesAt: '2099-01-05T09:00:00.000Z' })
  let isStopped = false
  api.on(noticeEndpoints.list, ({ query }) => (query.coming === 'true' && !isStopped ? [reminder] : []))
  api.on(noticeEndpoints.cancel, () => {
    isStopped = true
    return { ...reminder, state: 'cancelled' as const, goesAt: null }
  })
  await screen.getByText('Coming reminders').click()
  await expect.element(screen.getByText('Goes Mon 5 Jan, 09:00')).toBeVisible()
  await screen.getByRole('button', { name: "Don't send" }).click()
  await expect.element(screen.getByText("None yet. They're planned as visits are booked.")).toBeVisible()
})
