import { describe, expect, test } from 'vitest'
import { makeLevels } from '#features/evidence/radiographs/levels.ts'
import { paint } from '#features/evidence/radiographs/paint.ts'
import type { Raster } from '#features/evidence/radiographs/picture.ts'
import { PLAIN_TONE, shades } from '#features/evidence/radiographs/window.ts'

const window = { centre: 127.5, width: 255, curve: 'exact' } as const
const greyOf = (samples: Raster['samples'], columns: number): Raster => ({ columns, rows: samples.length / columns, channels: 1, samples })
const painted = (
  raster: Raster,
  size: { width: number; height: number },
  zoom: number,
  view = { x: raster.columns / 2, y: raster.rows / 2 },
) => paint(makeLevels(raster), size, { ...view, zoom }, shades(raster.samples, window, PLAIN_TONE, false)).pixels
/** Red of each pixel; where nothing is, null. */
const redOf = (pixels: Uint8ClampedArray) =>
  Array.from({ length: pixels.length / 4 }, (_, n) => (pixels[n * 4 + 3] === 0 ? null : pixels[n * 4]))

describe('a screen shows', () => {
  test('each point as it is at its own size, and nothing beside the picture', () => {
    const pixels = painted(greyOf(Uint8Array.of(10, 20, 30, 40), 2), { width: 4, height: 2 }, 1)
    expect(redOf(pixels)).toEqual([null, 10, 20, null, null, 30, 40, null])
    expect([...pixels.subarray(4, 8)]).toEqual([10, 10, 10, 255])
  })
  test('what lies between two points between them', () => {
    expect(redOf(painted(greyOf(Uint8Array.of(0, 100), 2), { width: 4, height: 1 }, 2))).toEqual([0, 25, 75, 100])
  })
  test('points below zero', () => {
    expect(redOf(painted(greyOf(Int16Array.of(-50, 60), 2), { width: 2, height: 1 }, 1))).toEqual([0, 60])
  })
  test('the mean of many where it is far away, not one of them', () => {
    const chequered = greyOf(
      Uint16Array.from({ length: 64 * 64 }, (_, n) => ((n + Math.floor(n / 64)) % 2) * 200),
      64,
    )
    expect(new Set(redOf(painted(chequered, { width: 8, height: 8 }, 1 / 8)))).toEqual(new Set([100]))
  })
  test('a part of it, where it is looked at', () => {
    const row = greyOf(
      Uint8Array.from({ length: 100 }, (_, n) => n),
      100,
    )
    expect(redOf(painted(row, { width: 3, height: 1 }, 1, { x: 41.5, y: 0.5 }))).toEqual([40, 41, 42])
  })
  test('colours', () => {
    const raster: Raster = { columns: 3, rows: 1, channels: 3, samples: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255) }
    const pixels = painted(raster, { width: 3, height: 1 }, 1)
    expect([...pixels]).toEqual([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
  })
})

test('each level is half as large, to the last point, at any size', () => {
  const level = makeLevels(greyOf(Int16Array.of(-10, -20, 30, 40, 50, 61, 7, 8, 9), 3))
  expect(level(1)).toMatchObject({ columns: 2, rows: 2, samples: Int16Array.of(15, 46, 8, 9) })
  expect(level(9)).toMatchObject({ columns: 1, rows: 1 })
  const colours = makeLevels({ columns: 3, rows: 1, channels: 3, samples: Uint8Array.of(0, 10, 20, 100, 110, 120, 7, 8, 9) })
  expect([...colours(1).samples]).toEqual([50, 60, 70, 7, 8, 9])
})
