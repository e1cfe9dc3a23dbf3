import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type HeldItem, type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { putAdapter } from '#platform/web/device/device.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* The card of accounting, and its dialogs. */

const OFF: Integration = {
  ...{ id: 'freeagent', name: 'FreeAgent', description: 'Your invoices there.', category: 'accounting', of: 'practice' },
  ...{ enabled: false, status: 'disconnected', account: null, sentence: null, isVeryMany: false, isEnding: false, entries: 0 },
  ...{ isRehearsed: false, lastSuccessAt: null, settings: {}, isInPlan: true, isOwnOnly: false },
  ...{ sends: ['Invoices.'], brings: ['What was paid.'], leaves: ['Everything that went there stays.'] },
  asks: { by: 'oauth', vendor: 'FreeAgent', isReady: true },
}
const ON: Integration = {
  ...OFF,
  ...{ enabled: true, status: 'connected', account: 'Gareth Probert Farriery (probert)', lastSuccessAt: currentTime().toISOString() },
  settings: { books: 'invoices', booksFrom: '2026-11-01' },
}
const HELD: HeldItem[] = [
  { id: 'a', kind: 'bill', state: 'parked', title: 'INV-0042, Sarah Penrose', words: 'FreeAgent has £85.01.', canRepeat: true },
  { id: 'b', kind: 'bill', state: 'doubt', title: 'INV-0043, Tom Vaughan', words: 'It may be there.', canRepeat: true },
  { id: 'c', kind: 'credit', state: 'changed', title: 'CN-0001, Tom Vaughan', words: 'It was cancelled there.', canRepeat: false },
]

let practice: ReturnType<typeof fakePractice>
let card: Integration
let held: HeldItem[]
let sent: unknown[]
let removeAdapter: () => void
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations?tab=accounting')
  practice = fakePractice()
  ;[card, held, sent] = [OFF, HELD, []]
  practice.api
    .on(integrationEndpoints.list, () => [card])
    .on(integrationEndpoints.papersFrom, ({ query }) => {
      const isLong = String(query.from) < '2026-06-01'
      return isLong ? { invoices: 1042, credits: 1, pence: 8_812_340 } : { invoices: 0, credits: 0, pence: 0 }
    })
    .on(integrationEndpoints.signIn, ({ body }) => {
      sent.push(body)
      return { url: 'https://api.freeagent.com/v2/approve_app' }
    })
    .on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      card = { ...ON, settings: { ...ON.settings, ...body.settings } }
      return card
    })
    .on(integrationEndpoints.held, () => held)
    .on(integrationEndpoints.release, ({ params, body }) => {
      sent.push([params.itemId, body.answer])
      held = held.filter(({ id }) => id !== params.itemId)
      return held
    })
    .on(integrationEndpoints.disconnect, () => {
      card = OFF
      return card
    })
    .on(integrationEndpoints.log, () => [])
    .on(integrationEndpoints.rehearsal, () => [
      { uid: 'a', title: 'INV-0042, Sarah Penrose: £85.00', place: 'Full set, Biscuit: £85.00', day: '2026-11-20', start: null, end: null },
    ])
  await practice.signIn()
  removeAdapter = putAdapter({ goOutside: () => undefined })
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
const openSettings = async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Settings' }).click()
  return screen.getByRole('dialog', { name: 'FreeAgent' })
}

test('what goes, and from which day on, is chosen before it leads there, with how many that are', async () => {
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect FreeAgent' })
  await expect.element(dialog.getByText('None issued since then', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'What goes there' })).toHaveValue('invoices')
  await dialog.getByRole('combobox', { name: 'What goes there' }).selectOptions('Invoices and payments')
  const day = dialog.getByRole('textbox', { name: 'From which day on' })
  await day.fill('6 Apr 2026')
  await expect.element(dialog.getByText('1,042 invoices for £88,123.40, and 1 credit note go there.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in to FreeAgent' }).click()
  await expect.poll(() => sent).toEqual([{ settings: { books: 'payments', booksFrom: '2026-04-06' } }])
})

const ANOTHER_HAS_IT = 'Another practice has connected this account too. Check that it’s the right one.'

test('an account that another practice has too is warned of on the card and in its dialog', async () => {
  card = { ...ON, isShared: true }
  held = []
  const dialog = await openSettings()
  await expect.element(dialog.getByText(ANOTHER_HAS_IT)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('listitem').getByText(ANOTHER_HAS_IT)).toBeVisible()
})

test('and is not once it is switched off', async () => {
  card = { ...OFF, isShared: true }
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Settings' })).toBeVisible()
  await expect.element(screen.getByText(ANOTHER_HAS_IT)).not.toBeInTheDocument()
})

test('an earlier day is saved by its own button alone', async () => {
  card = ON
  const dialog = await openSettings()
  await expect.element(dialog.getByText('Gareth Probert Farriery (probert)')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await dialog.getByRole('textbox', { name: 'From which day on' }).fill('6 Apr 2026')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([{ enabled: true, settings: { books: 'invoices', booksFrom: '2026-04-06' } }])
  await expect.element(dialog.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('what was held back shows why, and is tried again or left out', async () => {
  card = { ...ON, status: 'error', sentence: "3 things didn't go and wait for you: see Settings." }
  const dialog = await openSettings()
  for (const { title, words } of HELD) {
    await expect.element(dialog.getByText(title)).toBeVisible()
    await expect.element(dialog.getByText(words)).toBeVisible()
  }
  await dialog.getByRole('button', { name: "It's there" }).click()
  await expect.element(dialog.getByText('INV-0043, Tom Vaughan')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Leave it as it is there' }).click()
  await expect.element(dialog.getByText('CN-0001, Tom Vaughan')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('To look at')).not.toBeInTheDocument()
  expect(sent).toEqual([
    ['b', 'leave'],
    ['c', 'leave'],
    ['a', 'again'],
  ])
})

test('before disconnecting it shows that everything there stays', async () => {
  card = ON
  held = []
  const dialog = await openSettings()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  const sure = page.getByRole('dialog', { name: 'Disconnect FreeAgent?' })
  await expect.element(sure.getByText('Everything that went there stays.', { exact: false })).toBeVisible()
  await sure.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByText('Disconnected')).toBeVisible()
})

test('in the test version it shows what would go, word for word, and nothing to look at', async () => {
  card = { ...ON, isRehearsed: true, account: null, lastSuccessAt: null }
  const dialog = await openSettings()
  await expect.element(dialog.getByText('INV-0042, Sarah Penrose: £85.00')).toBeVisible()
  await expect.element(dialog.getByText('Full set, Biscuit: £85.00')).toBeVisible()
  await expect.element(dialog.getByText('To look at')).not.toBeInTheDocument()
})

test.each(LOOKS)('axe finds nothing in the dialogs, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  for (const state of [OFF, { ...ON, status: 'error', sentence: '3 things' } as Integration]) {
    card = state
    const screen = await open()
    await screen.getByRole('button', { name: 'Settings' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'From which day on' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
  }
})
