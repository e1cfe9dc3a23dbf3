import type { Page } from 'playwright'
import { CONNECTORS } from '#connectors/registry.ts'
import {
  type CardState,
  connected,
  disconnected,
  ending,
  failing,
  kept,
  notInPlan,
  notSetUp,
  rehearsed,
  shared,
  silent,
  standAs,
  veryMany,
} from './cards.ts'
import { type Opened, press } from './steps.ts'

/** What can be connected, in every state it may be in. The demo practice reaches no far side, so the states are set here. */
export const INTEGRATIONS: Opened = {
  ...tab('calendar', { disconnected, connected, error: failing, silent, rehearsed, notInPlan, notSetUp, veryMany, ending }),
  ...tab('accounting', { disconnected, connected, error: failing, silent, rehearsed, notSetUp, shared }),
  ...tab('mapping', { disconnected, connected, error: failing, silent, rehearsed }),
  ...tab('marketing', { disconnected, connected, error: failing, silent, rehearsed, ending }),
  ...tab('social', { disconnected, connected, error: failing, silent, rehearsed, notSetUp, ending }),
  'integrations-offline': async (page) => {
    await page.route('**/api/integrations', (route) => route.abort())
    await page.goto('/integrations')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  },
  'integration-feed': async (page) => {
    await press(page, '/integrations', 'Settings')
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    await connect.or(page.getByRole('button', { name: 'Copy the address' })).waitFor()
    if (await connect.isVisible()) await connect.click()
    await page.getByRole('button', { name: 'Copy the address' }).waitFor()
  },
  ...dialogs('connect', disconnected),
  ...dialogs('settings', connected),
  'freeagent-not-set-up': (page) => dialog(page, 'freeagent', notSetUp),
  'freeagent-kept': (page) => dialog(page, 'freeagent', kept),
  'freeagent-disconnect': (page) => disconnecting(page, 'freeagent'),
  'google-not-set-up': (page) => dialog(page, 'google', notSetUp),
  'microsoft-kept': (page) => dialog(page, 'microsoft', kept),
  'weather-error': (page) => dialog(page, 'weather', failing),
  'caldav-rehearsed': async (page) => {
    await page.goto('/integrations')
    const { origin } = new URL(page.url())
    const settings = { address: 'https://caldav.icloud.com', account: 'gareth@icloud.example', apiKey: 'abcd-efgh-ijkl-3f9a' }
    await page.request.put(`${origin}/api/integrations/caldav`, { headers: { origin }, data: { enabled: true, settings } })
    await page.reload()
    await openCard(page, 'caldav')
  },
  'sumup-error': (page) => dialog(page, 'sumup', failing),
  'sumup-rehearsed': (page) => dialog(page, 'sumup', rehearsed),
  'sumup-disconnect': (page) => disconnecting(page, 'sumup'),
  'caldav-disconnect': (page) => disconnecting(page, 'caldav'),
  'mailchimp-disconnect': (page) => disconnecting(page, 'mailchimp'),
  'brevo-rehearsed': (page) => dialog(page, 'brevo', rehearsed),
  'bluesky-rehearsed': (page) => dialog(page, 'bluesky', rehearsed),
  'bluesky-disconnect': (page) => disconnecting(page, 'bluesky'),
  'facebook-disconnect': (page) => disconnecting(page, 'facebook'),
  'reviews-disconnect': (page) => disconnecting(page, 'reviews'),
  'weather-disconnect': (page) => disconnecting(page, 'weather'),
}

/** The cards of a tab, in each of these states. */
function tab(category: string, states: Readonly<Record<string, CardState>>): Opened {
  const open = (standing: CardState) => async (page: Page) => {
    await standAs(page, standing)
    await page.goto(`/integrations?tab=${category}`)
    await page
      .getByRole('listitem')
      .getByRole('switch')
      .or(page.getByRole('link', { name: /plan/i }))
      .first()
      .waitFor()
  }
  return Object.fromEntries(Object.entries(states).map(([state, standing]) => [`integrations-${category}-${state}`, open(standing)]))
}

/** What the button of each card opens, but of the feed's, which has its own. */
function dialogs(name: string, standing: CardState): Opened {
  const ids = CONNECTORS.map(({ id }) => id).filter((id) => id !== 'feed')
  return Object.fromEntries(ids.map((id) => [`${id}-${name}`, (page) => dialog(page, id, standing)]))
}

async function dialog(page: Page, id: string, standing: CardState) {
  await standAs(page, standing)
  await openCard(page, id)
}

async function openCard(page: Page, id: string) {
  const { name = '', category } = CONNECTORS.find((each) => each.id === id) ?? {}
  await page.goto(`/integrations?tab=${category}`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await card.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').waitFor()
}

async function disconnecting(page: Page, id: string) {
  await dialog(page, id, connected)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.locator('[role=dialog], [role=alertdialog]').nth(1).waitFor()
}
