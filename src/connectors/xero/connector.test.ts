import { describe, expect, onTestFinished, test } from 'vitest'
import type { FarBill, FarLine, FarPayer } from '#connectors/kit/ledger.ts'
import { xero } from '#connectors/xero/connector.ts'
import { descriptionMissing, readDescription } from '#connectors/xero/far-description.ts'
import { startXero, xeroDouble } from '#connectors/xero/far-side.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { ledgerSuite } from '#testing/ledger-suite.ts'
import { toldServer, wireTo } from '#testing/told-server.ts'

const { ledger, manifest, check } = xero
const TENANT = '45e4708e-d862-4111-ab3a-dd8cd03913e1'
answersSuite('Xero', manifest, (wire) => ledger.newsSince({ ...wire, credentials: { ...wire.credentials, account: TENANT } }, null))
ledgerSuite('Xero, a double of it', xero, xeroDouble)

const SARAH: FarPayer = {
  uid: '019f2a1c-0000-7000-8000-0000000000a1',
  name: 'Sarah Penrose',
  businessName: null,
  email: null,
  address: null,
  postcode: null,
}
const SET: FarLine = { description: 'Full set', quantity: 3, netPence: 10_000, vatPence: 2000, grossPence: 12_000, vatRateBp: 2000 }
const BILL: FarBill = {
  ...{ uid: 'b', number: 'INV-0042', payerId: '', issuedOn: '2026-11-02', dueOn: '2026-11-16', isVatRegistered: true },
  ...{ netPence: 10_000, vatPence: 2000, totalPence: 12_000, lines: [SET] },
}

async function opened() {
  const far = await startXero()
  onTestFinished(far.stop)
  const { wire, requests } = wireTo({ pace: { atOnce: 1, perMinute: 100_000 } }, far.credentials)
  const { id: payerId } = await ledger.putPayer(wire, SARAH)
  return { far, wire, requests, payerId, bill: { ...BILL, payerId } }
}

describe.skipIf(descriptionMissing !== null)(`Xero${descriptionMissing ? ` (missing: ${descriptionMissing})` : ''}`, () => {
  test('gets one request for an invoice, after the first of a pass', async () => {
    const { wire, requests, bill } = await opened()
    await ledger.putBill(wire, bill)
    const before = requests()
    await ledger.putBill(wire, { ...bill, uid: 'c', number: 'INV-0043' })
    expect(requests() - before).toBe(1)
  })

  test('gets three requests for what is new', async () => {
    const { wire, requests } = await opened()
    const { cursor } = await ledger.newsSince(wire, null)
    const before = requests()
    await ledger.newsSince(wire, cursor)
    expect(requests() - before).toBe(3)
  })

  test('gets our VAT of each line, so that its sums are ours where it rounds otherwise', async () => {
    const { far, wire, bill } = await opened()
    const part = { ...SET, quantity: 1, netPence: 333, vatPence: 66, grossPence: 399 }
    const paper = await ledger.putBill(wire, { ...bill, lines: [part, part] })
    expect(paper).toMatchObject({ netPence: 666, vatPence: 132, totalPence: 798 })
    expect(far.organisation.papers[0]?.lines.map(({ TaxAmount }) => TaxAmount)).toEqual([0.66, 0.66])
  })

  test.for([
    [2000, true, 'OUTPUT2'],
    [500, true, 'RROUTPUT'],
    [0, true, 'ZERORATEDOUTPUT'],
    [1750, true, 'OUTPUT17'],
    [0, false, 'NONE'],
  ] as const)('has VAT of %i hundredths of a per cent, registered: %s, as %s', async ([vatRateBp, isVatRegistered, type]) => {
    const { far, wire, bill } = await opened()
    await ledger.putBill(wire, { ...bill, isVatRegistered, lines: [{ ...SET, vatRateBp }] })
    expect(far.organisation.papers[0]?.lines.map(({ TaxType }) => TaxType)).toEqual([type])
  })

  test('refuses a rate of VAT that it does not have, in words', async () => {
    const { wire, bill } = await opened()
    await expect(ledger.putBill(wire, { ...bill, lines: [{ ...SET, vatRateBp: 1250 }] })).rejects.toMatchObject({
      kind: 'refused',
      sentence: 'Xero has no rate of VAT of 12.5%. Add it to its tax rates, then try again.',
    })
  })

  test('has one invoice when the key of a repeat is forgotten there, and one payment and credit note', async () => {
    const { far, wire, bill } = await opened()
    const { id } = await ledger.putBill(wire, bill)
    const receipt = { uid: 'r', billId: id, pence: 100, onDay: '2026-11-05', reference: 'INV-0042 0000000r' }
    const credit = { ...bill, uid: 'd', number: 'CN-0001', creditsNumber: 'INV-0042', creditsId: null }
    const first = [await ledger.putReceipt(wire, receipt), await ledger.putCredit(wire, credit)]
    far.forgetKeys()
    expect(await ledger.putBill(wire, bill)).toMatchObject({ id })
    expect([await ledger.putReceipt(wire, receipt), await ledger.putCredit(wire, credit)]).toEqual(first)
    expect([far.books.bills().length, far.books.receipts().length, far.books.credits().length]).toEqual([1, 1, 1])
  })

  test('that took Pritchel off its list asks for a new sign-in', async () => {
    const { far, wire, bill } = await opened()
    far.disconnect()
    await expect(ledger.putBill(wire, bill)).rejects.toMatchObject({ kind: 'sign_in' })
  })

  test('names the organisation that was allowed last, which is kept', async () => {
    const far = await startXero()
    onTestFinished(far.stop)
    const { key, address } = far.credentials
    const { wire } = wireTo({ pace: { atOnce: 1, perMinute: 100_000 } }, { key, address })
    expect(await check(wire)).toEqual({ account: 'Gareth Probert Farriery (!p7Rb1)', company: far.credentials.account })
    await expect(ledger.newsSince(wire, null)).rejects.toMatchObject({ kind: 'sign_in' })
  })

  test('whose books are not in pounds is not connected', async () => {
    const { wire } = await toldServer(manifest, () => ({ body: { Organisations: [{ Name: 'Maréchal', BaseCurrency: 'EUR' }] } }))
    const own = { ...wire, credentials: { ...wire.credentials, account: TENANT } }
    await expect(check(own)).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('EUR') })
  })

  test('payments that were taken back there are no news', async () => {
    const { far, wire, bill } = await opened()
    const paper = await ledger.putBill(wire, bill)
    const { cursor } = await ledger.newsSince(wire, null)
    far.books.pay(paper.id, 12_000, '2026-11-09')
    Object.assign(far.organisation.payments[0] as object, { status: 'DELETED' })
    expect((await ledger.newsSince(wire, cursor)).receipts).toEqual([])
  })

  test('is described: what is not is noted', () => {
    const { faultsOf, answerFaults } = readDescription()
    const ask = (method: string, path: string, body?: object, query = '', headers = {}) =>
      faultsOf({ method, path, query: new URLSearchParams(query), headers, body })
    expect(ask('GET', '/Invoices', undefined, 'page=1&where=x', { 'if-modified-since': 'x' })).toEqual([])
    expect(ask('GET', '/Invoices', undefined, 'limit=1', { 'x-own': '1' })).toEqual(['GET /Invoices: limit', 'GET /Invoices: x-own'])
    expect(ask('PATCH', '/Invoices', {})).toHaveLength(1)
    const invoice = { Type: 'RECEIPT', LineItems: [{ Quantity: '3', Price: 1 }], Contact: 7 }
    expect(ask('PUT', '/Invoices', { Invoices: [invoice] })).toHaveLength(4)
    expect(answerFaults('GET', '/Payments', { Payments: [{ Amount: '1' }], Id: 'x' })).toHaveLength(1)
  })
})
