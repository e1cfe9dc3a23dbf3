import { expect, test } from 'vitest'
import { dueTag, townTag } from '#features/office/integrations/audience-rules.ts'

test.each([
  ['Hollybush Yard, Kingsland, Leominster, Herefordshire HR6 9QS', 'Town: Leominster'],
  ['1 Mill Lane\nLudlow\nSY8 1AA', 'Town: Ludlow'],
  ['1 Mill Lane, Ludlow SY8 1AA', 'Town: Ludlow'],
  ['Hill Farm, Hay-on-Wye, Powys, Wales, UK', 'Town: Hay-on-Wye'],
  ['Kingsland', 'Town: Kingsland'],
  ['Hill Farm, 12 Mill Lane', undefined],
  ['12 Mill Lane', undefined],
  ['SY8 1AA', undefined],
  ['', undefined],
  [null, undefined],
])('%j is in %s', (address, town) => {
  expect(townTag(address)).toBe(town)
})

test('the month in which they are due; of one that is overdue, this month', () => {
  expect(dueTag('2027-02-01', '2026-11-28')).toBe('Due: February')
  expect(dueTag('2026-08-01', '2026-11-28')).toBe('Due: November')
})
