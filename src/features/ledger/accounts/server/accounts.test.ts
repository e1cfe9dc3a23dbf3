import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import type { Debtor, DebtTotals, FeeProposal, Statement } from '#features/ledger/accounts/contract.ts'
import { chaseAll } from '#features/ledger/accounts/server/chasing.ts'
import { openStatement } from '#features/ledger/accounts/server/service.ts'
import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { PaperLink, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import { openInvoice } from '#features/ledger/invoices/server/open-invoice.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { openCarriers, type SendingConfig } from '#platform/server/sending/sending.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const today = dayOf(currentTime(), 'Europe/London')
const ago = (days: number) => addDays(today, -days)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  await server.gareth.put('/api/practice', { frcNumber: '12345' })
  const bank = { accountName: 'G Probert', sortCode: '20-00-00', accountNumber: '55779911' }
  await ok(
    server.gareth.put('/api/money/settings', { bank, invoicing: { address: 'The Forge\nTŷ Mawr', terms: 'Please pay at the visit.' } }),
  )
})
afterAll(() => server.stop())

type Answer = { statusCode: number; body: string; json: <T>() => T }
async function ok<T = { id: string }>(asked: Promise<Answer>): Promise<T> {
  const answer = await asked
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.statusCode === 204 ? (undefined as T) : answer.json<T>()
}
const add = async (path: string, body: object) => (await ok(server.gareth.post(path, body))).id
const get = <T>(path: string) => ok<T>(server.gareth.get(path))
const wordsOf = (pdf: Buffer) => readPdf(pdf).replaceAll(/\s+/g, ' ')
const page = (url: string) => server.app.inject({ url: new URL(url).pathname, remoteAddress: '10.3.0.1' })

/** An invoice of some pence that was due so many days ago; no invoice is issued for a day gone by, so time is moved in its stead. */
async function invoiced(clientId: string, pence: number, daysAgo: number): Promise<Invoice> {
  await add('/api/charges', { clientId, description: 'Full set new', unitPence: pence })
  const id = await add('/api/invoices', { payerClientId: clientId })
  await server.asOwner(`update invoices set issued_on = '${ago(daysAgo)}', due_on = '${ago(daysAgo)}' where id = '${id}'`)
  return get<Invoice>(`/api/invoices/${id}`)
}
const person = (name: string, more: object = {}) => add('/api/clients', { name, phone: '07700 900118', ...more })
const pay = (payerClientId: string, amountPence: number, more: object = {}) =>
  add('/api/payments', { payerClientId, amountPence, method: 'bank-transfer', ...more })
const chasers = async (clientId: string) =>
  (await get<Notice[]>(`/api/notices?clientId=${clientId}`)).filter(({ kind }) => kind === 'chaser')

describe('an invoice', () => {
  test('goes as a link, whose page and PDF show what the invoice showed, and what was paid since', async () => {
    const client = await person('Siân Penrose', { address: '1 Hollybush Lane', postcode: 'CF10 1AA' })
    const invoice = await invoiced(client, 18_000, 0)
    const sent = await ok<SentPaper>(server.gareth.post(`/api/invoices/${invoice.id}/send`, { channel: 'sms' }))
    const [notice] = await get<Notice[]>(`/api/notices?clientId=${client}`)
    expect(notice).toMatchObject({ id: sent.noticeId, kind: 'invoice', channel: 'sms' })
    expect(notice?.body).toMatch(
      /^Hi Siân, here is invoice INV-\d{4} for £180, due \w{3} \d+ \w{3}\.\nhttp:\/\/localhost:3000\/i\/\w{12}\n/,
    )
    const url = /http\S+/.exec(notice?.body ?? '')?.[0] ?? ''
    const token = url.split('/').at(-1) ?? ''
    expect((await get<Invoice>(`/api/invoices/${invoice.id}`)).sentAt).not.toBeNull()
    expect((await openInvoice(server.db, token))?.paper).toMatchObject({
      leftPence: 18_000,
      settled: [],
      number: expect.stringMatching(/^INV-/),
    })
    await pay(client, 5000, { invoiceId: invoice.id })
    const paper = (await openInvoice(server.db, token))?.paper
    expect(paper).toMatchObject({ leftPence: 13_000, settled: [{ words: 'Paid by bank transfer', pence: 5000, day: today }] })
    const pdf = await page(`${url}/invoice.pdf`)
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    const words = wordsOf(pdf.rawPayload)
    const said = ['Gareth Probert Farriery', 'Tŷ Mawr', 'FRC 12345', 'Siân Penrose', '1 Hollybush Lane', 'Full set new', 'Total', '£180.00']
    for (const word of [...said, 'Paid by bank transfer', '-£50.00', '£130.00 to pay', '55779911', 'Please pay at the visit.'])
      expect(words, word).toContain(word)
    const raw = pdf.rawPayload.toString('latin1')
    for (const part of ['/Lang (en-GB)', '/Marked true', '/S /Table', '/S /TH', '/S /TD']) expect(raw, part).toContain(part)
  })

  test('printed by the practice has a code that opens its page until the links are revoked; once paid it has none', async () => {
    const client = await person('Mair Pugh')
    const { id } = await invoiced(client, 4500, 0)
    const print = async () => (await server.gareth.get(`/api/invoices/${id}/pdf`)).rawPayload.toString('latin1')
    const url = /\/Alt \(QR code of (http:\/\/localhost:3000\/i\/\w{12})\)/.exec(await print())?.[1] ?? ''
    const token = url.split('/').at(-1) ?? ''
    expect((await openInvoice(server.db, token))?.invoiceId).toBe(id)
    expect((await get<Invoice>(`/api/invoices/${id}`)).sentAt).toBeNull()
    await ok(server.gareth.delete(`/api/invoices/${id}/link`))
    expect(await openInvoice(server.db, token)).toBeUndefined()
    await pay(client, 4500, { invoiceId: id })
    expect(await print()).not.toContain('QR code')
  })

  test('opens for no one else: not once revoked, not by a wrong link, and not from another practice', async () => {
    const client = await person('Emma Rees')
    const { id } = await invoiced(client, 100, 0)
    const link = await ok<PaperLink>(server.gareth.post(`/api/invoices/${id}/link`))
    const token = link.url.split('/').at(-1) ?? ''
    expect(await openInvoice(server.db, token)).toBeDefined()
    expect(await openStatement(server.db, token)).toBeUndefined()
    expect((await server.other.get(`/api/invoices/${id}/pdf`)).statusCode).toBe(404)
    await ok(server.gareth.delete(`/api/invoices/${id}/link`))
    expect(await openInvoice(server.db, token)).toBeUndefined()
    expect((await page(link.pdfUrl)).statusCode).toBe(302)
  })

  test('with a VAT number shows the rate of each line and the tax of each rate', async () => {
    await ok(server.gareth.put('/api/money/settings', { vat: { isRegistered: true, number: 'GB123456789' } }))
    const client = await person('Owen Pritchard')
    const line = { clientId: client, description: 'Studs', unitPence: 1250, quantity: 4 }
    await add('/api/charges', { ...line, vatRateBp: 2000 })
    const id = await add('/api/invoices', { payerClientId: client })
    const words = wordsOf((await server.gareth.get(`/api/invoices/${id}/pdf`)).rawPayload)
    for (const said of ['VAT GB123456789', '4 at £12.50', '20%', 'Before VAT', 'VAT 20% of £50.00', '£10.00', '£60.00'])
      expect(words, said).toContain(said)
    await ok(server.gareth.put('/api/money/settings', { vat: { isRegistered: false } }))
  })
})

describe('a statement', () => {
  /* By hand: £180 invoiced 40 days ago and £100 20 days ago; £50 paid 30 days ago, £30 credited of the second, £200 paid 5 days ago. */
  test('carries on from the balance before, and an overpayment is on account', async () => {
    const client = await person('Nia Bowen')
    await invoiced(client, 18_000, 40)
    await pay(client, 5000, { receivedOn: ago(30), reference: 'BACS 7' })
    const second = await invoiced(client, 10_000, 20)
    await ok(server.gareth.post(`/api/invoices/${second.id}/credit`, { amountPence: 3000, reason: 'A shoe came off' }))
    await server.asOwner(`update invoices set issued_on = '${ago(19)}' where credits_invoice_id = '${second.id}'`)
    const before = await get<Statement>(`/api/accounts/statement?clientId=${client}&from=${ago(25)}&to=${today}`)
    expect(before).toMatchObject({ openingPence: 13_000, closingPence: 20_000, owedPence: 20_000, onAccountPence: 0 })
    expect(before.ages).toEqual({ notDuePence: 0, to30Pence: 7000, to60Pence: 13_000, to90Pence: 0, over90Pence: 0 })
    await pay(client, 20_500, { receivedOn: ago(5) })
    const after = await get<Statement>(`/api/accounts/statement?clientId=${client}&from=${ago(40)}&to=${today}`)
    expect(after.lines.map(({ words, pence, balancePence }) => [words.replace(/\d{4}/, '0'), pence, balancePence])).toEqual([
      ['Invoice INV-0', 18_000, 18_000],
      ['Paid by bank transfer, ref. BACS 7', -5000, 13_000],
      ['Invoice INV-0', 10_000, 23_000],
      ['Credit note CN-0', -3000, 20_000],
      ['Paid by bank transfer', -20_500, -500],
    ])
    expect(after).toMatchObject({ openingPence: 0, closingPence: -500, owedPence: -500, onAccountPence: 500 })
    const link = await ok<PaperLink>(server.gareth.post(`/api/accounts/${client}/statement/link`, { from: ago(40) }))
    const words = wordsOf((await page(link.pdfUrl)).rawPayload)
    for (const said of ['Statement', 'Nia Bowen', 'Brought forward', 'Carried forward', '£5.00 on account', 'You have £5 on account.'])
      expect(words, said).toContain(said)
    expect((await server.gareth.get(`/api/accounts/statement?clientId=${client}&from=${today}&to=${ago(1)}`)).json()).toMatchObject({
      code: 'wrong_order',
    })
  })
})

describe('debtors', () => {
  test('are listed by payer with the age of what they owe, the most overdue first, a page at a time, and add up', async () => {
    const server2 = server.other
    const client = async (name: string) => (await ok(server2.post('/api/clients', { name }))).id
    const owe = async (clientId: string, pence: number, daysAgo: number) => {
      await ok(server2.post('/api/charges', { clientId, description: 'Trim', unitPence: pence }))
      const { id } = await ok(server2.post('/api/invoices', { payerClientId: clientId }))
      await server.asOwner(`update invoices set issued_on = '${ago(daysAgo)}', due_on = '${ago(daysAgo)}' where id = '${id}'`)
    }
    const [a, b, c] = [await client('A'), await client('B'), await client('C')]
    for (const [days, pence] of [
      [0, 1],
      [1, 10],
      [30, 100],
      [31, 1000],
      [60, 10_000],
      [90, 100_000],
      [91, 1_000_000],
    ] as const)
      await owe(a, pence, days)
    await owe(b, 2_000_000, 5)
    await owe(c, 500, 0)
    const list = async (path: string) => {
      const answer = await server2.get(path)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return { rows: answer.json<Debtor[]>(), link: String(answer.headers.link ?? '') }
    }
    const first = await list('/api/accounts/debtors?limit=2')
    expect(first.rows.map(({ clientName }) => clientName)).toEqual(['B', 'A'])
    expect(first.rows[1]).toMatchObject({
      owedPence: 1_111_111,
      overduePence: 1_111_110,
      invoices: 7,
      oldestDueOn: ago(91),
      ages: { notDuePence: 1, to30Pence: 110, to60Pence: 11_000, to90Pence: 100_000, over90Pence: 1_000_000 },
    })
    const next = await list(/<([^>]+)>/.exec(first.link)?.[1] ?? '')
    expect(next.rows).toMatchObject([{ clientId: c, overduePence: 0, owedPence: 500 }])
    expect((await server2.get('/api/accounts/totals')).json<DebtTotals>()).toMatchObject({
      owedPence: 3_111_611,
      overduePence: 3_111_110,
      debtors: 3,
    })
  })

  test('are reminded by press once a day, and automatically once on each of the practice’s days, until they pay', async () => {
    const client = await person('Huw Latham')
    const late = await invoiced(client, 9000, 4)
    const actor = () => server.gareth.inPractice(async (_, who) => who)
    const chase = async () => server.gareth.inPractice(async (tx) => chaseAll(tx, await actor()))
    expect(await chase()).toBe(0)
    await ok(server.gareth.put('/api/money/settings', { fees: { chases: true } }))
    await chase()
    await chase()
    const [told, ...more] = await chasers(client)
    expect(more).toEqual([])
    expect(told?.body).toMatch(
      /^Hi Huw, a reminder: £90 has been due since .* \(INV-\d{4}\)\. Paid already\? Thank you\.\nhttp:\/\/localhost:3000\/s\/\w{12}\n/,
    )
    for (const _ of [1, 2]) await ok(server.gareth.post(`/api/accounts/${client}/chase`, {}))
    expect(await chasers(client)).toHaveLength(2)
    await server.asOwner(`update invoices set due_on = '${ago(11)}' where id = '${late.id}'`)
    // Reminded by hand today.
    await chase()
    expect(await chasers(client)).toHaveLength(2)
    await server.asOwner(`update notices set event_id = gen_random_uuid() where client_id = '${client}'`)
    await chase()
    expect(await chasers(client)).toHaveLength(3)
    const payment = await pay(client, 9000)
    await server.asOwner(`update notices set event_id = gen_random_uuid() where client_id = '${client}'`)
    await chase()
    expect(await chasers(client)).toHaveLength(3)
    // A waiting reminder does not go once the debt is paid.
    await drainPractice(server.db, openCarriers({ mode: 'test' } as SendingConfig), server.gareth.practiceId, { origin: 'http://x' })
    expect(new Set((await chasers(client)).map(({ state, stateReason }) => `${state}: ${stateReason}`))).toEqual(
      new Set(["cancelled: It's been paid since."]),
    )
    expect((await server.gareth.post(`/api/accounts/${client}/chase`, {})).json()).toMatchObject({ code: 'nothing_overdue' })
    await ok(server.gareth.post(`/api/accounts/receipt/${payment}`, { channel: 'sms' }))
    const [receipt] = await get<Notice[]>(`/api/notices?clientId=${client}`)
    expect(receipt?.body).toMatch(/^Hi Huw, thank you, £90 received on \w{3} \d+ \w{3}\. Nothing is owed now\.\n/)
    await ok(server.gareth.put('/api/money/settings', { fees: { chases: false } }))
  })
})

describe('fees', () => {
  const proposals = (clientId: string) => get<FeeProposal[]>(`/api/accounts/proposals?clientId=${clientId}`)

  test('are proposed and never charged: an accepted one waits to be invoiced; a dismissed one does not come back', async () => {
    const client = await person('Ann Lee')
    await invoiced(client, 18_000, 15)
    const [first, second, ...more] = await proposals(client)
    expect([first, second]).toMatchObject([
      { kind: 'late-fee', pence: 1000 },
      { kind: 'late-fee', pence: 2000 },
    ])
    expect(more).toEqual([])
    const charges = () => get<{ id: string; unitPence: number; vatRateBp: number }[]>(`/api/charges?toInvoice=true&clientId=${client}`)
    expect(await charges()).toEqual([])
    const tooMuch = await server.gareth.post(`/api/accounts/proposals/${first?.id}/accept`, { pence: 1001 })
    expect(tooMuch.json()).toMatchObject({ code: 'bad_request' })
    await ok(server.gareth.post(`/api/accounts/proposals/${first?.id}/accept`, { pence: 500 }))
    await ok(server.gareth.post(`/api/accounts/proposals/${second?.id}/dismiss`))
    expect(await charges()).toMatchObject([{ id: first?.id, unitPence: 500, vatRateBp: 0 }])
    expect(await proposals(client)).toEqual([])
    expect((await server.gareth.post(`/api/accounts/proposals/${second?.id}/accept`, {})).json()).toMatchObject({
      code: 'proposal_not_found',
    })
  })

  test('of a business are interest on the unpaid sum, without what was credited, and the fixed sum', async () => {
    await ok(server.gareth.put('/api/money/settings', { fees: { bankRates: [{ from: '2025-12-18', rateBp: 475 }] } }))
    const client = await person('Cardiff Riding School', { isBusiness: true })
    const late = await invoiced(client, 120_000, 30)
    await ok(server.gareth.post(`/api/invoices/${late.id}/credit`, { amountPence: 20_000, reason: 'Too much' }))
    await pay(client, 60_000, { receivedOn: ago(20), invoiceId: late.id })
    const all = await proposals(client)
    // Nine days of £1,000 and 21 of £400 at 12.75 %: (9 × 100,000 + 21 × 40,000) × 0.1275 / 365 = 607.81.
    expect(all.find(({ kind }) => kind === 'interest')).toMatchObject({ pence: 608, onDay: ago(29) })
    expect(all.find(({ kind }) => kind === 'compensation')).toMatchObject({ pence: 7000, warning: null })
    expect(all.filter(({ kind }) => kind === 'late-fee').map(({ warning }) => warning)).toEqual(
      Array(3).fill(expect.stringMatching(/not both/)),
    )
  })

  test('of one client are found behind those of hundreds of others', async () => {
    const others = await person('Many Late')
    const model = await invoiced(others, 1000, 90)
    await server.asOwner(`insert into invoices (practice_id, id, payer_client_id, series, number, issued_on, due_on, as_was, net_pence, vat_pence, total_pence, rev, seq)
      select practice_id, gen_random_uuid(), payer_client_id, 'OLD', n, issued_on, due_on, as_was, net_pence, vat_pence, total_pence, rev, seq
      from invoices, generate_series(1, 510) n where id = '${model.id}'`)
    const client = await person('Nia Last')
    await invoiced(client, 18_000, 8)
    const [mine] = await proposals(client)
    expect(await get<FeeProposal[]>('/api/accounts/proposals')).toHaveLength(500)
    await ok(server.gareth.post(`/api/accounts/proposals/${mine?.id}/dismiss`))
    expect(await proposals(client)).toEqual([])
    await server.asOwner(`delete from invoices where series = 'OLD'`)
  })

  test('of a visit cancelled late are half of its work, and none once its time is filled', async () => {
    await add('/api/price-items', { serviceType: 'Trim', unitPence: 3500 })
    const client = await person('Olwen Parry')
    const horseId = await add('/api/horses', { name: 'Biscuit', clientId: client })
    const at = (hours: number) => new Date(currentMs() + hours * 3_600_000).toISOString()
    const visit = { clientId: client, startTime: at(5), endTime: at(6), horses: [{ horseId, plannedWork: 'Trim' }] }
    const early = await add('/api/appointments', { ...visit, startTime: at(50), endTime: at(51) })
    const late = await add('/api/appointments', visit)
    for (const id of [early, late]) await ok(server.gareth.post(`/api/appointments/${id}/cancel`, { reason: 'Owner asked' }))
    expect(await proposals(client)).toMatchObject([
      {
        kind: 'late-cancellation',
        pence: 1750,
        appointmentId: late,
        why: expect.stringContaining('Called off 4 hours before'),
        warning: expect.any(String),
      },
    ])
    await add('/api/appointments', { ...visit, startTime: at(5.5), endTime: at(7), clientId: await person('Filler') })
    expect(await proposals(client)).toEqual([])
  })
})
