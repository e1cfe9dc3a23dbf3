import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { startStripe } from '#testing/stripe.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

const CHECKOUT = 'https://checkout.stripe.com/c/pay/cs_1'
let stripe: Awaited<ReturnType<typeof startStripe>>
let server: TestServer
let isSilent = false
beforeAll(async () => {
  buildIfNeeded()
  stripe = await startStripe(() =>
    isSilent ? 'silence' : { status: 200, body: { id: 'cs_1', object: 'checkout.session', url: CHECKOUT } },
  )
  server = await startTestServer({ stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], baseUrl: stripe.baseUrl } })
})
afterAll(() => Promise.all([server.stop(), stripe.stop()]))
beforeEach(() => {
  isSilent = false
})

const add = async (path: string, body: object, practice = server.gareth) => (await practice.post(path, body)).json<{ id: string }>().id
/** Fixtures have their id as slug. */
const slugOf = (practice = server.gareth) => practice.practiceId
const client = (name: string) => add('/api/clients', { name })

async function bill(payerClientId: string, pence: number) {
  await add('/api/charges', { clientId: payerClientId, description: 'Full set new', unitPence: pence })
  return add('/api/invoices', { payerClientId })
}

const pay = (payerClientId: string, amountPence: number, more = {}) =>
  add('/api/payments', { payerClientId, amountPence, method: 'bank-transfer', ...more })

test('what is owed to whom: open invoices first, what is paid and the payments folded, money on account named; each leads to its page', async () => {
  const clientId = await client('Ffion Rees')
  const [paid, open] = [await bill(clientId, 3500), await bill(clientId, 18_000)]
  await pay(clientId, 3500, { invoiceId: paid })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const slug = slugOf()
  const { statusCode, body } = await guest.get('/my/money')
  expect(statusCode).toBe(200)
  for (const words of ['You owe £180.', '£180.00', 'Paid invoices', 'Your payments', 'Paid by bank transfer', '£35.00'])
    expect(body).toContain(words)
  for (const id of [paid, open]) {
    expect(body).toContain(`/my/at/${slug}/invoices/${id}"`)
    expect((await guest.get(`/my/at/${slug}/invoices/${id}`)).statusCode).toBe(200)
  }
  expect(body.indexOf(open)).toBeLessThan(body.indexOf('Paid invoices'))
  await pay(clientId, 20_000)
  expect((await guest.get('/my/money')).body).toContain('You have £20 on account.')
})

test('an invoice in the portal shows what its link shows, is saved as a PDF, and its opening is noted once', async () => {
  const clientId = await client('Siân Penrose')
  await server.gareth.put('/api/money/settings', {
    bank: { accountName: 'G Probert', sortCode: '112233', accountNumber: '12345678' },
  })
  const id = await bill(clientId, 4200)
  const { url } = (await server.gareth.post(`/api/invoices/${id}/link`)).json<{ url: string }>()
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const path = `/my/at/${slugOf()}/invoices/${id}`
  const [mine, linked] = [await guest.get(path), await server.app.inject({ url: new URL(url).pathname })]
  const textOf = (html: string) => html.replaceAll(/<(svg|script|head)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, '\n')
  const of = (html: string) =>
    new Set(
      textOf(html.slice(html.indexOf('<main')))
        .split('\n')
        .filter((line) => line.trim()),
    )
  const onlyByLink = [...of(linked.body)].filter((line) => !of(mine.body).has(line))
  expect(onlyByLink).toEqual([
    'Questions? Contact your farrier directly.',
    expect.stringContaining('This link works until'),
    'See everything in one place',
  ])
  for (const words of ['11-22-33', '12345678', 'INV-', '£42.00', 'I have paid']) expect(mine.body).toContain(words)
  expect(mine.body).not.toMatch(/<script(?![^>]* src=)/)
  const pdf = await guest.get(`${path}/invoice.pdf`)
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  await guest.get(path)
  const lines = await server.asOwner(`select what, person_id from guest_log where subject_id = '${id}'`)
  expect(lines).toEqual([{ what: 'invoice', person_id: guest.personId }])
})

test('says that they have paid: one message to the practice, and no payment', async () => {
  const clientId = await client('Nia Pugh')
  const id = await bill(clientId, 5100)
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const path = `/my/at/${slugOf()}/invoices/${id}`
  for (let time = 0; time < 2; time++) {
    const said = await guest.submit(`${path}/paid`)
    expect([said.statusCode, said.headers.location]).toEqual([303, `${path}?paid=said`])
  }
  expect((await guest.get(`${path}?paid=said`)).body).toContain('Thank you.')
  const messages = await server.asOwner(
    `select m.content from messages m join threads t on t.id = m.thread_id where t.client_id = '${clientId}'`,
  )
  expect(messages).toEqual([{ content: expect.stringMatching(/^I have paid invoice INV-\d{4}, £51\.00\.$/) }])
  expect((await guest.get('/my/money')).body).toContain('You owe £51.')
})

test('is paid by card where the practice has an account, comes back to the same page, and shows when the provider doesn’t answer', async () => {
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: 'acct_gareth' } })
  const clientId = await client('Gwen Parry')
  const id = await bill(clientId, 3500)
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const path = `/my/at/${slugOf()}/invoices/${id}`
  const page = await guest.get(path)
  expect(page.body).toContain('Pay £35.00 by card')
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://checkout.stripe.com")
  const gone = await guest.submit(`${path}/pay`)
  expect([gone.statusCode, gone.headers.location]).toEqual([303, CHECKOUT])
  expect(stripe.asked.at(-1)).toMatchObject({ account: 'acct_gareth', form: { success_url: `http://localhost:3000${path}?card=paid` } })
  expect((await guest.get(`${path}?card=paid`)).body).toContain('as soon as it’s confirmed')
  isSilent = true
  const other = `/my/at/${slugOf()}/invoices/${await bill(clientId, 100)}`
  const refused = await guest.submit(`${other}/pay`)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('role="status"')
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: '' } })
})

test('a statement goes back as far as they choose, shows what its link shows, and is saved as a PDF', async () => {
  const clientId = await client('Elin Huws')
  await bill(clientId, 7000)
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const path = `/my/at/${slugOf()}/statement`
  for (const [query, chosen] of [
    ['', '12 months'],
    ['?months=3', '3 months'],
    ['?months=72', '6 years'],
    ['?months=junk', '12 months'],
  ]) {
    const { statusCode, body } = await guest.get(path + query)
    expect(statusCode).toBe(200)
    expect(body).toMatch(new RegExp(`aria-current="true"[^>]*>${chosen}<`))
    for (const words of ['You owe £70.', 'Not paid yet', 'Brought forward', 'Elin Huws']) expect(body).toContain(words)
  }
  const pdf = await guest.get(`${path}/statement.pdf?months=3`)
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('a person who is there for two clients of a practice sees each one’s bills, and a statement of each', async () => {
  const [one, two] = [await client('Mair Owen'), await client('Rhys Owen')]
  await bill(one, 1100)
  await bill(two, 2200)
  const guest = await makeGuest(
    server.app,
    { practice: server.gareth, clientId: one },
    { practice: server.gareth, clientId: two, role: 'helper', seesMoney: true },
  )
  const { body } = await guest.get('/my/money')
  for (const words of ['Mair Owen', 'You owe £11.', 'Rhys Owen', 'You owe £22.']) expect(body).toContain(words)
  const statement = await guest.get(`/my/at/${slugOf()}/statement?for=${two}`)
  expect(statement.body).toContain('You owe £22.')
})

test('a helper sees money and pays where the holder shares it; without that neither page, form nor PDF', async () => {
  const clientId = await client('Lowri Evans')
  const id = await bill(clientId, 6300)
  const slug = slugOf()
  const paths = [`/my/at/${slug}/invoices/${id}`, `/my/at/${slug}/invoices/${id}/invoice.pdf`, `/my/at/${slug}/statement`]
  const forms = [`/my/at/${slug}/invoices/${id}/paid`, `/my/at/${slug}/invoices/${id}/pay`]
  const sharing = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper', seesMoney: true })
  for (const path of paths) expect((await sharing.get(path)).statusCode).toBe(200)
  expect((await sharing.submit(forms[0] ?? '')).statusCode).toBe(303)
  const groom = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  for (const path of paths) expect((await groom.get(path)).statusCode).toBe(404)
  for (const path of forms) expect((await groom.submit(path)).statusCode).toBe(404)
  const { body } = await groom.get('/my/money')
  expect(body).toContain('No bills are shared with you.')
  expect(body).not.toContain('£')
  expect(await server.asOwner(`select id from guest_log where person_id = '${groom.personId}'`)).toEqual([])
})

test('another’s invoice, another practice’s, one that never was, junk, and what has ended are one and the same page', async () => {
  const [clientId, other] = [await client('Huw Bevan'), await client('Olwen Bevan')]
  const [mine, theirs] = [await bill(clientId, 900), await bill(other, 1900)]
  const elsewhere = await add('/api/clients', { name: 'Far Away' }, server.other)
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const [slug, far] = [slugOf(), slugOf(server.other)]
  const none = await guest.get(`/my/at/${slug}/invoices/${clientId}`)
  expect(none.statusCode).toBe(404)
  expect(none.body).toContain('There’s nothing here')
  const foreign = [theirs, 'junk', elsewhere].map((id) => `/my/at/${slug}/invoices/${id}`)
  const places = [...foreign, `/my/at/${far}/invoices/${mine}`, `/my/at/${far}/statement`, `/my/at/no-such/statement`]
  for (const path of [...places, `/my/at/${slug}/statement?for=${other}`]) {
    const page = await guest.get(path)
    expect([path, page.statusCode, page.body]).toEqual([path, 404, none.body])
  }
  for (const path of [...foreign.map((one) => `${one}/pay`), ...foreign.map((one) => `${one}/paid`)])
    expect((await guest.submit(path)).statusCode).toBe(404)
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: guest.personId, clientId }))
  expect((await guest.get(`/my/at/${slug}/invoices/${mine}`)).body).toBe(none.body)
  expect((await guest.get('/my/money')).body).not.toContain('£')
})

test('a visitor who is not signed in sees no bill, and no form from elsewhere is taken', async () => {
  const clientId = await client('Tom Vaughan')
  const path = `/my/at/${slugOf()}/invoices/${await bill(clientId, 800)}`
  for (const url of ['/my/money', path, `${path}/invoice.pdf`]) {
    const { statusCode, headers } = await server.app.inject({ url })
    expect([statusCode, headers.location]).toEqual([303, '/my/sign-in'])
  }
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  const forged = await server.app.inject({
    method: 'POST',
    url: `${path}/paid`,
    cookies: guest.cookies,
    headers: { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  expect(forged.statusCode).toBe(403)
})
