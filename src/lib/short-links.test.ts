import { expect, test } from 'vitest'
import { LONG_PATHS, longPath, shortPath } from '#lib/short-links.ts'

test('every short path leads to its page, and the page is found by one letter', () => {
  for (const long of Object.values(LONG_PATHS)) {
    expect(shortPath(`${long}Ab3`)).toMatch(/^\/[a-z]\/Ab3$/)
    expect(longPath(shortPath(`${long}Ab3`))).toBe(`${long}Ab3`)
  }
})

test('the query and what is below a page stay', () => {
  expect(longPath('/a/Ab3?said=move')).toBe('/answer/Ab3?said=move')
  expect(longPath('/i/Ab3/invoice.pdf')).toBe('/invoice/Ab3/invoice.pdf')
  expect(longPath('/q/Ab3?from=text&x=1')).toBe('/call-status?client=Ab3&from=text&x=1')
})

test('any other path stays as it is', () => {
  for (const path of ['/', '/q', '/q/', '/z/Ab3', '/aa/Ab3', '/A/Ab3', '/api/q/Ab3', '/call-status?client=Ab3', '/terms', '/_/x'])
    expect(longPath(path)).toBe(path)
  for (const path of ['/terms', '/your-data/Ab3', '/round']) expect(shortPath(path)).toBe(path)
})
