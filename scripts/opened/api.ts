import type { Page } from 'playwright'
import type { ApiKey } from '#features/core/api-keys/contract.ts'
import type { Webhook, WebhookDelivery } from '#features/office/webhooks/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { SCOPES } from '#lib/scopes.ts'
import { type Opened, press } from './steps.ts'

/** The ways in for programs, in states that a demo practice of today has not: the server's answers are set here. */
export const API: Opened = {
  'api-none': (page) => standing(page, { keys: [], webhooks: [] }),
  'api-all': (page) => standing(page, {}),
  'webhook-failing': (page) => opened(page, 'failing.example.com/pritchel'),
  'webhook-off': (page) => opened(page, 'old-site.example.com/pritchel'),
  'webhook-two-secrets': (page) => opened(page, 'www.example.com/pritchel'),
  'webhook-secret-again': async (page) => {
    await opened(page, 'www.example.com/pritchel')
    await page.getByRole('button', { name: 'New secret', exact: true }).click()
    await page.getByText(/^There is an old secret already/).waitFor()
  },
  'webhook-remove': async (page) => {
    await opened(page, 'old-site.example.com/pritchel')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Remove this webhook?').waitFor()
  },
}

const today = () => dayOf(currentTime(), 'Europe/London')
const agoAt = (minutes: number) => new Date(currentTime().getTime() - minutes * 60_000).toISOString()
const idOf = (nth: number) => `0193a7d0-0000-7000-8000-${String(nth).padStart(12, '0')}`

const keys = (): ApiKey[] => [
  key(1, { name: 'Website form', scopes: ['clients:read', 'clients:write'], lastUsedOn: today() }),
  key(2, { name: 'Everything, for the bookkeeper in Llanfair Caereinion', scopes: [...SCOPES], expiresOn: addDays(today(), 3) }),
  key(3, { name: 'Old spreadsheet', scopes: ['visits:read'], expiresOn: addDays(today(), -3), isExpired: true }),
]
const key = (nth: number, of: Partial<ApiKey>): ApiKey => ({
  ...{ id: idOf(nth), name: '', scopes: [], madeBy: 'Gareth Probert', madeAt: agoAt(600_000), expiresOn: null, isExpired: false },
  lastUsedOn: null,
  ...of,
})

const webhooks = (): Webhook[] => [
  webhook(11, { url: 'https://www.example.com/pritchel', things: ['visit', 'client'], oldSecretUntil: agoAt(-900) }),
  webhook(12, { url: 'https://failing.example.com/pritchel', things: ['invoice', 'payment'], failingSince: agoAt(3000) }),
  webhook(13, { url: 'https://old-site.example.com/pritchel', things: ['visit'], isOn: false, offWhy: 'failing' }),
]
const webhook = (nth: number, of: Partial<Webhook>): Webhook => ({
  ...{ id: idOf(nth), url: '', things: [], isOn: true, offWhy: null, failingSince: null, oldSecretUntil: null, isRehearsed: false },
  ...of,
})

const messages = (): WebhookDelivery[] => [
  message(21, { state: 'waiting', type: 'invoice.created', attempts: 2, nextAt: agoAt(-90), fault: 'silent' }),
  message(22, { state: 'delivered', type: 'payment.changed', attempts: 1, status: 204 }),
  message(23, { state: 'failed', type: 'visit.removed', attempts: 10, status: 500, fault: 'answer' }),
  message(24, { state: 'stopped', type: 'client.created', attempts: 3, status: 503, fault: 'answer' }),
]
const message = (nth: number, { type = '', ...of }: Partial<WebhookDelivery>): WebhookDelivery => ({
  ...{ id: idOf(nth), at: agoAt(nth * 60), type, state: 'waiting', attempts: 0, nextAt: null, lastTriedAt: agoAt(nth) },
  ...{ status: null, fault: null, body: JSON.stringify({ type, id: idOf(nth + 100), rev: 3, at: agoAt(nth * 60) }) },
  ...of,
})

async function standing(page: Page, { keys: some = keys(), webhooks: hooks = webhooks() }: { keys?: ApiKey[]; webhooks?: Webhook[] }) {
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: some }))
  await page.route('**/api/webhooks', (route) => route.fulfill({ json: hooks }))
  await page.route('**/api/webhooks/*/deliveries?*', (route) => route.fulfill({ json: messages() }))
  await page.goto('/settings/api')
  await page.getByRole('button', { name: 'Add a webhook' }).waitFor()
}

async function opened(page: Page, address: string) {
  await standing(page, {})
  await press(page, '/settings/api', `Open ${address}`)
  await page.getByText('visit.removed', { exact: true }).waitFor()
}
