import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPounds, MOST_PENCE, pounds, readPence } from '#lib/money.ts'

test('pence are read as pounds, with pence only where there are some', () => {
  expect([3500, 3550, 3505, 125000, 0, -2500].map(pounds)).toEqual(['£35', '£35.50', '£35.05', '£1,250', '£0', '-£25'])
})

test('a sum is read as people type it, and nothing else is a sum', () => {
  expect(['35', ' 35.5 ', '£35.50', '1,250.00', '0'].map(readPence)).toEqual([3500, 3550, 3550, 125000, 0])
  for (const text of ['', '-1', '35.505', '3 5', '12,50', 'thirty', '1e3', '100000.01']) expect(readPence(text), text).toBeUndefined()
})

test('every sum survives being shown and typed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MOST_PENCE }), (pence) => {
      expect(readPence(inPounds(pence))).toBe(pence)
      expect(readPence(pounds(pence))).toBe(pence)
    }),
  )
})
