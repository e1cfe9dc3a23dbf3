import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Exchanged, type FarLists, type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { currentTime } from '#lib/clock.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* A newsletter list, and review requests. */

const LINK = 'https://g.page/r/CfZ1/review'
const LIST: Integration = {
  ...{ id: 'mailchimp', name: 'Mailchimp', description: 'Clients who agreed, on your list.', category: 'marketing', of: 'practice' },
  ...{
    enabled: false,
    status: 'disconnected',
    settings: {},
    account: null,
    sentence: null,
    isVeryMany: false,
    isEnding: false,
    entries: 0,
  },
  ...{ isRehearsed: false, lastSuccessAt: null, isInPlan: true, isOwnOnly: false },
  asks: { by: 'key', label: 'API key', where: 'Under Extras.', fields: [] },
  ...{ sends: ['Clients who agreed to marketing.'], brings: ['Who unsubscribes there.'], leaves: ['You choose.'] },
}
const REVIEWS: Integration = {
  ...LIST,
  ...{ id: 'reviews', name: 'Review requests', description: 'A text with your review link.', leaves: ['What waits goes no more.'] },
  asks: { by: 'nothing', isLink: true, fields: [{ id: 'address', label: 'Your review link' }] },
}
const on = (integration: Integration, more: Partial<Integration> = {}): Integration => ({
  ...integration,
  ...{ enabled: true, status: 'connected', lastSuccessAt: currentTime().toISOString() },
  ...more,
})
const LISTS: FarLists = {
  lists: [
    { id: 'a1', name: 'Newsletter' },
    { id: 'b2', name: 'Yard news' },
  ],
  ...{ people: 214, sentence: null },
}

const LINES: Exchanged[] = [{ id: '1', at: '2026-11-25T09:00:00.000Z', verb: 'read', count: 2, words: '2 consents withdrawn' }]

let practice: ReturnType<typeof fakePractice>
let card: Integration
let lists: FarLists
let sent: unknown[]
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations?tab=marketing')
  practice = fakePractice()
  ;[card, lists, sent] = [LIST, LISTS, []]
  practice.api
    .on(integrationEndpoints.list, () => [card])
    .on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      const { apiKey: _, ...settings } = body?.settings ?? {}
      card = on(card, { settings: { ...card.settings, ...settings } })
      return card
    })
    .on(integrationEndpoints.lists, () => lists)
    .on(integrationEndpoints.rehearsal, () => [
      { uid: '1', title: 'Sarah, sarah@penrose.example', place: 'Town: Ludlow\nDue: May', day: '2026-11-28', start: null, end: null },
    ])
    .on(integrationEndpoints.log, () => LINES)
    .on(integrationEndpoints.disconnect, ({ query }) => {
      sent.push(query)
      card = { ...card, enabled: false, status: 'disconnected' }
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

describe('a newsletter list', () => {
  test('is connected with a key, and then chosen, beside how many people would be on it', async () => {
    const screen = await open()
    await screen.getByRole('switch', { name: 'Enabled' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Connect Mailchimp' })
    await expect.element(dialog.getByText('Clients who agreed to marketing.')).toBeVisible()
    await dialog.getByLabelText('API key').fill('0123-us21')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    const settings = screen.getByRole('dialog', { name: 'Mailchimp', exact: true })
    await expect.element(settings.getByText(/^214 clients agreed and have an address\./)).toBeVisible()
    await expect.element(settings.getByLabelText('List they go to')).toHaveValue('')
    await settings.getByLabelText('List they go to').selectOptions('Yard news')
    await settings.getByRole('checkbox', { name: /^Town/ }).click()
    await settings.getByRole('checkbox', { name: /^Month they are due/ }).click()
    await expect
      .poll(() => sent.slice(1))
      .toEqual([
        { enabled: true, settings: { listId: 'b2' } },
        { enabled: true, settings: { tags: ['town'] } },
        { enabled: true, settings: { tags: ['town', 'due'] } },
      ])
    await expect.element(settings.getByText(/2 consents withdrawn/)).toBeVisible()
  })

  test('that is gone is shown as gone', async () => {
    card = on(LIST, { status: 'error', sentence: 'That list is no longer in Mailchimp. Choose another.', settings: { listId: 'old' } })
    const screen = await openSettings()
    await expect.element(screen.getByLabelText('List they go to')).toHaveValue('old')
    await expect.element(screen.getByRole('option', { name: 'One that is no longer there' })).toBeInTheDocument()
  })

  test('with nobody to go says what is missing', async () => {
    lists = { ...LISTS, people: 0 }
    card = on(LIST)
    const screen = await openSettings()
    await expect.element(screen.getByText(/^No client with an e-mail address has agreed/)).toBeVisible()
  })

  test.each([
    ['Take them off', 'remove'],
    ['Leave them', 'leave'],
  ])('at its end: %s', async (button, there) => {
    card = on(LIST, { entries: 214 })
    const screen = await openSettings()
    await screen.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(screen.getByText(/What about the 214 people on that list\?/)).toBeVisible()
    await screen.getByRole('button', { name: button }).click()
    await expect.poll(() => sent).toEqual([{ there }])
  })

  test('being emptied says so', async () => {
    card = { ...LIST, isEnding: true, entries: 214 }
    const screen = await open()
    await expect.element(screen.getByText('Taking 214 people off there…')).toBeVisible()
  })

  test('in the test version it shows who would be on it', async () => {
    lists = { ...LISTS, lists: [], sentence: 'Test version: nothing is sent, so your lists are not read.' }
    card = on(LIST, { isRehearsed: true, lastSuccessAt: null })
    const screen = await openSettings()
    await expect.element(screen.getByText('Sarah, sarah@penrose.example')).toBeVisible()
    await expect.element(screen.getByText('Town: Ludlow · Due: May')).toBeVisible()
    await expect.element(screen.getByText(/your lists are not read\. 214 clients/)).toBeVisible()
  })
})

describe('review requests', () => {
  beforeEach(() => {
    card = REVIEWS
  })

  test('are connected with a link, beside why nobody is chosen', async () => {
    const screen = await open()
    await screen.getByRole('switch', { name: 'Enabled' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Connect Review requests' })
    await expect.element(dialog.getByText(/PECR, regulation 22/)).toBeVisible()
    await expect.element(dialog.getByText(/Digital Markets, Competition and Consumers Act 2024/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled()
    await dialog.getByLabelText('Your review link').fill(LINK)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect.poll(() => sent).toEqual([{ enabled: true, settings: { address: LINK } }])
    const settings = screen.getByRole('dialog', { name: 'Review requests', exact: true })
    await expect.element(settings.getByText(LINK)).toBeVisible()
    await expect.element(settings.getByRole('link', { name: 'What waits in the Outbox' })).toHaveAttribute('href', '/outbox')
  })

  test('have a link that can be changed, and an end', async () => {
    card = on(REVIEWS, { settings: { address: LINK } })
    const screen = await openSettings()
    await screen.getByRole('button', { name: 'Change the link' }).click()
    await expect.element(screen.getByLabelText('Your review link')).toHaveValue(LINK)
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Settings', exact: true }).click()
    await screen.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(screen.getByText(/What waits goes no more\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Disconnect' }).last().click()
    await expect.poll(() => sent).toEqual([{ there: 'leave' }])
  })
})

const STATES: readonly Integration[] = [
  LIST,
  REVIEWS,
  on(LIST, { settings: { listId: 'a1', tags: ['town'] } }),
  on(REVIEWS, { settings: { address: LINK } }),
  on(LIST, { sentence: 'Choose the list they go to.' }),
  on(LIST, { status: 'error', sentence: 'Mailchimp refused the key. Enter it again.' }),
  on(LIST, { isRehearsed: true, lastSuccessAt: null }),
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
    expect(await axeFindings()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await screen.unmount()
  }
})
