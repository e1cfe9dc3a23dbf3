import { expect, test } from 'vitest'
import { slowPatternsIn } from './slow-patterns.ts'

const slowIn = (...lines: string[]) => slowPatternsIn('some.ts', lines.join('\n')).map(({ line, pattern }) => [line, pattern])

test.each([
  ['a dot after the last slash', String.raw`const isFile = /\.[^/]*$/.test(path)`],
  ['a tag of a page', `html.replace(/<[^>]+>/g, '')`],
  ['a card between its marks', String.raw`text.match(/^BEGIN:VCARD\s*$[\s\S]*?^END:VCARD\s*$/gim)`],
  ['blanks round a line end', String.raw`text.replace(/\s*[\r\n]+\s*/g, ' ')`],
])('the pattern that once held the server is found: %s', (_what, code) => {
  expect(slowIn('let path, html, text', code)).toEqual([[2, expect.stringContaining(code.includes('VCARD') ? 'VCARD' : '')]])
})

test('a pattern in a string, of constants or of another constant is found as well', () => {
  expect(slowIn('const AS = `a+`', 'const BOTH = AS + "a+$"', 'export const slow = new RegExp("^" + BOTH)')).toEqual([[3, '^a+a+$']])
  expect(slowIn(String.raw`new RegExp(String.raw${'`'}\s+$${'`'})`)).toEqual([[1, String.raw`\s+$`]])
})

test('one that passes each character once is none, and neither is one with a stated reason', () => {
  expect(slowIn('/^[a-z]+$/', 'new RegExp("^a$", "i")', 'new RegExp(known.source, "g")')).toEqual([])
  expect(slowIn('const made = new RegExp(words.join("|"))')).toEqual([[1, 'words.join("|")']])
  expect(slowIn('// linear: nothing in it repeats', 'const made = new RegExp(words.join("|"))')).toEqual([])
})
