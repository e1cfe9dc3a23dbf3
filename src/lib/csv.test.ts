import { expect, test } from 'vitest'
import { cellText, csvLine, headOf } from '#lib/csv.ts'

test('words that a spreadsheet would run as a formula are made words, and figures stay figures', () => {
  for (const formula of ['=1+1', '+44 7700', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＠SUM(A1)'])
    expect(cellText(formula)).toBe(`'${formula}`)
  expect([-2.8, 0, true, null, undefined].map(cellText)).toEqual(['-2.8', '0', 'true', '', ''])
  expect(cellText(['=a', 'b'])).toBe("'=a; b")
  expect(cellText({ a: [1] })).toBe('{"a":[1]}')
})

test('a cell with a comma, a quote or a line end is one cell', () => {
  expect(csvLine(['a,b', 'say "hm"', 'two\nlines', ' padded', 'plain'])).toBe('"a,b","say ""hm""","two\nlines"," padded",plain\r\n')
  expect(headOf('local_start')).toBe('Local start')
})
