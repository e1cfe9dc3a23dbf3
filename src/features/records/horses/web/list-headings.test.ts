import { expect, test } from 'vitest'
import { headingOf } from '#features/records/horses/web/list-headings.ts'
import { initialOf } from '#lib/collate.ts'

const HORSE = {
  name: 'Biscuit',
  client: { name: 'Élodie Marsh', businessName: null },
  lastService: '2026-10-13',
  status: 'current',
} as const
/** A Wednesday. */
const TODAY = '2026-11-25'

test.each([
  ['2026-11-24', 'Overdue'],
  ['2026-11-25', 'This week'],
  ['2026-11-29', 'This week'],
  ['2026-11-30', 'Next week'],
  ['2026-12-06', 'Next week'],
  ['2026-12-07', 'December 2026'],
  ['2027-01-04', 'January 2027'],
])('a list by due date has a horse due on %s under %s', (nextDue, heading) => {
  expect(headingOf({ ...HORSE, nextDue }, { by: 'due' }, TODAY)).toBe(heading)
})

test('a horse that rests, or was never done, shows that in place of a date', () => {
  expect(headingOf({ ...HORSE, nextDue: '2026-11-24', status: 'none' }, { by: 'due' }, TODAY)).toBe('No date')
  expect(headingOf({ ...HORSE, nextDue: null, lastService: null }, { by: 'last' }, TODAY)).toBe('Not done yet')
})

test('names stand under their letter, accents aside, and numbers together', () => {
  expect(headingOf({ ...HORSE, nextDue: null }, { by: 'owner' }, TODAY)).toBe('E')
  expect(['biscuit', ' Ólafur', '7th Heaven', ''].map(initialOf)).toEqual(['B', 'O', '#', '#'])
})
