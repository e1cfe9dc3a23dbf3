import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Integration, integrationEndpoints } from '#features/office/integrations/contract.ts'
import { IntegrationsPage } from '#features/office/integrations/web/IntegrationsPage.tsx'
import { type Post, postEndpoints } from '#features/office/posts/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* The cards of social networks. */

const BLUESKY: Integration = {
  ...{ id: 'bluesky', name: 'Bluesky', description: 'Before and after, on your profile.', category: 'social', of: 'practice' },
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
  asks: { by: 'key', label: 'App password', where: 'Under Settings.', fields: [{ id: 'account', label: 'Handle' }] },
  ...{ sends: ['The picture and words you post.'], brings: ['Where the post is.'], leaves: ['You choose.'] },
}
const FACEBOOK: Integration = {
  ...BLUESKY,
  ...{ id: 'facebook', name: 'Facebook', asks: { by: 'oauth', vendor: 'Facebook', isReady: true } },
}
const on = (integration: Integration, more: Partial<Integration> = {}): Integration => ({
  ...integration,
  ...{ enabled: true, status: 'connected', lastSuccessAt: currentTime().toISOString(), account: 'Probert Farriery', ...more },
})
const AT = '2026-11-24T14:02:00.000Z'

let practice: ReturnType<typeof fakePractice>
let card: Integration
let sent: unknown[]
beforeEach(async () => {
  await page.viewport(375, 812)
  history.replaceState(null, '', '/integrations?tab=social')
  practice = fakePractice()
  ;[card, sent] = [BLUESKY, []]
  practice.api
    .on(integrationEndpoints.list, () => [card])
    .on(integrationEndpoints.log, () => [{ id: '1', at: AT, verb: 'added' as const, count: 1, words: null }])
    .on(postEndpoints.networks, () => [])
    .on(integrationEndpoints.disconnect, ({ query }) => {
      sent.push(query)
      card = { ...card, enabled: false, status: 'disconnected' }
      return card
    })
})
afterEach(() => practice.leave())

function posted(text: string, state: 'posted' | 'rehearsed') {
  const clientId = practice.server.write('clients', uuidv7(), clientRow({ name: 'Sarah Penrose' }))
  const horseId = practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId }))
  const post: Omit<Post, 'id'> = {
    ...{ clientId, horseId, beforeId: null, afterId: null, pictureId: null, text, altText: 'A near fore', networks: ['bluesky'] },
    ...{ nobodyAt: AT, nobodyBy: null, state: 'posting', pressedAt: AT, pressedBy: null, downAt: null, downBy: null, memberId: null },
    targets: { bluesky: { state, url: state === 'posted' ? 'https://bsky.example/p/1' : null, sentence: null, at: AT } },
  }
  practice.server.write('posts', uuidv7(), post)
}

async function open() {
  await practice.signIn()
  await syncNow()
  return render(
    <Queries>
      <main>
        <IntegrationsPage />
        <Toaster />
      </main>
    </Queries>,
  )
}
const openSettings = async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Settings', exact: true }).click()
  return screen
}

describe('a social network', () => {
  test('says before it is connected what leaves, comes in and stays', async () => {
    const screen = await open()
    await screen.getByRole('switch', { name: 'Enabled' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Connect Bluesky' })
    for (const words of ['The picture and words you post.', 'Where the post is.', 'You choose.'])
      await expect.element(dialog.getByText(words)).toBeVisible()
    await expect.element(dialog.getByLabelText('App password')).toBeVisible()
  })

  test('shows what is there, how it gets there, and that nothing goes by itself', async () => {
    card = on(BLUESKY, { entries: 1 })
    posted('Nine months on', 'posted')
    const screen = await openSettings()
    const dialog = screen.getByRole('dialog', { name: 'Bluesky' })
    await expect.element(dialog.getByText(/^Nothing is posted by itself\./)).toBeVisible()
    await expect.element(dialog.getByRole('region', { name: 'Posts there' }).getByText('Nine months on')).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'See it, Bluesky' })).toHaveAttribute('href', 'https://bsky.example/p/1')
    await expect.element(dialog.getByText('1 post added there')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Change the password' })).toBeVisible()
  })

  test('of several pages has the one chosen that posts go to', async () => {
    const choices = [
      { id: '11', name: 'Probert Farriery' },
      { id: '12', name: 'Pony Club' },
    ]
    card = on(FACEBOOK, { choices, sentence: 'Choose the page that posts go to.' })
    practice.api.on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      const { choices: _, ...settled } = card
      card = settled
      return card
    })
    const screen = await openSettings()
    await screen.getByLabelText('Where posts go').selectOptions('Pony Club')
    await expect.poll(() => sent).toEqual([{ enabled: true, settings: { pageId: '12' } }])
    await expect.element(screen.getByLabelText('Where posts go')).not.toBeInTheDocument()
  })

  test('that was signed in to for several pages asks for one of them, and then no more', async () => {
    const choices = ['Probert Farriery', 'Probert Forge'].map((name, nth) => ({ id: String(nth), name }))
    card = on(FACEBOOK, { choices })
    practice.api.on(integrationEndpoints.change, ({ body }) => {
      sent.push(body)
      const { choices: _, ...settled } = card
      return settled
    })
    const screen = await openSettings()
    const field = screen.getByLabelText('Where posts go')
    await expect.element(field).toHaveValue('')
    await field.selectOptions('Probert Forge')
    await expect.poll(() => sent).toEqual([{ enabled: true, settings: { pageId: '1' } }])
    await expect.element(field).not.toBeInTheDocument()
  })

  test('without posts says where one is made', async () => {
    card = on(FACEBOOK)
    const screen = await openSettings()
    await expect.element(screen.getByText(/^None yet\. Open a horse’s photos/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  })

  test('in the test version shows word for word what would be posted', async () => {
    card = on(BLUESKY, { isRehearsed: true, lastSuccessAt: null })
    posted('Nine months on', 'rehearsed')
    const screen = await openSettings()
    const would = screen.getByRole('region', { name: 'What would be posted' })
    await expect.element(would.getByText('Nine months on')).toBeVisible()
    await expect.element(would.getByText('Test version: not sent')).toBeVisible()
  })

  test.each([
    ['Take them down', 'remove'],
    ['Leave them', 'leave'],
  ])('at its end: %s', async (button, there) => {
    card = on(BLUESKY, { entries: 14 })
    const screen = await openSettings()
    await screen.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(screen.getByText(/What about the 14 posts there\? Your photos here stay as they are\./)).toBeVisible()
    await screen.getByRole('button', { name: button }).click()
    await expect.poll(() => sent).toEqual([{ there }])
  })

  test.each([
    [null, 'Taking 14 posts down there…'],
    ['Bluesky isn’t answering.', 'The posts could not be taken down there. Bluesky isn’t answering.'],
  ])('being emptied says how that stands', async (sentence, words) => {
    card = { ...BLUESKY, isEnding: true, entries: 14, sentence }
    await expect.element((await open()).getByText(words)).toBeVisible()
  })
})

const STATES: readonly Integration[] = [
  BLUESKY,
  FACEBOOK,
  on(BLUESKY, { entries: 1 }),
  on(FACEBOOK, { choices: [{ id: '1', name: 'Probert Farriery' }] }),
  on(FACEBOOK, { status: 'error', sentence: 'Sign in to Facebook again.' }),
  on(BLUESKY, { isRehearsed: true, lastSuccessAt: null }),
]
test.each(LOOKS)('axe finds nothing on the card in any state, nor in its dialogs, %i px, %s', async (width, theme) => {
  document.documentElement.dataset.theme = theme
  await page.viewport(width, 812)
  posted('Nine months on', 'posted')
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
