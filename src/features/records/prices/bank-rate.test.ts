import { expect, test } from 'vitest'
import { bankRateFor } from '#features/records/prices/bank-rate.ts'

test.each([
  ['2020-03-15', 75, '2019-12-31'],
  ['2022-12-30', 125, '2022-06-30'],
  ['2022-12-31', 350, '2022-12-31'],
  ['2023-06-29', 350, '2022-12-31'],
  ['2023-06-30', 500, '2023-06-30'],
  ['2025-10-10', 425, '2025-06-30'],
  ['2026-01-01', 375, '2025-12-31'],
])('interest on what was due on %s goes by the %i hundredths of a percent in force on %s', (dueOn, rateBp, onDay) =>
  expect(bankRateFor(dueOn, [])).toEqual({ rateBp, onDay, isKnown: true }),
)

test('after its last day the table does not claim to know; a change that was added counts from its own day on', () => {
  expect(bankRateFor('2026-10-01', [])).toEqual({ rateBp: 375, onDay: '2026-06-30', isKnown: false })
  const added = [
    { from: '2026-11-05', rateBp: 325 },
    { from: '2026-05-07', rateBp: 350 },
  ]
  expect(bankRateFor('2026-10-01', added)).toEqual({ rateBp: 350, onDay: '2026-06-30', isKnown: true })
  expect(bankRateFor('2027-02-01', added)).toEqual({ rateBp: 325, onDay: '2026-12-31', isKnown: true })
  // The rate by then is not known.
  expect(bankRateFor('2027-08-01', added)).toEqual({ rateBp: 325, onDay: '2027-06-30', isKnown: false })
  expect(bankRateFor('2025-10-10', added)).toMatchObject({ rateBp: 425 })
})
