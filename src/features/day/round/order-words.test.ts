import { expect, test } from 'vitest'
import { lateWords, worthWords } from '#features/day/round/order-words.ts'

const MILE = 1.609344
const cost = (endsAt: number, miles: number) => ({ endsAt, km: miles * MILE, lateMinutes: 0 })

test('an order is worth what it saves in time and miles', () => {
  expect(worthWords(cost(1000, 20), cost(980, 22))).toBe('Saves 20 min, 2 miles more')
  expect(worthWords(cost(1000, 20), cost(1000, 17))).toBe('Saves 3 miles')
  expect(worthWords(cost(1000, 20), cost(1015, 19))).toBe('Takes 15 min longer, 1 mile less')
  expect(worthWords(cost(1000, 20), cost(1001, 20))).toBe('About the same as now')
})

test('a fixed time that is missed is named, the worst first; one that has long gone by is not counted in minutes', () => {
  const late = (name: string, minutes: number) => ({ name, at: '10:45', minutes })
  expect(lateWords([late('Kiln Lane', 15)])).toBe('Kiln Lane would be 15 min late.')
  expect(lateWords([late('Kiln Lane', 2)])).toBeNull()
  expect(lateWords([late('Oberon', 20), late('Kiln Lane', 2763), late('Teme', 10)])).toBe(
    "The 10:45 at Kiln Lane can't be kept. Oberon would be 20 min late, and 1 more.",
  )
})
