import { expect, test } from 'vitest'
import { SERVICE_TYPES } from '#features/horses/rules.ts'
import { newestFirst, resetsCycleByDefault } from '#features/work/rules.ts'

test('every service starts the cycle anew but the emergency call-out', () => {
  expect(SERVICE_TYPES.filter((type) => !resetsCycleByDefault(type))).toEqual(['Emergency call-out'])
  expect(resetsCycleByDefault('Bar shoes')).toBe(true)
})

test('work is shown newest first, and of one day the last written first', () => {
  const entries = [
    { workDate: '2026-10-06', id: 'b' },
    { workDate: '2026-11-20', id: 'a' },
    { workDate: '2026-10-06', id: 'c' },
  ]
  expect(entries.toSorted(newestFirst).map((entry) => entry.id)).toEqual(['a', 'c', 'b'])
})
