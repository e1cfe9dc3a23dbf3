import { expect, test, vi } from 'vitest'
import { type Book, type OpenInvoice, proposalsFor, type Recorded } from '#features/ledger/payments/matching.ts'

const PAYERS = [
  { id: 'sarah', name: 'Sarah Penrose', businessName: null },
  { id: 'owen', name: 'Owen Pritchard', businessName: null },
  { id: 'olwen', name: 'Olwen Pritchard', businessName: null },
  { id: 'centre', name: 'Dai Morgan', businessName: 'Llanfair Riding Centre' },
]
const invoice = (number: string, payerClientId: string, leftPence: number, dueOn: string): OpenInvoice => ({
  ...{ id: number, number, payerClientId, leftPence, dueOn },
})
const INVOICES = [
  invoice('INV-0041', 'sarah', 3500, '2026-10-01'),
  invoice('INV-0042', 'sarah', 8500, '2026-11-01'),
  invoice('INV-0043', 'owen', 9000, '2026-11-02'),
  invoice('INV-0044', 'olwen', 9000, '2026-11-02'),
  invoice('INV-0420', 'centre', 60_000, '2026-11-03'),
  invoice('INV-0421', 'centre', 40_000, '2026-11-04'),
  invoice('INV-0422', 'centre', 25_000, '2026-11-05'),
]
const book = (recorded: Recorded[] = []): Book => ({ invoices: INVOICES, recorded, payers: PAYERS })
const found = (description: string, amountPence: number, recorded: Recorded[] = []) =>
  proposalsFor({ source: 'file', onDay: '2026-11-19', description, amountPence }, book(recorded)).map(
    ({ by, isSure, payerClientId, invoices }) => [...[by, isSure, payerClientId], invoices.map(({ id }) => id).join(' ')],
  )

test('a number in the words finds its invoice, however it is written, and no other that begins alike', () => {
  for (const words of ['FASTER PAYMENT INV-0042', 'inv42 thanks', 'Invoice no 42', 'BACS INV 0042 REF']) {
    expect(found(words, 8500)[0], words).toEqual(['reference', true, 'sarah', 'INV-0042'])
  }
  expect(found('INV-0420', 60_000)[0]).toEqual(['reference', true, 'centre', 'INV-0420'])
  expect(found('INV 0041 AND INV 0042', 12_000)[0]).toEqual(['reference', true, 'sarah', 'INV-0041 INV-0042'])
  expect(found('CARD 0042', 1)).toEqual([])
})

test('a number is found by the series it was issued in, and by no other', () => {
  const series = [invoice('ACME-26-0042', 'sarah', 8500, '2026-11-01'), invoice('INV-0042', 'owen', 9000, '2026-11-02')]
  const payersOf = (description: string) =>
    proposalsFor({ source: 'file', onDay: '2026-11-19', description, amountPence: 1 }, { ...book(), invoices: series }).map(
      ({ payerClientId }) => payerClientId,
    )
  expect(payersOf('acme26 42')).toEqual(['sarah'])
  expect(payersOf('ACME 26-0042')).toEqual(['sarah'])
  expect(payersOf('INVOICE NUMBER: 0042').toSorted()).toEqual(['owen', 'sarah'])
  expect(payersOf('XINV42')).toEqual([])
})

test('one pattern is made for all the lines of a statement, however many invoices are open', () => {
  const made = vi.spyOn(globalThis, 'RegExp')
  const many = Array.from({ length: 200 }, (_, n) => invoice(`FARRIER-${n + 1000}`, 'sarah', 8500 + n, '2026-11-01'))
  const open = { ...book(), invoices: many }
  for (let n = 0; n < 50; n++)
    proposalsFor({ source: 'file', onDay: '2026-11-19', description: `FARRIER ${1000 + n}`, amountPence: 8500 + n }, open)
  // To go through a text is to copy the pattern, which compiles nothing.
  expect(made.mock.calls.filter(([source]) => typeof source === 'string')).toHaveLength(1)
  made.mockRestore()
})

test('a line of half a million blanks is read like any other', () => {
  expect(found(`INV${' .'.repeat(250_000)}42`, 1)).toEqual([])
})

test('part of an invoice is proposed and never sure', () => {
  expect(found('INV-0042', 5000)).toEqual([['reference', false, 'sarah', 'INV-0042']])
})

test('name and sum to the penny are sure; of two people of one surname only the one whose initial the line has', () => {
  expect(found('PENROSE S', 8500)[0]).toEqual(['amount', true, 'sarah', 'INV-0042'])
  expect(found('MRS SARAH PENROSE', 3500)[0]).toEqual(['amount', true, 'sarah', 'INV-0041'])
  const pritchards = found('PRITCHARD', 9000)
  expect(pritchards.slice(0, 2).map(([by, isSure, payer]) => [by, isSure, payer])).toEqual([
    ['amount', false, 'owen'],
    ['amount', false, 'olwen'],
  ])
  expect(found('OWEN PRITCHARD', 9000)[0]).toEqual(['amount', true, 'owen', 'INV-0043'])
  expect(found('S PENROSE', 7777)).toEqual([['name', false, 'sarah', 'INV-0041 INV-0042']])
})

test('several invoices of one payer that come to the sum are proposed: the oldest first, else the only ones that do', () => {
  expect(found('SARAH PENROSE', 12_000)[0]).toEqual(['sum', true, 'sarah', 'INV-0041 INV-0042'])
  expect(found('LLANFAIR RIDING CENTRE', 65_000)[0]).toEqual(['sum', true, 'centre', 'INV-0421 INV-0422'])
})

test('a sum alone is a hint where one invoice has it, and none where two do', () => {
  expect(found('FASTER PAYMENT', 60_000)).toEqual([['amount', false, 'centre', 'INV-0420']])
  expect(found('FASTER PAYMENT', 9000)).toEqual([])
})

test('a transfer of theirs that was recorded by hand comes before everything, so that it is not counted twice', () => {
  const recorded = [
    {
      id: 'paid',
      payerClientId: 'sarah',
      amountPence: 8500,
      receivedOn: '2026-11-17',
      method: 'bank-transfer',
      isOnline: false,
      sources: [],
    } satisfies Recorded,
  ]
  expect(found('S PENROSE', 8500, recorded)[0]).toEqual(['recorded', true, 'sarah', ''])
  expect(
    found('S PENROSE INV-0042', 8500, recorded)
      .map(([by, isSure]) => [by, isSure])
      .slice(0, 2),
  ).toEqual([
    ['recorded', true],
    ['reference', false],
  ])
  expect(found('S PENROSE', 8500, [{ ...recorded[0], receivedOn: '2026-10-17' } as Recorded])[0]?.[0]).toBe('amount')
  const ofAnother = [{ ...recorded[0], payerClientId: 'olwen' } as Recorded]
  expect(found('INV-0042', 8500, ofAnother)[0]).toEqual(['reference', true, 'sarah', 'INV-0042'])
})
