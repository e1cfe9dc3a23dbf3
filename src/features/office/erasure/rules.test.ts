import { expect, test } from 'vitest'
import { isSameName, taxKeptFrom } from '#features/office/erasure/rules.ts'

test('records of work are kept for five years after the 31 January on which the return for their tax year was due', () => {
  // The return for 2020-21 was due on 31 January 2022, so its records go after 31 January 2027.
  expect(taxKeptFrom('2026-11-22')).toBe('2020-04-06')
  expect(taxKeptFrom('2027-01-31')).toBe('2020-04-06')
  expect(taxKeptFrom('2027-02-01')).toBe('2021-04-06')
  expect(taxKeptFrom('2027-04-06')).toBe('2021-04-06')
})

test('a typed name matches in any case and spacing, and no other name does', () => {
  expect(isSameName(' sarah  penrose', 'Sarah Penrose')).toBe(true)
  expect(isSameName('Sara Penrose', 'Sarah Penrose')).toBe(false)
})
