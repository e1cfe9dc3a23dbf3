import { expect, test } from 'vitest'
import { postcodeOf } from '#lib/postcode.ts'

test.each([
  ['SY8 1AA', 'SY8 1AA'],
  ['sy81aa', 'SY8 1AA'],
  ['  hr6\t0vk ', 'HR6 0VK'],
  ['EC1A 1BB', 'EC1A 1BB'],
  ['W1A0AX', 'W1A 0AX'],
  ['M1 1AE', 'M1 1AE'],
])('%j is the postcode %s', (text, postcode) => expect(postcodeOf(text)).toBe(postcode))

test.each(['', 'SY8', 'Ludlow', 'SY8 1AA, Ludlow', '12345', 'SY8 1AAA', 'ask Jane', 'ſY8 1AA'])('%j is none', (text) =>
  expect(postcodeOf(text)).toBeNull(),
)
