import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnSpan, hoursFor, sideBySide, snappedStart, spanOf } from '#features/day/diary/hours.ts'
import { minutesOf } from '#lib/dates.ts'

const span = (from: string, to: string) => ({ from: minutesOf(from), to: minutesOf(to) })
const anySpan = fc.tuple(fc.nat(1380), fc.integer({ min: 5, max: 240 })).map(([from, long]) => ({ from, to: Math.min(1440, from + long) }))

test('visits one after the other have the whole width, those at once share it', () => {
  expect(sideBySide([span('09:00', '10:00'), span('10:00', '11:00')])).toEqual([
    { column: 0, columns: 1 },
    { column: 0, columns: 1 },
  ])
  expect(sideBySide([span('09:00', '11:00'), span('09:30', '10:00'), span('10:15', '12:00'), span('14:00', '15:00')])).toEqual([
    { column: 0, columns: 2 },
    { column: 1, columns: 2 },
    { column: 1, columns: 2 },
    { column: 0, columns: 1 },
  ])
})

test('no visit covers another, on any day', () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 14 }), (spans) => {
      const columns = sideBySide(spans)
      for (const [a, one] of spans.entries())
        for (const [b, other] of spans.entries()) {
          const [left, right] = [drawnSpan(one), drawnSpan(other)]
          if (a >= b || left.to <= right.from || right.to <= left.from) continue
          expect(columns[a]?.column).not.toBe(columns[b]?.column)
          expect(columns[a]?.columns).toBe(columns[b]?.columns)
        }
      for (const { column, columns: of } of columns) expect(column).toBeLessThan(of)
    }),
  )
})

test('the day shows its usual hours and anything outside them', () => {
  expect(hoursFor([])).toEqual(span('08:00', '18:00'))
  expect(hoursFor([span('06:45', '07:30'), span('18:10', '19:20')])).toEqual(span('06:00', '20:00'))
})

test('a visit past midnight ends with its day', () => {
  expect(spanOf({ localStart: '23:00', localEnd: '00:30' })).toEqual({ from: 23 * 60, to: 24 * 60 })
})

test('a dragged visit starts on a quarter of an hour, within the day, and stays where it was when it is not moved', () => {
  expect(snappedStart(span('09:10', '10:00'), 35)).toBe('09:45')
  expect(snappedStart(span('09:10', '10:00'), 0)).toBe('09:10')
  expect(snappedStart(span('09:00', '10:00'), -700)).toBe('00:00')
  expect(snappedStart(span('20:00', '22:00'), 500)).toBe('22:00')
})
