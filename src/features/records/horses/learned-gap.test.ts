import fc from 'fast-check'
import { expect, test } from 'vitest'
import { learnedGap } from '#features/records/horses/learned-gap.ts'
import { addDays } from '#lib/dates.ts'

const START = '2025-01-07'
/** Services so many days apart. */
const services = (gaps: readonly number[], serviceType = 'Trim') =>
  [0, ...gaps].map((_, at) => ({
    id: String(at).padStart(3, '0'),
    workDate: addDays(
      START,
      gaps.slice(0, at).reduce((sum, gap) => sum + gap, 0),
    ),
    serviceType,
    resetsCycle: true,
  }))

test('the gap is the median, so that one long winter does not speak for all', () => {
  expect(learnedGap(services([42, 44, 120]))).toEqual({ days: 44, gaps: 3 })
  expect(learnedGap(services([42, 45]))).toEqual({ days: 44, gaps: 2 })
})

test('one service gives no gap, and two on one day count as one', () => {
  expect(learnedGap(services([]))).toBeNull()
  expect(learnedGap(services([0]))).toBeNull()
})

test('work that does not restart the cycle is no service', () => {
  const extra = { id: 'x', workDate: addDays(START, 10), serviceType: 'Emergency call-out', resetsCycle: false }
  expect(learnedGap([...services([42]), extra])).toEqual({ days: 42, gaps: 1 })
})

test('a gap with a pause in it is left out', () => {
  const pauses = [{ fromOn: addDays(START, 50), untilOn: addDays(START, 60), reason: 'Box rest' }]
  expect(learnedGap(services([42, 100, 44]), { pauses })).toEqual({ days: 43, gaps: 2 })
})

test('a kind of work has a gap of its own', () => {
  const order = services([42, 70, 42, 70]).map((service, at) => ({ ...service, serviceType: at % 2 ? 'Trim' : 'Full set new' }))
  expect(learnedGap(order, { serviceType: 'Trim' })).toEqual({ days: 70, gaps: 2 })
  expect(learnedGap(order, { serviceType: 'Hind refit' })).toBeNull()
})

test('only the newest dozen count', () => {
  expect(learnedGap(services([...Array(20).fill(80), ...Array(12).fill(42)]))).toEqual({ days: 42, gaps: 12 })
})

test('the gap lies between the shortest and the longest, regardless of the order of the work', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(gaps, (days) => {
      const learned = learnedGap(services(days).toReversed())
      expect(learned?.gaps).toBe(days.length)
      expect(learned?.days).toBeGreaterThanOrEqual(Math.min(...days))
      expect(learned?.days).toBeLessThanOrEqual(Math.max(...days))
    }),
  )
})
