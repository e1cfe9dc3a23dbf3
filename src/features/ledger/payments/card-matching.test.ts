import { expect, test } from 'vitest'
import { type CardBook, type Line, lineProposals } from '#features/ledger/payments/card-matching.ts'
import type { Book, Recorded } from '#features/ledger/payments/matching.ts'

const PAYERS = ['sarah', 'owen'].map((id) => ({ id, name: `${id} Penrose`, businessName: null }))
const invoice = (id: string, payerClientId: string, leftPence: number) => ({
  id,
  number: id,
  payerClientId,
  leftPence,
  dueOn: '2026-11-30',
})
const paid = (id: string, more: Partial<Recorded> = {}): Recorded => ({
  ...{ id, payerClientId: 'sarah', amountPence: 8500, receivedOn: '2026-11-19', method: 'card', isOnline: false, sources: [] },
  ...more,
})
const book = (more: Partial<Book> = {}): Book => ({ invoices: [], recorded: [], payers: PAYERS, ...more })
const cards = (more: Partial<CardBook> = {}): CardBook => ({ readers: ['SumUp'], payouts: [], givenBack: [], takenAs: [], ...more })
const line = (more: Partial<Line> = {}): Line => ({
  ...{ source: 'card', onDay: '2026-11-19', description: 'Card payment, TEENSK4W2K', amountPence: 8500, isRefund: false, ofLineId: null },
  ...more,
})
const found = (one: Line, of: Book, among: CardBook = cards()) =>
  lineProposals(one, of, among).map(({ by, isSure, payerClientId, paymentId }) => [by, isSure, payerClientId, paymentId])

test('of two card payments of that sum and day neither is sure, and the one of another day comes after', () => {
  const recorded = [paid('before', { receivedOn: '2026-11-18' }), paid('its-day', { payerClientId: 'owen' })]
  expect(found(line(), book({ recorded }))).toEqual([
    ['recorded', false, 'owen', 'its-day'],
    ['recorded', false, 'sarah', 'before'],
  ])
  expect(found(line(), book({ recorded: [paid('one')] }))).toEqual([['recorded', true, 'sarah', 'one']])
  const two = [paid('one'), paid('two', { payerClientId: 'owen' })]
  expect(found(line(), book({ recorded: two })).map(([, isSure]) => isSure)).toEqual([false, false])
  expect(found(line(), book({ recorded: [paid('one'), paid('two')] })).map(([, isSure]) => isSure)).toEqual([false, false])
})

test('a card payment comes before an open invoice of that sum, which then is not sure', () => {
  const of = book({ recorded: [paid('one')], invoices: [invoice('INV-0001', 'owen', 8500)] })
  expect(found(line(), of)).toEqual([
    ['recorded', false, 'sarah', 'one'],
    ['amount', false, 'owen', null],
  ])
})

test.each([
  ['cash', { method: 'cash' }],
  ['a transfer', { method: 'bank-transfer' }],
  ['paid online', { isOnline: true }],
  ['a card line already', { sources: ['card'] }],
  ['on a statement already', { sources: ['file', 'accounting'] }],
  ['of another week', { receivedOn: '2026-11-12' }],
] as const)('a payment that is %s is not the taking', (_, more) => {
  expect(found(line(), book({ recorded: [paid('one', more)] }))).toEqual([])
})

test('one that accounting saw may be it, and one that a reader took is no transfer', () => {
  expect(found(line(), book({ recorded: [paid('one', { method: 'bank-transfer', sources: ['accounting'] })] }))).toHaveLength(1)
  const taken = paid('one', { method: 'bank-transfer', sources: ['accounting', 'card'] })
  expect(found(line({ source: 'file', description: 'PENROSE' }), book({ recorded: [taken] }))).toEqual([])
})

const PAYOUT = { id: 'p', name: 'SumUp', onDay: '2026-11-18', amountPence: 8500 }
const bank = (description: string, onDay = '2026-11-19') => line({ source: 'file', description, onDay })

test.each(['SUMUP PAYMENTS LIMITED PID123-SUMUP', 'Sum Up', 'pid99-sumup'])('%s is a payout and nothing else', (description) => {
  const of = book({ invoices: [invoice('INV-0001', 'sarah', 8500)], recorded: [paid('one', { method: 'bank-transfer' })] })
  expect(found(bank(description), of, cards({ payouts: [PAYOUT] }))).toEqual([['payout', true, null, null]])
  expect(found(bank(description), of)).toEqual([['payout', false, null, null]])
})

test('of two payouts of that sum neither is sure; one that is yet to come, or long ago, is not it', () => {
  const two = cards({ payouts: [PAYOUT, { ...PAYOUT, id: 'q', onDay: '2026-11-19' }] })
  expect(found(bank('SUMUP'), book(), two)).toEqual([['payout', false, null, null]])
  for (const onDay of ['2026-11-17', '2026-11-24']) expect(found(bank('TFR', onDay), book(), cards({ payouts: [PAYOUT] }))).toEqual([])
})

test('without a reader of cards no line is a payout', () => {
  expect(found(bank('SUMUP PAYMENTS'), book({ invoices: [invoice('INV-0001', 'sarah', 8500)] }), cards({ readers: [] }))).toEqual([
    ['amount', false, 'sarah', null],
  ])
})

const refund = (more: Partial<Line> = {}) => line({ isRefund: true, amountPence: 1000, ofLineId: 'taking', ...more })
const SARAH = { payerClientId: 'sarah', payerName: 'sarah Penrose' }
const taken = { ...SARAH, lineId: 'taking', paymentId: 'paid', leftPence: 8500 }
const given = { ...SARAH, id: 'given', amountPence: 1000, onDay: '2026-11-19', ofId: 'paid' }

test('a refund is the one recorded of its payment, else goes back out of it, as far as that has it', () => {
  expect(found(refund(), book(), cards({ takenAs: [taken], givenBack: [given] }))).toEqual([['recorded', true, 'sarah', 'given']])
  expect(found(refund(), book(), cards({ takenAs: [taken], givenBack: [{ ...given, ofId: 'other' }] }))).toEqual([
    ['refund', true, 'sarah', 'paid'],
  ])
  expect(found(refund(), book(), cards({ takenAs: [{ ...taken, leftPence: 999 }] }))).toEqual([])
})

test('a refund of a taking that is no payment yet may be one recorded, and is never sure', () => {
  expect(found(refund(), book(), cards({ givenBack: [given] }))).toEqual([['recorded', false, 'sarah', 'given']])
  expect(found(refund({ ofLineId: null }), book(), cards())).toEqual([])
})
