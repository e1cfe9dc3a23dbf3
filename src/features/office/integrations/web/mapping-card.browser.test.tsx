import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Exchanged, type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* What is only read, for the whole practice: one that needs a key, and one that needs nothing. */

const WORDS: Integration = {
  id: 'what3words',
  name: 'what3words',
  description: 'The three words of a yard become its place on the map.',
  category: 'mapping',
  of: 'practice',
  enabled: false,
  status: 'disconnected',
  settings: {},
  asks: { by: 'key', label: 'API key', where: 'Make one at what3words.', fields: [] },
  account: null,
  sentence: null,
  isVeryMany: false,
  isEnding: false,
  entries: 0,
  isRehearsed: false,
  lastSuccessAt: null,
  isInPlan: true,
  isOwnOnly: false,
  sends: ['The three words of yards and clients.'],
  brings: ['Where they are.'],
  leaves: ['What what3words notes of each request.'],
}
const POSTCODES: Integration = {
  ...WORDS,
  id: 'postcodes',
  name: 'Postcode positions',
  description: 'A first place on the map.',
  asks: { by: 'nothing', fields: [{ id: 'address', label: 'Your own Postcodes.io', help: 'Leave it empty for the public one.' }] },
  sends: ['Postcodes, without names.'],
  leaves: ['What Postcodes.io notes of each request.'],
  credit: 'Contains OS data © Crown copyright and database right.',
}
const on = (integration: Integration, more: Partial<Integration> = {}): Integration => ({
  ...integration,
  enabled: true,
  status: 'connected',
  ...(integration.asks.by === 'key' && { account: 'what3words', settings: { apiKey: '••••3f9a' } }),
  lastSuccessAt: currentTime().toISOString(),
  ...more,
})
const LINES: Exchanged[] = [
  { id: '3', at: '2026-11-25T09:00:00.000Z', verb: 'failed', count: 1, words: 'what3words refused the key. Enter it again.' },
  { id: '2', at: '2026-11-25T08:00:00.000Z', verb: 'read', count: 2, words: '2 postcodes, 1 found. Not known there: ZZ1 1ZZ' },
  { id: '1', at: '2026-11-25T07:00:00.000Z', verb: 'rehearsed', count: 2, words: '2 postcodes: SY8 1AA, HR6 0VK' },
]

let practice: ReturnType<typeof fakePractice>
let card: Integration
let sent: unknown[]
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations?tab=mapping')
  practice = fakePractice()
  card = WORDS
  sent = []
  practice.api
    .on(integrationEndpoints.list, () => [card])
    .on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      const { apiKey: _, ...settings } = body?.settings ?? {}
      const isOn = body?.enabled ?? false
      card = isOn ? on(card, { settings: { ...on(card).settings, ...settings } }) : { ...card, enabled: false, status: 'disconnected' }
      return card
    })
    .on(integrationEndpoints.check, ({ body }) => {
      sent.push(body)
      card = on(card, { sentence: null })
      return card
    })
    .on(integrationEndpoints.log, () => LINES)
    .on(integrationEndpoints.disconnect, ({ query }) => {
      sent.push(query)
      card = card.id === 'postcodes' ? POSTCODES : WORDS
      return card
    })
  await practice.signIn()
})
afterEach(() => practice.leave())

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
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  return screen
}

test('one with a key is connected with it alone, after what is exchanged was shown; a calendar’s choices are not there', async () => {
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect what3words' })
  await expect.element(dialog.getByText('The three words of yards and clients.')).toBeVisible()
  await expect.element(dialog.getByText('How much it shows')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled()
  await dialog.getByLabelText('API key').fill('W3W-0000-3f9a')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'what3words', exact: true })).toBeVisible()
  expect(sent).toEqual([{ enabled: true, settings: { address: '', account: '', apiKey: 'W3W-0000-3f9a' } }])
})

test('one that needs nothing may have an address of one’s own, and says whose data it is', async () => {
  card = POSTCODES
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect Postcode positions' })
  await expect.element(dialog.getByText('Contains OS data', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  const settings = screen.getByRole('dialog', { name: 'Postcode positions', exact: true })
  await expect.element(settings.getByText('Contains OS data', { exact: false })).toBeVisible()
  await settings.getByRole('button', { name: 'Change the address' }).click()
  await screen.getByRole('textbox', { name: 'Your own Postcodes.io', exact: false }).fill('https://postcodes.example')
  await screen.getByRole('button', { name: 'Connect' }).click()
  await expect.element(screen.getByRole('dialog').getByText('https://postcodes.example')).toBeVisible()
  expect(sent).toEqual([
    { enabled: true, settings: { address: '' } },
    { enabled: true, settings: { address: 'https://postcodes.example' } },
  ])
})

test('its settings show its state and what was exchanged, check now, and change the key', async () => {
  card = on(WORDS)
  const screen = await openSettings()
  const dialog = screen.getByRole('dialog', { name: 'what3words' })
  await expect.element(dialog.getByText('Up to date: Just now')).toBeVisible()
  await expect.element(dialog.getByText('Read there: 2 postcodes, 1 found. Not known there: ZZ1 1ZZ')).toBeVisible()
  await expect.element(dialog.getByText('It failed: what3words refused the key. Enter it again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect.poll(() => sent).toEqual([{}])
  await dialog.getByRole('button', { name: 'Change the key' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Connect what3words' }).getByLabelText('API key')).toHaveValue('••••3f9a')
})

test('where a key or an address is enough, the field for the key is first', async () => {
  const fields = [{ id: 'address' as const, label: 'Address of your own server' }]
  card = { ...WORDS, asks: { by: 'key', isEither: true, label: 'API key', where: 'At the service.', fields } }
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const asked = screen.getByRole('dialog').element().querySelectorAll('label')
  expect([...asked].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('API key'),
    expect.stringContaining('Address of your own server'),
  ])
})

test('one that has stopped says why, on its card and in its settings', async () => {
  card = on(WORDS, { status: 'error', sentence: 'what3words refused the key.' })
  const screen = await open()
  await expect.element(screen.getByText('Error')).toBeVisible()
  await expect.element(screen.getByText('what3words refused the key.')).toBeVisible()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect.element(screen.getByRole('dialog').getByText('what3words refused the key.', { exact: true })).toBeVisible()
})

test.each([
  ['a key', WORDS, 'Its key is forgotten. What what3words notes of each request. For a pause, switch it off: the key is kept for 30 days.'],
  ['nothing', POSTCODES, 'What Postcodes.io notes of each request. For a pause, switch it off.'],
] as const)('disconnecting one that asked for %s says what goes and what stays', async (_, integration, words) => {
  card = on(integration)
  const screen = await openSettings()
  await screen.getByRole('button', { name: 'Disconnect' }).click()
  const question = screen.getByRole('dialog', { name: `Disconnect ${integration.name}?` })
  await expect.element(question.getByText(words)).toBeVisible()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(screen.getByText('Disconnected')).toBeVisible()
  expect(sent).toEqual([{ there: 'leave' }])
})

test.each([
  [WORDS, 'Test version: key not tried, nothing is sent.'],
  [POSTCODES, 'Test version: nothing is sent.'],
])('the test version says that nothing is sent, and shows word for word what would have gone: %#', async (integration, words) => {
  card = on(integration, { isRehearsed: true, account: null, lastSuccessAt: null })
  const screen = await open()
  await expect.element(screen.getByText(words)).toBeVisible()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect.element(screen.getByText('Would have been asked there: 2 postcodes: SY8 1AA, HR6 0VK')).toBeVisible()
})

test('before the first answer it shows that it is fetching', async () => {
  card = on(POSTCODES, { lastSuccessAt: null })
  const screen = await open()
  await expect.element(screen.getByText('Asking there…')).toBeVisible()
})

test('a member who is not the owner reads whose it is, and its state', async () => {
  await practice.signIn({ role: 'farrier' })
  card = on(WORDS)
  const screen = await open()
  await expect.element(screen.getByText('The owner connects this one.')).toBeVisible()
  await expect.element(screen.getByText('Up to date: Just now')).toBeVisible()
  await expect.element(screen.getByRole('switch')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Settings', exact: true })).not.toBeInTheDocument()
})

const STATES: readonly Integration[] = [
  WORDS,
  POSTCODES,
  on(WORDS),
  on(POSTCODES),
  on(WORDS, { sentence: 'It is not answering. We keep trying.' }),
  on(WORDS, { status: 'error', sentence: 'what3words refused the key. Enter it again.' }),
  on(POSTCODES, { isRehearsed: true, lastSuccessAt: null }),
]
test.each(LOOKS)('axe finds nothing on the card in any state, nor in its dialogs, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  for (const state of STATES) {
    card = state
    const screen = await open()
    await expect.element(screen.getByRole('switch')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    if (state.enabled) await expect.element(screen.getByText('It failed', { exact: false })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await screen.unmount()
  }
})
