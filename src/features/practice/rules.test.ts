import { expect, test } from 'vitest'
import { deviceName, initialsOf, slugOf, tidyWorkingDays, trialEndsOn } from '#features/practice/rules.ts'

test('a trial is eight weeks', () => {
  expect(trialEndsOn('2026-11-21')).toBe('2027-01-16')
})

test('initials are the first letters of the first and last word', () => {
  expect(initialsOf('Gareth Probert')).toBe('GP')
  expect(initialsOf('Llŷr ap Gruffudd')).toBe('LG')
  expect(initialsOf('  ŷnys  ')).toBe('Ŷ')
})

test('a name makes a plain address, and never an empty one', () => {
  expect(slugOf("Siân O'Dwyer & Sons")).toBe('sian-odwyer-sons')
  expect(slugOf('🐴')).toBe('practice')
})

test('working days are in order, each once', () => {
  expect(tidyWorkingDays([5, 1, 5, 0])).toEqual([0, 1, 5])
})

test('a device is named by what its browser says', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0'
  expect(deviceName(android)).toBe('Chrome on Android')
  expect(deviceName(iphone)).toBe('Safari on iPhone')
  expect(deviceName(edge)).toBe('Edge on Windows')
  expect(deviceName('')).toBe('Unknown device')
})
