import { expect, test } from 'vitest'
import { readTime, stepTime } from '#ui/read-time.ts'

test.each([
  ['9', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9.30', '09:30'],
  ['9 30', '09:30'],
  ['23:59', '23:59'],
  [' 14:05 ', '14:05'],
])('%s is read as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

test.each(['', '24', '12:60', '9:3', 'nine', '09:30 PM'])('"%s" is no time', (typed) => {
  expect(readTime(typed)).toBeUndefined()
})

test('a step stays within the day', () => {
  expect(stepTime('09:50', 15)).toBe('10:05')
  expect(stepTime('00:05', -15)).toBe('00:00')
  expect(stepTime('23:50', 15)).toBe('23:59')
  expect(stepTime('', 15)).toBe('09:15')
})
