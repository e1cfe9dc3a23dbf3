import { expect, test } from 'vitest'
import { trimmed, trimmedEnd } from '#lib/trim.ts'

test('what is not wanted at the ends is taken away, and stays in the middle', () => {
  expect(trimmed(' , a, b , ', /[\s,]/)).toBe('a, b')
  expect(trimmedEnd(' a. b. . ', /[\s.]/)).toBe(' a. b')
  expect([trimmed('', /\s/), trimmed(' \n', /\s/)]).toEqual(['', ''])
})

test('a text of a million of them is trimmed like any other', () => {
  const many = ' '.repeat(1_000_000)
  expect(trimmed(`${many}a${many}b${many}`, /\s/)).toBe(`a${many}b`)
})
