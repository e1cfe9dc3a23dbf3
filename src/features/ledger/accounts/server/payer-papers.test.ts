import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Letterhead } from '#features/core/letterhead/contract.ts'
import { RED_POINT } from '#features/core/letterhead/sample.ts'
import { longPath } from '#lib/short-links.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { startStripe } from '#testing/stripe.ts'
import { buildIfNeeded } from '../../../../../scripts/build.mjs'

let stripe: Awaited<ReturnType<typeof startStripe>>
let server: TestServer
let client: string
let isSilent = false
beforeAll(async () => {
  buildIfNeeded()
  const url = 'https://checkout.stripe.com/c/pay/cs_1'
  stripe = await startStripe(() => (isSilent ? 'silence' : { status: 200, body: { id: 'cs_1', object: 'checkout.session', url } }))
  server = await startTestServer({ stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], baseUrl: stripe.baseUrl } })
  client = await add('/api/clients', { name: 'Siân Penrose' })
})
afterAll(() => Promise.all([server.stop(), stripe.stop()]))

const post = async <T>(path: string, body?: object) => (await server.gareth.post(path, body)).json() as T
const add = async (path: string, body: object) => (await post<{ id: string }>(path, body)).id
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const get = (url: string) => server.app.inject({ url })
const pay = (url: string, headers = {}) => server.app.inject({ method: 'POST', url: `${url}/pay`, headers })

async function invoiceLink(pence: number) {
  await add('/api/charges', { clientId: client, description: 'Full set new', unitPence: pence })
  const id = await add('/api/invoices', { payerClientId: client })
  return pathOf(await post(`/api/invoices/${id}/link`))
}

test('an invoice and a statement are painted for anyone with the link, go no further, and need no script; another link is a 404', async () => {
  const invoice = await invoiceLink(18_000)
  const statement = pathOf(await post(`/api/accounts/${client}/statement/link`, { from: '2026-01-01' }))
  for (const [path, said] of [
    [invoice, ['Full set new', '£180.00', 'To pay, due ', 'I have paid']],
    [statement, ['Not paid yet', 'Brought forward', 'You owe £180.']],
  ] as const) {
    const [page, none] = [await get(path), await get(`${path}x`)]
    expect([page.statusCode, none.statusCode]).toEqual([200, 404])
    for (const words of said) expect(page.body).toContain(words)
    expect(none.body).toContain('This link doesn’t work')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
    expect(page.body).not.toMatch(/<script(?![^>]* src=)/)
    expect(page.body.match(/<h1/g)).toHaveLength(1)
  }
})

test('an invoice and a statement show the farrier’s picture, of a fixed size, to those who have their links', async () => {
  const { farrier } = (await server.gareth.put('/api/practice/pictures', { kind: 'farrier', image: RED_POINT })).json<Letterhead>()
  const statement = pathOf(await post(`/api/accounts/${client}/statement/link`, { from: '2026-01-01' }))
  for (const path of [await invoiceLink(100), statement]) {
    const [page, none] = [await get(path), await get(`${path}x`)]
    expect(page.body).toContain(`<img src="${farrier?.path}" alt="" width="40" height="40"`)
    expect(none.body).not.toContain('<img')
  }
  expect((await get(farrier?.path ?? '')).headers['content-type']).toBe('image/jpeg')
})

test('a payer reports that they have paid: the practice has one message about it, and no payment', async () => {
  const path = await invoiceLink(4200)
  const say = (headers: object = {}) =>
    server.app.inject({
      method: 'POST',
      url: `${path}/paid`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: '',
    })
  expect((await say({ origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  for (let time = 0; time < 2; time++) {
    const said = await say()
    expect([said.statusCode, said.headers.location]).toEqual([303, `${longPath(path)}?paid=said`])
  }
  expect((await get(`${path}?paid=said`)).body).toContain('Thank you.')
  const threads = (await server.gareth.get('/api/messages/threads')).json<{ lastMessage: { content: string }; unreadCount: number }[]>()
  const about = threads.filter(({ lastMessage }) => /^I have paid invoice INV-\d{4}, £42\.00\.$/.test(lastMessage.content))
  expect(about.map(({ unreadCount }) => unreadCount)).toEqual([1])
  expect((await get(path)).body).toContain('£42.00')
  expect((await server.app.inject({ method: 'POST', url: '/invoice/nosuchlink/paid' })).statusCode).toBe(404)
})

test('can be paid by card where the practice has an account with the provider, and shows when that cannot be begun', async () => {
  const path = await invoiceLink(3500)
  expect((await get(path)).body).not.toContain('by card')
  expect((await pay(path)).statusCode).toBe(422)
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: 'acct_gareth' } })
  const page = await get(path)
  expect(page.body).toContain('Pay £35.00 by card')
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://checkout.stripe.com")
  expect((await pay(path, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  const gone = await pay(path)
  expect([gone.statusCode, gone.headers.location]).toEqual([303, 'https://checkout.stripe.com/c/pay/cs_1'])
  expect(stripe.asked.at(-1)).toMatchObject({
    account: 'acct_gareth',
    form: { success_url: `http://localhost:3000${longPath(path)}?card=paid` },
  })
  expect((await get(`${path}?card=paid`)).body).toContain('as soon as it’s confirmed')
  isSilent = true
  const other = await invoiceLink(100)
  const refused = await pay(other)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('role="status"')
})
