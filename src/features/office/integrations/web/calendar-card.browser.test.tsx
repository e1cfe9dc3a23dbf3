import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Exchanged, type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* A calendar that is written to and read from: its dialogs and its card in every state. */

const OFF: Integration = {
  id: 'caldav',
  name: 'Apple and CalDAV',
  description: 'Your diary in the calendar of your iPhone.',
  category: 'calendar',
  of: 'member',
  enabled: false,
  status: 'disconnected',
  settings: {},
  asks: {
    by: 'key',
    label: 'App-specific password',
    where: 'Make one at Apple.',
    fields: [
      { id: 'address', label: 'Address', placeholder: 'https://caldav.icloud.com' },
      { id: 'account', label: 'Name or e-mail there' },
    ],
  },
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
  brings: ['What you move there, asked about.'],
  leaves: ['Nothing, if you take the entries out.'],
}
const on = (more: Partial<Integration> = {}): Integration => ({
  ...OFF,
  enabled: true,
  status: 'connected',
  account: 'gareth at caldav.icloud.com',
  settings: { level: 'where', apiKey: '••••efgh' },
  entries: 212,
  lastSuccessAt: currentTime().toISOString(),
  ...more,
})
const LINES: Exchanged[] = [
  { id: '2', at: '2026-11-25T08:00:00.000Z', verb: 'failed', count: 1, words: 'The calendar is no longer there.' },
  { id: '1', at: '2026-11-25T07:00:00.000Z', verb: 'added', count: 212, words: null },
]

let practice: ReturnType<typeof fakePractice>
let card: Integration
let sent: unknown[]
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations')
  practice = fakePractice()
  card = OFF
  sent = []
  practice.api
    .on(integrationEndpoints.list, () => [card])
    .on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      const { apiKey: _, ...settings } = body?.settings ?? {}
      card = on({ settings: { ...card.settings, ...settings } })
      return card
    })
    .on(integrationEndpoints.check, ({ body }) => {
      sent.push(body)
      card = on()
      return card
    })
    .on(integrationEndpoints.log, () => LINES)
    .on(integrationEndpoints.rehearsal, () => [
      {
        uid: 'a',
        title: '2 horses, Hill Farm',
        place: 'Hill Lane',
        day: '2026-11-26',
        start: '2026-11-26T09:00:00.000Z',
        end: '2026-11-26T10:00:00.000Z',
      },
      { uid: 'b', title: 'AM stop 3', place: null, day: '2026-11-27', start: null, end: null },
    ])
    .on(integrationEndpoints.disconnect, ({ query }) => {
      sent.push(query)
      card = query?.there === 'remove' ? { ...OFF, isEnding: true, entries: 212 } : OFF
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

test('is connected with what the service asks for, after what is exchanged was shown; without a key it can’t be', async () => {
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect Apple and CalDAV' })
  await expect.element(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://caldav.icloud.com')
  await dialog.getByRole('textbox', { name: 'Name or e-mail there' }).fill('gareth')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('API Key Required')).toBeVisible()
  await expect.element(screen.getByText('Please enter your API key to connect this integration.')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabelText('App-specific password').fill('abcd-efgh')
  await expect.element(dialog.getByText('Make one at Apple.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect.element(screen.getByText('Integration settings have been saved.')).toBeVisible()
  expect(sent).toEqual([
    { enabled: true, settings: { level: 'where', address: 'https://caldav.icloud.com', account: 'gareth', apiKey: 'abcd-efgh' } },
  ])
})

test('a refused password gets a sentence, and what was typed stays', async () => {
  practice.api.on(integrationEndpoints.change, () => {
    throw new Refusal('key_refused')
  })
  const screen = await open()
  await screen.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://caldav.icloud.com')
  await dialog.getByLabelText('App-specific password').fill('wrong')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect.element(dialog.getByText('The name or password was refused.', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://caldav.icloud.com')
})

test('its settings are changed one by one, and show what was exchanged', async () => {
  card = on()
  const screen = await open()
  await expect.element(screen.getByText('Up to date: Just now')).toBeVisible()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Apple and CalDAV' })
  await expect.element(dialog.getByText('212 entries added there')).toBeVisible()
  await expect.element(dialog.getByText('It failed: The calendar is no longer there.')).toBeVisible()
  await dialog.getByLabelText('When I move a visit in that calendar').selectOptions('apply')
  await dialog.getByRole('radio', { name: 'Busy' }).click()
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ enabled: true, settings: { onMoved: 'apply' } }, { enabled: true, settings: { level: 'busy' } }, {}])
  await dialog.getByRole('button', { name: 'Change the password' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'Connect Apple and CalDAV' }).getByLabelText('App-specific password'))
    .toHaveValue('••••efgh')
})

test.each([
  ['leave', 'Leave them', 'Disconnected'],
  ['remove', 'Take them out', 'Taking 212 entries out there…'],
] as const)('disconnecting asks what becomes of the entries there: %s', async (there, button, words) => {
  card = on()
  const screen = await open()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  await screen.getByRole('button', { name: 'Disconnect' }).click()
  const question = screen.getByRole('dialog', { name: 'Disconnect Apple and CalDAV?' })
  await expect.element(question.getByText('the 212 entries', { exact: false })).toBeVisible()
  await question.getByRole('button', { name: button }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(sent).toEqual([{ there }])
})

test('one that has stopped says why, on its card and in its settings', async () => {
  card = on({ status: 'error', sentence: 'The name or password was refused. Enter them again.' })
  const screen = await open()
  await expect.element(screen.getByText('The name or password was refused. Enter them again.')).toBeVisible()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Apple and CalDAV' })
  await expect.element(dialog.getByText('The name or password was refused. Enter them again.')).toBeVisible()
})

test('very many changes there are decided with one press', async () => {
  card = on({
    status: 'error',
    isVeryMany: true,
    sentence: '14 of 60 entries were moved or deleted there at once. Nothing was changed here.',
  })
  const screen = await open()
  await expect.element(screen.getByText('Error')).toBeVisible()
  await screen.getByRole('button', { name: 'Put all back there' }).click()
  await expect.poll(() => sent).toEqual([{ many: 'back' }])
  await expect.element(screen.getByText('Connected')).toBeVisible()
})

test('the test version says that nothing is sent, and shows word for word what would be', async () => {
  card = on({ isRehearsed: true, account: null, lastSuccessAt: null })
  const screen = await open()
  await expect.element(screen.getByText('Test version: key not tried, nothing is sent.')).toBeVisible()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('2 horses, Hill Farm · Hill Lane')).toBeVisible()
  await expect.element(dialog.getByText('Fri 27 Nov, all day')).toBeVisible()
})

const STATES: Readonly<Record<string, Integration>> = {
  disconnected: OFF,
  connected: on(),
  waiting: on({ sentence: 'It is not answering. We keep trying.' }),
  error: on({ status: 'error', sentence: 'The name or password was refused. Enter them again.' }),
  ending: { ...OFF, isEnding: true, entries: 3 },
}
test.each(LOOKS)('axe finds nothing on the card in any state, nor in its dialogs, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  for (const state of Object.values(STATES)) {
    card = state
    const screen = await open()
    await expect.element(screen.getByRole('switch')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
  }
  for (const state of [STATES.disconnected, STATES.connected]) {
    card = state as Integration
    const screen = await open()
    await screen.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    if (card.enabled) await expect.element(screen.getByText('212 entries added there')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await screen.unmount()
  }
})

test('with nothing but keys it is connected, and its settings opened and closed; the focus comes back to where it was', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('switch', { name: 'Enabled' })).toBeVisible()
  await tabTo('Enabled')
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('dialog', { name: 'Connect Apple and CalDAV' })).toBeVisible()
  for (const [label, text] of [
    ['Address', 'https://caldav.example'],
    ['Name or e-mail there', 'gareth'],
    ['App-specific password', 'abcd-efgh'],
  ] as const) {
    if (nameOfFocus() !== label) await tabTo(label)
    await userEvent.keyboard(text)
  }
  await tabTo('Where')
  await userEvent.keyboard('{ArrowRight} ')
  await expect.element(screen.getByRole('radio', { name: 'Who' })).toBeChecked()
  await tabTo('Connect')
  await userEvent.keyboard('{Enter}')
  const typed = { address: 'https://caldav.example', account: 'gareth', apiKey: 'abcd-efgh' }
  await expect.poll(() => sent).toEqual([{ enabled: true, settings: { level: 'who', ...typed } }])
  const settings = screen.getByRole('dialog', { name: 'Apple and CalDAV' })
  await expect.element(settings).toBeVisible()
  await tabTo('Done')
  await userEvent.keyboard('{Enter}')
  await expect.element(settings).not.toBeInTheDocument()
  await expect.poll(nameOfFocus).toBe('Enabled')
  await tabTo('Settings')
  await userEvent.keyboard('{Enter}')
  await expect.element(settings).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(nameOfFocus).toBe('Settings')
})

/** How what has the focus is called. */
function nameOfFocus(): string {
  const { activeElement: element } = document
  const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label')
  return (label ?? element?.textContent ?? '').trim()
}

/** Presses Tab until the focus is on what is called so. */
async function tabTo(name: string) {
  const passed: string[] = []
  for (let tabs = 0; tabs < 40; tabs++) {
    await userEvent.keyboard('{Tab}')
    if (nameOfFocus().replace(/ ?\*$/, '') === name) return
    passed.push(nameOfFocus())
  }
  throw new Error(`Tab never came to ${name}: ${passed.join(' | ')}`)
}
