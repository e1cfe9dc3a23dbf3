import { deflateRawSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { isOfHorse, whatFilmSays } from '#app/pages/my/care/film-says.ts'
import { pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'

const film = (more: Parameters<typeof pictureElements>[1] = []) =>
  writeDicom({ elements: pictureElements({ columns: 4, rows: 4, stored: 12 }, more), pixels: words(Array.from({ length: 16 }, () => 1)) })
const says = (bytes: Uint8Array) => whatFilmSays(new Blob([bytes as Uint8Array<ArrayBuffer>]))

test('a film names the day it was taken, and its patient', async () => {
  const named = film([
    [0x00080020, 'DA', '20261121'],
    [0x00100010, 'PN', 'Rees^Seren'],
  ])
  expect(await says(named)).toEqual({ takenOn: '2026-11-21', patient: 'Rees Seren' })
  expect(await says(film([[0x00080020, 'DA', '20261341']]))).toEqual({})
})

test.each([
  ['Rees Seren', 'Seren', true],
  ['SEREN', 'Tan-y-bwlch Seren', true],
  ['Sian', 'Siân', true],
  ['Rees Biscuit', 'Seren', false],
  [undefined, 'Seren', true],
  ['4711', 'Seren', true],
  ['Biscuit', '🐴', true],
])('of a film that says %s, of %s it is asked only where the names differ', (patient, horse, is) => {
  expect(isOfHorse(patient, horse)).toBe(is)
})

test('a film that unfolds without end, or is damaged, or none, yields nothing and does not prevent sending', async () => {
  const bomb = writeDicom({ syntax: '.1.99', elements: [], pack: () => deflateRawSync(new Uint8Array(170_000_000), { level: 1 }) })
  const unfolded = vi.spyOn(Uint8Array.prototype, 'set')
  expect(await says(bomb)).toEqual({})
  // A megabyte of it, and not the 160 that a film is opened with.
  const bytes = unfolded.mock.calls.reduce((sum, [part]) => sum + part.length, 0)
  expect(bytes).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(2_000_000)
  unfolded.mockRestore()
  expect(await says(film().slice(0, 150))).toEqual({})
  expect(await says(new TextEncoder().encode('%PDF-1.7'))).toEqual({})
})
