import { expect, test } from 'vitest'
import { ageOf, agesOf, chaseStep, linesOf, namedInvoices, owedWords } from '#features/ledger/accounts/rules.ts'

const TODAY = '2026-11-22'

test.each([
  ['2026-11-23', 'notDuePence'],
  ['2026-11-22', 'notDuePence'],
  ['2026-11-21', 'to30Pence'],
  ['2026-10-23', 'to30Pence'],
  ['2026-10-22', 'to60Pence'],
  ['2026-09-23', 'to60Pence'],
  ['2026-09-22', 'to90Pence'],
  ['2026-08-24', 'to90Pence'],
  ['2026-08-23', 'over90Pence'],
])('what was due on %s is %s', (dueOn, age) => expect(ageOf(dueOn, TODAY)).toBe(age))

test('debts of one age are added up', () => {
  const open = [
    { dueOn: '2026-11-22', leftPence: 100 },
    { dueOn: '2026-11-01', leftPence: 2050 },
    { dueOn: '2026-11-02', leftPence: 50 },
    { dueOn: '2026-01-01', leftPence: 7 },
  ]
  expect(agesOf(open, TODAY)).toEqual({ notDuePence: 100, to30Pence: 2100, to60Pence: 0, to90Pence: 0, over90Pence: 7 })
})

/* Worked out by hand: £120 owed before; £180 invoiced, £40 of it credited and £200 paid on one day; £100 paid, £40 of that given back. */
test('a statement goes from the balance before, line by line, to the balance after', () => {
  const { lines, closingPence } = linesOf(12_000, [
    { day: '2026-11-20', kind: 'refund', id: 'e', words: 'Refunded', pence: 4000 },
    { day: '2026-11-03', kind: 'payment', id: 'c', words: 'Paid by card', pence: -20_000 },
    { day: '2026-11-03', kind: 'credit', id: 'b', words: 'Credit note CN-0001', pence: -4000 },
    { day: '2026-11-03', kind: 'invoice', id: 'a', words: 'Invoice INV-0002', pence: 18_000 },
    { day: '2026-11-20', kind: 'payment', id: 'd', words: 'Paid in cash', pence: -10_000 },
  ])
  expect(lines.map(({ id, balancePence }) => [id, balancePence])).toEqual([
    ['a', 30_000],
    ['b', 26_000],
    ['c', 6000],
    ['d', -4000],
    ['e', 0],
  ])
  expect(closingPence).toBe(0)
  expect([owedWords(0), owedWords(3550), owedWords(-500)]).toEqual(['Nothing is owed now.', 'You owe £35.50.', 'You have £5 on account.'])
})

test('of the days on which to remind only the last that has come counts', () => {
  const days = [3, 10, 17]
  const step = (today: string) => chaseStep('2026-11-01', today, days)
  expect(['2026-11-03', '2026-11-04', '2026-11-10', '2026-11-11', '2026-12-24'].map(step)).toEqual([undefined, 3, 3, 10, 17])
})

test('a reminder names its invoices, however many there are', () => {
  expect([['A'], ['A', 'B'], ['A', 'B', 'C']].map(namedInvoices)).toEqual(['A', 'A and B', 'A and 2 more'])
})
