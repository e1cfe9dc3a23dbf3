import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lengthWords, MOST_PEAKS, nextSpeed, peaksOf, SPEEDS, voiceFileName } from '#features/evidence/voice/rules.ts'

describe('a recording is drawn', () => {
  test('with the loudest filling its bar, and silence flat', () => {
    expect(peaksOf([0, 0.25, 1], 3)).toEqual([0, 50, 100])
    expect(peaksOf([0, 0, 0])).toEqual([0, 0, 0])
    expect(peaksOf([])).toBeNull()
  })

  test('with the loudest of each part, in no more bars than there are parts', () => {
    expect(peaksOf([0.1, 1, 0.2, 0.25, 0, 0], 3)).toEqual([100, 50, 0])
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 500 }), (levels) => {
        const peaks = peaksOf(levels) ?? []
        return peaks.length <= MOST_PEAKS && peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100)
      }),
    )
  })
})

test('a recording is called after its horse, its time where the practice is, and what it is', () => {
  const at = '2026-07-24T09:42:00Z'
  const named = (horse: string, mime: string) => voiceFileName({ horse, at, zone: 'Europe/London', mime })
  expect(named('Biscuit', 'audio/webm')).toBe('voice_note_Biscuit_2026-07-24_10-42.webm')
  expect(named(' Lady  Jane/x', 'audio/mp4')).toBe('voice_note_Lady_Jane_x_2026-07-24_10-42.m4a')
  expect(named('Biscuit', 'audio/unheard-of')).toMatch(/\.webm$/)
})

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [84_000, '1:24'],
  [3_729_000, '1:02:09'],
])('%i ms are %s', (milliseconds, words) => {
  expect(lengthWords(milliseconds)).toBe(words)
})

test('speeds go round', () => {
  expect(SPEEDS.map(nextSpeed)).toEqual([1.25, 1.5, 2, 1])
})
