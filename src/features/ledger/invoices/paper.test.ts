import { expect, test } from 'vitest'
import type { InvoiceAsWas, InvoiceLine } from '#features/ledger/invoices/contract.ts'
import {
  bankRows,
  dueWords,
  type InvoicePaper,
  isOfOneDay,
  leftWords,
  lineDetails,
  lineTitle,
  payerLines,
  payRows,
  sumRows,
} from '#features/ledger/invoices/paper.ts'

const line: InvoiceLine = {
  chargeId: 'c',
  kind: 'work',
  chargedOn: '2026-11-20',
  description: 'Full set new',
  horseName: 'Biscuit',
  ownerName: null,
  quantity: 1,
  unitPence: 18_000,
  vatRateBp: 0,
  includesVat: false,
  netPence: 18_000,
  vatPence: 0,
  grossPence: 18_000,
}
const asWas: InvoiceAsWas = {
  practice: { name: 'G Probert', address: '', phone: '', email: '', frcNumber: null, vatNumber: null },
  payer: {
    name: 'Siân Penrose',
    businessName: 'Penrose Stud',
    isBusiness: true,
    address: '1 Hollybush Lane, Cardiff\nWales',
    postcode: 'CF10 1AA',
  },
  bank: { accountName: '', sortCode: '200000', accountNumber: '55779911' },
  terms: '',
  visit: { onDay: '2026-11-20', location: null, title: 'Biscuit' },
  creditsNumber: null,
  lines: [line],
}
const paper = (more: Partial<InvoicePaper> = {}): InvoicePaper => ({
  kind: 'invoice',
  number: 'INV-0042',
  asWas,
  issuedOn: '2026-11-20',
  dueOn: '2026-11-24',
  note: null,
  netPence: 18_000,
  vatPence: 0,
  totalPence: 18_000,
  settled: [],
  leftPence: 18_000,
  isOverdue: false,
  ...more,
})
const paid = { day: '2026-11-21', words: 'Paid by card', pence: 18_000, isCredit: false }
const credit = { kind: 'credit', number: 'CN-0003', asWas: { ...asWas, creditsNumber: 'INV-0042' } } as const

test.each([
  ['not paid', paper(), 'due Tue 24 Nov', '£180.00 to pay, due 24 Nov 2026'],
  ['overdue', paper({ isOverdue: true }), 'due since Tue 24 Nov', '£180.00 to pay, due since 24 Nov 2026'],
  ['paid in part', paper({ leftPence: 3050 }), '£149.50 of it paid, the rest due Tue 24 Nov', '£30.50 to pay, due 24 Nov 2026'],
  ['paid', paper({ leftPence: 0, settled: [paid] }), 'with nothing left to pay', 'Paid, thank you'],
  ['credited', paper({ leftPence: 0, settled: [{ ...paid, isCredit: true }] }), 'with nothing left to pay', 'Nothing left to pay'],
  ['a credit note', paper({ ...credit, leftPence: 500 }), 'to invoice INV-0042', '£5.00 on account'],
  ['a credit note all used', paper({ ...credit, leftPence: 0 }), 'to invoice INV-0042', 'All credited'],
])('an invoice that is %s says so, in a text and on paper', (_, one, inText, onPaper) => {
  expect([dueWords(one), leftWords(one)]).toEqual([inText, onPaper])
})

test('how to pay is shown as long as something is to pay, and an account is named', () => {
  expect(payRows(paper()).map(({ words }) => words)).toEqual(['20-00-00', '55779911', 'INV-0042'])
  expect([payRows(paper({ leftPence: 0 })), payRows(paper(credit)), bankRows({ ...asWas.bank, sortCode: '' }, 'x')]).toEqual([[], [], []])
})

test('a line shows its horse, its owner where that is another, how many, its feet, and its day unless that is the visit’s', () => {
  expect(isOfOneDay(asWas)).toBe(true)
  expect(isOfOneDay({ ...asWas, lines: [line, { ...line, chargedOn: '2026-11-21' }] })).toBe(false)
  expect([lineTitle(line), lineDetails(line, true)]).toEqual(['Biscuit: Full set new', []])
  const studs = { ...line, ownerName: 'Emma Rees', quantity: 4, unitPence: 150, includesVat: true, feet: ['All four feet: New shoe, 5¼'] }
  expect(lineTitle(studs)).toBe('Biscuit (Emma Rees): Full set new')
  expect(lineTitle({ ...line, horseName: null, description: 'Call-out' })).toBe('Call-out')
  expect(lineDetails(studs, false)).toEqual(['Fri 20 Nov, 4 at £1.50 with VAT', 'All four feet: New shoe, 5¼'])
  expect(payerLines(asWas)).toEqual(['Penrose Stud', 'Siân Penrose', '1 Hollybush Lane', 'Cardiff', 'Wales', 'CF10 1AA'])
})

test('the VAT of each rate is listed separately, the highest first, and only where the practice is registered', () => {
  const rated = (vatRateBp: number, netPence: number, vatPence: number) => ({
    ...line,
    vatRateBp,
    netPence,
    vatPence,
    grossPence: netPence + vatPence,
  })
  const lines = [rated(500, 2000, 100), rated(2000, 15_000, 3000), rated(2000, 1001, 200)]
  const practice = { ...asWas.practice, vatNumber: 'GB1' }
  expect(sumRows(paper({ asWas: { ...asWas, practice, lines }, netPence: 18_001, vatPence: 3300, totalPence: 21_301 }))).toEqual([
    ['Before VAT', '£180.01'],
    ['VAT 20% of £160.01', '£32.00'],
    ['VAT 5% of £20.00', '£1.00'],
    ['Total', '£213.01'],
  ])
  expect(sumRows(paper())).toEqual([['Total', '£180.00']])
})
