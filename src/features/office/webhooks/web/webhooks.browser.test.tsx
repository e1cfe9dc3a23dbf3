import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import {
  type NewWebhook,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
  webhookEndpoints,
} from '#features/office/webhooks/contract.ts'
import { THINGS } from '#features/office/webhooks/rules.ts'
import { WebhooksCard } from '#features/office/webhooks/web/WebhooksCard.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let webhooks: Webhook[]
let sent: WebhookDelivery[]
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  webhooks = []
  sent = []
  practice.api.on(webhookEndpoints.list, () => webhooks)
  practice.api.on(webhookEndpoints.deliveries, ({ query }) => {
    const from = query.after ? sent.findIndex(({ id }) => id === query.after) + 1 : 0
    return sent.slice(from, from + (query.limit ?? 50))
  })
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

async function open(change: Partial<CurrentUser> = {}, isOffline = false) {
  await practice.signIn(change)
  practice.api.offline(isOffline)
  return render(
    <Queries>
      <main>
        <h1>API</h1>
        <WebhooksCard />
      </main>
      <Toaster />
    </Queries>,
  )
}

const website: Webhook = {
  id: uuidv7(),
  url: 'https://www.example.com/pritchel',
  things: ['visit', 'client'],
  isOn: true,
  offWhy: null,
  failingSince: null,
  oldSecretUntil: null,
  isRehearsed: false,
}
const message = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: uuidv7(),
  at: '2026-11-24T10:40:00.000Z',
  type: 'visit.changed',
  state: 'delivered',
  attempts: 1,
  nextAt: null,
  lastTriedAt: '2026-11-24T10:40:01.000Z',
  status: 204,
  fault: null,
  body: '{"type":"visit.changed","id":"01a2122c-6436-7370-b0ca-c003826530d6","rev":7,"at":"2026-11-24T10:40:00.000Z"}',
  ...change,
})

test('a webhook is added for what was chosen, its secret shown once, and listed from then on', async () => {
  const added: NewWebhook[] = []
  practice.api.on(webhookEndpoints.make, ({ body }) => {
    added.push(body)
    webhooks = [website]
    return { secret: 'whsec_shown-once', webhook: website }
  })
  const screen = await open()
  await expect.element(screen.getByText('No webhooks yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expect.element(dialog.getByText('Enter an address, such as https://www.example.com/pritchel')).toBeVisible()
  await dialog.getByLabelText('Address').fill(website.url)
  for (const name of ['Visits', 'Clients', 'Horses', 'Work', 'Invoices and credit notes', 'Payments'])
    await dialog.getByLabelText(name).click()
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expect.element(dialog.getByText('Choose at least one')).toBeVisible()
  await dialog.getByLabelText('Visits').click()
  await dialog.getByLabelText('Clients').click()
  await dialog.getByRole('button', { name: 'Add it' }).click()
  const shown = screen.getByRole('dialog', { name: 'The secret of the webhook' })
  await expect.element(shown.getByLabelText('Secret')).toHaveValue('whsec_shown-once')
  expect(added).toEqual([{ url: website.url, things: ['visit', 'client'] }])
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByRole('button', { name: 'Open www.example.com/pritchel' })).toBeVisible()
  await expect.element(screen.getByText('On', { exact: true })).toBeVisible()
  expect(JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }])).not.toContain('whsec_shown-once')
})

test('a refused address, and a password that is wanted, are said where they are typed', async () => {
  practice.api.on(webhookEndpoints.make, ({ body }) => {
    if (body.url.startsWith('http:')) throw new Refusal('webhook_address_refused')
    if (body.password !== 'right')
      throw new Refusal('proof_too_old', { message: 'You signed in a while ago. Type your password to make a secret.' })
    return { secret: 'whsec_shown-once', webhook: website }
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByLabelText('Address').fill('http://www.example.com/pritchel')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expect.element(dialog.getByText(/Enter a public address that begins with https/)).toBeVisible()
  await dialog.getByLabelText('Address').fill(website.url)
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await dialog.getByLabelText('Password', { exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Add it' }).click()
  await expect.element(screen.getByLabelText('Secret', { exact: true })).toHaveValue('whsec_shown-once')
})

test('what was sent is listed with what came back, and is sent again with a press', async () => {
  webhooks = [website]
  const failed = message({ id: uuidv7(), type: 'client.removed', state: 'failed', attempts: 10, status: 500, fault: 'answer' })
  sent = [
    message({ state: 'waiting', attempts: 2, status: null, fault: 'silent', nextAt: '2026-11-24T10:45:00.000Z' }),
    failed,
    ...Array.from({ length: 60 }, () => message({ type: 'client.changed' })),
  ]
  const again: string[] = []
  practice.api.on(webhookEndpoints.sendAgain, ({ params }) => {
    again.push(params.id)
    sent = sent.map((each) => (each.id === params.id ? { ...each, state: 'waiting', attempts: 0, status: null, fault: null } : each))
    return sent.find(({ id }) => id === params.id) as WebhookDelivery
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Open www.example.com/pritchel' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Tue 24 Nov, 10:40 · No answer in 10 seconds · 2 attempts · next Tue 24 Nov, 10:45')).toBeVisible()
  await expect.element(dialog.getByText('Tue 24 Nov, 10:40 · Answered 500 · 10 attempts')).toBeVisible()
  expect(dialog.getByRole('listitem').elements()).toHaveLength(50)
  await dialog.getByRole('button', { name: 'Show older' }).click()
  await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(62)
  await dialog.getByRole('button', { name: 'Send client.removed of Tue 24 Nov, 10:40 again' }).click()
  await expect.element(dialog.getByText('Tue 24 Nov, 10:40 · Not sent yet')).toBeVisible()
  expect(again).toEqual([failed.id])
})

test('a webhook is changed, switched off and on, given a new secret, and removed after a question', async () => {
  webhooks = [website]
  const changes: WebhookChange[] = []
  const put = (change: Partial<Webhook>) => {
    webhooks = webhooks.map((each) => ({ ...each, ...change }))
    return webhooks[0] as Webhook
  }
  practice.api.on(webhookEndpoints.change, ({ body }) => {
    changes.push(body)
    return put({ isOn: body.isOn ?? true, offWhy: body.isOn === false ? 'owner' : null, things: ['visit', 'client', 'horse'] })
  })
  practice.api.on(webhookEndpoints.rotate, () => ({ secret: 'whsec_newer', webhook: put({ oldSecretUntil: '2026-11-25T10:40:00.000Z' }) }))
  practice.api.on(webhookEndpoints.remove, () => {
    webhooks = []
    return undefined
  })
  const screen = await open()
  const press = async (...names: string[]) => {
    for (const name of names) await screen.getByRole('button', { name, exact: true }).click()
  }
  await press('Open www.example.com/pritchel', 'Change')
  await screen.getByLabelText('Horses').click()
  await screen.getByRole('checkbox', { name: /^On/ }).click()
  await press('Save')
  await expect.element(screen.getByText('You switched it off.')).toBeVisible()
  expect(changes).toEqual([{ url: website.url, things: ['visit', 'client', 'horse'], isOn: false }])
  await press('Open www.example.com/pritchel', 'New secret', 'Make it')
  await expect.element(screen.getByLabelText('Secret', { exact: true })).toHaveValue('whsec_newer')
  await press('Done', 'Open www.example.com/pritchel')
  await expect.element(screen.getByText('Messages are signed with the old secret as well, until Wed 25 Nov, 10:40.')).toBeVisible()
  await press('New secret')
  await expect.element(screen.getByText(/^There is an old secret already/)).toBeVisible()
  await press('Cancel', 'Open www.example.com/pritchel', 'Remove', 'Remove')
  await expect.element(screen.getByText('Nothing goes to www.example.com/pritchel any more.')).toBeVisible()
  await expect.element(screen.getByText('No webhooks yet')).toBeVisible()
})

describe('the card', () => {
  const off = (offWhy: Webhook['offWhy']): Webhook => ({ ...website, id: uuidv7(), isOn: false, offWhy })

  test('says of each webhook how it is', async () => {
    const failing = { ...website, id: uuidv7(), url: 'https://failing.example/', failingSince: '2026-11-24T10:40:00.000Z' }
    webhooks = [
      failing,
      off('failing'),
      off('gone'),
      off('plan'),
      off('restored'),
      off('key'),
      { ...website, id: uuidv7(), isRehearsed: true },
    ]
    const screen = await open()
    await expect.element(screen.getByText('Failing', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Rehearsed', { exact: true })).toBeVisible()
    for (const words of [/for five days/, /\(410\)/, /no API access any more/, /restored from a backup/, /own key has changed/])
      await expect.element(screen.getByText(words)).toBeVisible()
    await screen.getByRole('button', { name: 'Open failing.example/' }).click()
    await expect
      .element(screen.getByText('Nothing has got through since Tue 24 Nov, 10:40. After five days it is switched off.'))
      .toBeVisible()
    await expect.element(screen.getByText('Nothing in the last 30 days.')).toBeVisible()
  })

  test('sends nothing again to one that is off', async () => {
    webhooks = [off('gone')]
    sent = [message({ state: 'stopped', attempts: 1, status: 410, fault: 'answer' })]
    const screen = await open()
    await screen.getByRole('button', { name: /^Open/ }).click()
    await expect.element(screen.getByText('Not sent', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /again$/ })).not.toBeInTheDocument()
  })

  test('says without a signal what it needs one for', async () => {
    const screen = await open({}, true)
    await expect.element(screen.getByText(/^You need a connection to see or change webhooks/)).toBeVisible()
    practice.api.offline(false)
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('No webhooks yet')).toBeVisible()
  })

  test('says that the webhooks could not be loaded', async () => {
    practice.api.on(webhookEndpoints.list, () => {
      throw new Refusal('internal')
    })
    const screen = await open()
    await expect.element(screen.getByText("The webhooks couldn't be loaded")).toBeVisible()
  })

  test('of a smaller plan lists what is there, to be looked at and removed', async () => {
    webhooks = [off('plan')]
    const screen = await open({ isTestVersion: false })
    await screen.getByRole('button', { name: /^Open/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Remove' })).toBeVisible()
    for (const name of ['Change', 'New secret', 'Add a webhook'])
      await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
  })

  test('of a smaller plan is not there without any', async () => {
    const screen = await open({ isTestVersion: false })
    await expect.element(screen.getByRole('heading', { name: 'API' })).toBeVisible()
    await expect.poll(() => practice.api.requests.some((request) => request.endsWith('/api/webhooks'))).toBe(true)
    await expect.element(screen.getByText('Webhooks')).not.toBeInTheDocument()
  })

  test.each(LOOKS)('has nothing that axe finds at %s px in the %s, nor has what it opens', async (width, theme) => {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    webhooks = Array.from({ length: 10 }, (_, n) => ({
      ...off(n % 2 ? 'failing' : 'key'),
      url: `https://www.a-farriery-with-a-long-name-${n}.example/pritchel/messages?token=${'x'.repeat(80)}`,
      things: [...THINGS],
    }))
    sent = Array.from({ length: 50 }, () => message())
    const screen = await open()
    await expect.element(screen.getByRole('list', { name: 'Webhooks' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.getByRole('button', { name: /^Open/ }).first().click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })
})
