import { describe, expect, onTestFinished, test } from 'vitest'
import type { FarBill, FarLine, FarPayer } from '#connectors/kit/ledger.ts'
import { quickbooks } from '#connectors/quickbooks/connector.ts'
import { quickbooksDouble, startQuickBooks } from '#connectors/quickbooks/far-side.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { ledgerSuite } from '#testing/ledger-suite.ts'
import { wireTo } from '#testing/told-server.ts'

const { ledger, manifest, check } = quickbooks
const MINUTE = { kind: 'later', afterMs: 60_000 }
answersSuite(
  'QuickBooks',
  manifest,
  (wire) => ledger.newsSince({ ...wire, credentials: { ...wire.credentials, account: '46' } }, null),
  MINUTE,
)
ledgerSuite('QuickBooks, a double of it', quickbooks, quickbooksDouble)

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
  const far = await startQuickBooks()
  onTestFinished(far.stop)
  const { wire, requests } = wireTo({ pace: { atOnce: 1, perMinute: 100_000 } }, far.credentials)
  const { id: payerId } = await ledger.putPayer(wire, SARAH)
  return { far, wire, requests, payerId, bill: { ...BILL, payerId } }
}

describe('QuickBooks', () => {
  test('gets two requests for an invoice, after the first of a pass, and one for what is new', async () => {
    const { wire, requests, bill } = await opened()
    await ledger.putBill(wire, bill)
    const before = requests()
    await ledger.putBill(wire, { ...bill, uid: 'c', number: 'INV-0043' })
    const { cursor } = await ledger.newsSince(wire, null)
    const between = requests()
    await ledger.newsSince(wire, cursor)
    expect([between - before, requests() - between]).toEqual([3, 1])
  })

  test('gets our VAT per rate, so that its sums are ours where it rounds otherwise', async () => {
    const { far, wire, bill } = await opened()
    const part = { ...SET, quantity: 1, netPence: 333, vatPence: 66, grossPence: 399 }
    const book = { ...part, netPence: 1001, vatPence: 50, grossPence: 1051, vatRateBp: 500 }
    const paper = await ledger.putBill(wire, { ...bill, lines: [part, part, book], netPence: 1667, vatPence: 182, totalPence: 1849 })
    expect(paper).toMatchObject({ netPence: 1667, vatPence: 182, totalPence: 1849 })
    const taxes = far.company.papers[0]?.TxnTaxDetail?.TaxLine?.map(({ Amount, TaxLineDetail: of }) => [
      Amount,
      of.NetAmountTaxable,
      of.TaxPercent,
    ])
    expect(taxes).toEqual([
      [1.32, 6.66, 20],
      [0.5, 10.01, 5],
    ])
  })

  test.for([
    [2000, true, '3'],
    [500, true, '4'],
    [0, true, '5'],
    [0, false, undefined],
  ] as const)('has VAT of %i hundredths of a per cent, registered: %s, as code %s', async ([vatRateBp, isVatRegistered, code]) => {
    const { far, wire, bill } = await opened()
    await ledger.putBill(wire, { ...bill, isVatRegistered, lines: [{ ...SET, vatRateBp }] })
    expect(far.company.papers[0]?.lines.map((line) => line.code)).toEqual([code])
  })

  test('refuses a rate of VAT that it does not have, in words', async () => {
    const { wire, bill } = await opened()
    await expect(ledger.putBill(wire, { ...bill, lines: [{ ...SET, vatRateBp: 1250 }] })).rejects.toMatchObject({
      kind: 'refused',
      sentence: 'QuickBooks has no rate of VAT of 12.5%. Add it under Taxes there, then try again.',
    })
  })

  test('that counts its own numbers is not connected, and gets no invoice', async () => {
    const { far, wire, bill } = await opened()
    far.settings.numbers = false
    const refusal = { kind: 'refused', sentence: expect.stringContaining('switch on Custom transaction numbers') }
    await expect(check(wire)).rejects.toMatchObject(refusal)
    await expect(ledger.putBill(wire, bill)).rejects.toMatchObject(refusal)
    far.settings.numbers = true
    await ledger.putBill(wire, bill)
    expect(far.books.bills()).toHaveLength(1)
  })

  test('has one of each when the key of a repeat is forgotten there', async () => {
    const { far, wire, bill } = await opened()
    const { id } = await ledger.putBill(wire, bill)
    const receipt = { uid: 'r', billId: id, pence: 100, onDay: '2026-11-05', reference: 'INV-0042 0000000r' }
    const credit = {
      ...bill,
      uid: 'd',
      number: 'CN-0001',
      creditsNumber: 'INV-0042',
      creditsId: id,
      lines: [{ ...SET, quantity: 1, netPence: 1000, vatPence: 200 }],
    }
    const first = [await ledger.putReceipt(wire, receipt), (await ledger.putCredit(wire, { ...credit, vatPence: 200 })).id]
    far.forgetKeys()
    expect(await ledger.putBill(wire, bill)).toMatchObject({ id })
    expect([await ledger.putReceipt(wire, receipt), (await ledger.putCredit(wire, { ...credit, vatPence: 200 })).id]).toEqual(first)
    expect([far.books.bills().length, far.books.receipts().length, far.books.credits().length]).toEqual([1, 1, 1])
    expect(far.books.bills()[0]?.duePence).toBe(12_000 - 100 - 1200)
  })

  test('a company that takes credit notes off invoices itself has it once', async () => {
    const { far, wire, bill } = await opened()
    far.company.appliesCredits = true
    const { id } = await ledger.putBill(wire, bill)
    const line = { ...SET, quantity: 1, netPence: 1000, vatPence: 200 }
    await ledger.putCredit(wire, {
      ...bill,
      uid: 'd',
      number: 'CN-0001',
      creditsNumber: 'INV-0042',
      creditsId: id,
      lines: [line],
      vatPence: 200,
    })
    expect(far.books.bills()[0]?.duePence).toBe(12_000 - 1200)
    expect(far.company.payments).toEqual([])
  })

  test('one payment of two invoices is two lines, and a credit note is no payment', async () => {
    const { far, wire, bill } = await opened()
    const { cursor } = await ledger.newsSince(wire, null)
    const papers = [await ledger.putBill(wire, bill), await ledger.putBill(wire, { ...bill, uid: 'c', number: 'INV-0043' })]
    const line = { ...SET, quantity: 1, netPence: 1000, vatPence: 200 }
    await ledger.putCredit(wire, {
      ...bill,
      uid: 'd',
      number: 'CN-0001',
      creditsNumber: 'INV-0042',
      creditsId: papers[0]?.id ?? '',
      lines: [line],
      vatPence: 200,
    })
    const Line = papers.map(({ id }) => ({ Amount: 50, LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' as const }] }))
    far.company.addPayment({ CustomerRef: { value: bill.payerId }, TotalAmt: 100, TxnDate: '2026-11-09', Line })
    const { receipts } = await ledger.newsSince(wire, cursor)
    expect(receipts.map(({ number, pence, onDay }) => [number, pence, onDay])).toEqual([
      ['INV-0042', 5000, '2026-11-09'],
      ['INV-0043', 5000, '2026-11-09'],
    ])
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(2)
  })

  test('says of an invoice that was deleted there that it is', async () => {
    const { far, wire, bill } = await opened()
    const { id } = await ledger.putBill(wire, bill)
    const { cursor } = await ledger.newsSince(wire, null)
    const row = far.company.paper('Invoice', id)
    far.company.settle(row, 0)
    Object.assign(row, { state: 'deleted' })
    expect((await ledger.newsSince(wire, cursor)).changed).toMatchObject([{ id, isCancelled: true }])
  })

  test('that forgot what changed since so long ago is read from now on', async () => {
    const { wire } = await opened()
    await expect(ledger.newsSince(wire, '2025-01-01T00:00:00Z')).rejects.toMatchObject({ kind: 'resync' })
  })

  test('has more changes than one answer holds: they are read page by page', async () => {
    const { far, wire, bill } = await opened()
    const { cursor } = await ledger.newsSince(wire, null)
    const { id } = await ledger.putBill(wire, bill)
    const row = far.company.paper('Invoice', id)
    far.company.papers.push(...Array.from({ length: 1200 }, (_, nth) => ({ ...row, Id: String(1000 + nth), DocNumber: `X-${nth}` })))
    expect((await ledger.newsSince(wire, cursor)).changed).toHaveLength(1201)
  })

  test('names the company that was chosen, and another one is refused', async () => {
    const { far, wire } = await opened()
    expect(await check(wire)).toEqual({ account: `Gareth Probert Farriery (${far.credentials.account})` })
    const other = { ...wire, credentials: { ...wire.credentials, account: '123' } }
    await expect(check(other)).rejects.toMatchObject({ kind: 'not_allowed' })
    const none = { ...wire, credentials: { key: '', address: far.credentials.address } }
    await expect(check(none)).rejects.toMatchObject({ kind: 'sign_in' })
  })
})
