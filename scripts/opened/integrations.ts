import type { Page } from 'playwright'
import type { Integration } from '#features/office/integrations/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { type Opened, press } from './steps.ts'

/** What can be connected, in every state it may be in. The demo practice reaches nobody, so its cards are told how they stand. */
export const INTEGRATIONS: Opened = {
  'integrations-disconnected': (page) => cards(page, { enabled: false, status: 'disconnected' }),
  'integrations-connected': (page) => cards(page, connected()),
  'integrations-error': (page) =>
    cards(page, { ...connected(), status: 'error', sentence: 'The name or password was refused. Enter them again.' }),
  'integrations-very-many': (page) =>
    cards(page, {
      ...connected(),
      ...{ status: 'error', isVeryMany: true },
      sentence: '48 of 212 entries were moved or deleted there at once. Nothing was changed here.',
    }),
  'integrations-ending': (page) => cards(page, { enabled: false, status: 'disconnected', isEnding: true, entries: 212 }),
  'integrations-not-in-plan': (page) => cards(page, { enabled: false, status: 'disconnected', isInPlan: false }),
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
  'integration-connect': (page) => integration(page, false),
  'integration-settings': (page) => integration(page, true),
  'integration-disconnect': async (page) => {
    await integration(page, true)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog', { name: /^Disconnect/ }).waitFor()
  },
}

const connected = (): Partial<Integration> => ({
  ...{ enabled: true, status: 'connected', isRehearsed: false, account: 'gareth at caldav.icloud.com', entries: 212 },
  lastSuccessAt: new Date(currentTime().getTime() - 3 * 60_000).toISOString(),
})

/** A feed never fails, has nothing to take out, and reads nothing. */
const ofFeed = ({ isInPlan, ...more }: Partial<Integration>): Partial<Integration> =>
  isInPlan === false ? { ...more, isInPlan } : more.status === 'disconnected' && !more.isEnding ? more : connected()

/** The cards as the server shows them, but for this. */
async function cards(page: Page, more: Partial<Integration>) {
  await page.route('**/api/integrations', async (route) => {
    const answer = await route.fetch()
    const all = (await answer.json()) as Integration[]
    await route.fulfill({ response: answer, json: all.map((one) => ({ ...one, ...(one.id === 'feed' ? ofFeed(more) : more) })) })
  })
  await page.goto('/integrations')
  await page.getByRole('list').getByText('Apple and CalDAV').waitFor()
}

/** The dialog of the calendar that is written to, before and after it is connected. */
async function integration(page: Page, isOn: boolean) {
  await page.goto('/integrations')
  const { origin } = new URL(page.url())
  const settings = { address: 'https://caldav.icloud.com', account: 'gareth@icloud.example', apiKey: 'abcd-efgh-ijkl-3f9a' }
  await page.request.put(`${origin}/api/integrations/caldav`, {
    headers: { origin },
    data: isOn ? { enabled: true, settings } : { enabled: false },
  })
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: 'Apple and CalDAV' })
  await card.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').waitFor()
}
