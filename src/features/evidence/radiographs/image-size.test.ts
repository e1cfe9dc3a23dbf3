import { expect, test } from 'vitest'
import { imageSize } from '#features/evidence/radiographs/image-size.ts'
import { radiographOf } from '#features/evidence/radiographs/radiograph.ts'

const bytes = (...parts: (string | number)[]) => {
  const all = parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0))))
  return Uint8Array.from([...all, ...new Array(40).fill(0)])
}

test.each([
  ['a PNG', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 0, 3, 0x20, 0, 0, 2, 0x58), 800, 600],
  ['a GIF', bytes('GIF89a', 0x20, 3, 0x58, 2), 800, 600],
  ['a BMP that stands on its head', bytes('BM', ...new Array(16).fill(0), 0x20, 3, 0, 0, 0xa8, 0xfd, 0xff, 0xff), 800, 600],
  ['a JPEG behind its colours', bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 2, 0x58, 3, 0x20), 800, 600],
  ['a WebP', bytes('RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a', 0x20, 3, 0x58, 2), 800, 600],
  ['a lossless WebP', bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f', 0x1f, 0xc3, 0x95, 0), 800, 600],
  ['a WebP with more to it', bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0', 0x1f, 3, 0, 0x57, 2, 0), 800, 600],
])('the size of %s is known before it is unpacked', (_, picture, width, height) => {
  expect(imageSize(picture)).toEqual({ width, height })
})

test.each([
  ['a PNG of 60000 x 60000', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60), 'too-large'],
  ['a JPEG without a size', bytes(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff), 'cut-short'],
  ['a PNG of no width', bytes('\x89PNG\r\n\x1a\n'), 'damaged'],
  ['a page', bytes('<!DOCTYPE html>'), 'unknown'],
  ['nothing', new Uint8Array(), 'unknown'],
])('%s is refused', (_, picture, reason) => {
  expect(() => imageSize(picture)).toThrow(expect.objectContaining({ reason }))
})

test('a grey photograph of a film is grey, and what is see-through is black', () => {
  const { facts, first } = radiographOf({ width: 2, height: 1 }, Uint8ClampedArray.of(90, 90, 90, 255, 200, 200, 200, 0))
  expect(facts).toMatchObject({ isColour: false, columns: 2, rows: 1 })
  expect([...first.samples]).toEqual([90, 0])
  expect(radiographOf({ width: 1, height: 1 }, Uint8ClampedArray.of(90, 91, 90, 255)).facts.isColour).toBe(true)
})
