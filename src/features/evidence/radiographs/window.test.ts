import { describe, expect, test } from 'vitest'
import { openDicom } from '#features/evidence/radiographs/radiograph.ts'
import { draggedWindow, PLAIN_TONE, pointPresets, shades, type Window } from '#features/evidence/radiographs/window.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'
import { type DicomElement, pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'

const opened = async (more: readonly DicomElement[], points: number[] = [0, 100, 200, 300]) => {
  const elements = pictureElements({ columns: points.length, rows: 1 }, more)
  return (await openDicom(writeDicom({ elements, pixels: words(points) }), { codecs, mayReadPatient: false })).facts
}

describe('how a radiograph opens', () => {
  test("is the file's first window, with the others to choose", async () => {
    const { presets } = await opened([
      [0x00281050, 'DS', '40\\300.5\\0'],
      [0x00281051, 'DS', '400\\1500\\0'],
      [0x00281055, 'LO', 'SOFT\\BONE'],
    ])
    expect(presets.map(({ name }) => name)).toEqual(['SOFT', 'BONE', 'By the picture', 'Everything'])
    expect(presets[1]?.window).toEqual({ centre: 300.5, width: 1500, curve: 'linear' })
  })
  test('is by its points where the file has none, or none that is one', async () => {
    const { presets } = await opened([
      [0x00281050, 'DS', 'x'],
      [0x00281051, 'DS', '-5'],
    ])
    expect(presets.map(({ name }) => name)).toEqual(['By the picture', 'Everything'])
    expect(presets[1]?.window).toEqual({ centre: 150, width: 300, curve: 'exact' })
  })
  test("is in the file's own units, and leaves out what only fills up", async () => {
    const { presets, tone } = await opened(
      [
        [0x00281052, 'DS', '-1024'],
        [0x00281053, 'DS', '2'],
        [0x00280120, 'US', 65_535],
        [0x00280004, 'CS', 'MONOCHROME1'],
      ],
      [0, 100, 200, 300, 65_535, 65_535],
    )
    expect(tone).toEqual({ slope: 2, intercept: -1024, isInverse: true })
    expect(presets.at(-1)?.window).toEqual({ centre: 300 - 1024, width: 600, curve: 'exact' })
  })
  test('is of one shade where it has only one', async () => {
    const { presets } = await opened([], [7, 7, 7, 7])
    expect(presets[0]?.window).toEqual({ centre: 7, width: 1, curve: 'exact' })
  })
})

test('a few points of lead and air do not make the rest of one grey', () => {
  const samples = Uint16Array.from({ length: 10_000 }, (_, n) => (n < 20 ? 0 : n > 9980 ? 60_000 : 1000 + (n % 1000)))
  const [usual, everything] = pointPresets({ columns: 100, rows: 100, channels: 1, samples }, PLAIN_TONE)
  expect(usual?.window.width).toBeLessThan(1000)
  expect(everything?.window).toEqual({ centre: 30_000, width: 60_000, curve: 'exact' })
})

describe('the shade of a point', () => {
  const of = (samples: Parameters<typeof shades>[0], window: Window, ...values: number[]) => {
    const table = shades(samples, window, PLAIN_TONE, false)
    const zero = samples instanceof Int16Array ? 32_768 : 0
    return values.map((value) => table[value + zero])
  }
  // PS3.3 C.11.2.1.2.1: its example of centre 2048 and width 4096.
  test('follows the standard', () => {
    expect(of(new Uint16Array(), { centre: 2048, width: 4096, curve: 'linear' }, 0, 2047, 2048, 4095)).toEqual([0, 127, 128, 255])
    expect(of(new Int16Array(), { centre: 0, width: 100, curve: 'linear' }, -51, -50, 0, 49, 50)).toEqual([0, 0, 129, 255, 255])
    expect(of(new Int16Array(), { centre: 0, width: 1, curve: 'linear' }, -1, 0)).toEqual([0, 255])
    expect(of(new Uint8Array(), { centre: 127.5, width: 255, curve: 'exact' }, 0, 77, 255)).toEqual([0, 77, 255])
    expect(of(new Uint16Array(), { centre: 1000, width: 400, curve: 'sigmoid' }, 0, 1000, 65_535)).toEqual([0, 128, 255])
  })
  test('is turned round once for MONOCHROME1, and once when inverted', () => {
    const window = { centre: 127.5, width: 255, curve: 'exact' } as const
    const first = (isInverse: boolean, isInverted: boolean) => shades(new Uint8Array(), window, { ...PLAIN_TONE, isInverse }, isInverted)[0]
    expect([first(false, false), first(true, false), first(false, true), first(true, true)]).toEqual([0, 255, 255, 0])
  })
})

test('dragging up is brighter and dragging across is flatter, in a picture and in its negative', () => {
  const window = { centre: 500, width: 300, curve: 'linear' } as const
  expect(draggedWindow(window, 150, 0, false)).toEqual({ centre: 500, width: 600, curve: 'linear' })
  expect(draggedWindow(window, 0, 100, false).centre).toBe(400)
  expect(draggedWindow(window, 0, 100, true).centre).toBe(600)
  expect(draggedWindow(window, -1e6, 0, false).width).toBeGreaterThan(0)
})
