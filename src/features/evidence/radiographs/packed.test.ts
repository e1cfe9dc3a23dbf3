import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDicom } from '#features/evidence/radiographs/radiograph.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'
import { PATTERN, patternOf } from '#testing/radiographs/pattern.ts'
import { pictureElements, writeDicom } from '#testing/radiographs/writer.ts'
import { atLength } from '#testing/whole.ts'

/* Made by others' writers (samples.py) of the picture in pattern.ts. */
const sample = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../../testing/radiographs/samples', `${name}.dcm`)))
const open = (bytes: Uint8Array) => openDicom(bytes, { codecs, mayReadPatient: false })

const grey8 = patternOf((value) => value >> 4)
const stretched = patternOf((value) => Math.floor(((value - 40) * 4095) / 2578))
const deep = patternOf((value, x) => value * 16 + (x % 16))
const below = patternOf((value) => value - 1000)
const colours = patternOf().flatMap((value, n) => [value >> 4, 255 - (value >> 4), (n % PATTERN.columns) * 8])

describe('every codec unpacks what another program packed', () => {
  test.each([
    ['lossless JPEG foretold by the point before', 'lossless-1', patternOf(), 0],
    ['by the one above', 'lossless-2', patternOf(), 0],
    ['by the one between', 'lossless-3', patternOf(), 0],
    ['by all three', 'lossless-4', patternOf(), 0],
    ['by the one before and half the rise', 'lossless-5', patternOf(), 0],
    ['by the one above and half the rise', 'lossless-6', patternOf(), 0],
    ['by the mean of two', 'lossless-7', patternOf(), 0],
    ['of 16 bits', 'lossless-16', deep, 0],
    ['of numbers below zero', 'lossless-signed', below, 0],
    ['without its two lowest bits', 'lossless-shifted', patternOf((value) => value & ~3), 0],
    ['of colours', 'lossless-colour', colours, 0],
    ['baseline JPEG', 'baseline', grey8, 2],
    ['with restarts', 'baseline-restarts', grey8, 2],
    ['of thinned colours', 'baseline-colour', colours, 8],
    ['extended JPEG of 12 bits', 'extended-12', stretched, 1],
    ['JPEG-LS', 'jpegls', patternOf(), 0],
    ['of numbers below zero', 'jpegls-signed', below, 0],
    ['nearly lossless', 'jpegls-near', patternOf(), 3],
    ['of colours line by line', 'jpegls-colour-line', colours, 0],
    ['of colours point by point', 'jpegls-colour-sample', colours, 0],
    ['of colours one after the other', 'jpegls-colour-none', colours, 0],
    ['JPEG 2000', 'j2k', patternOf(), 0],
    ['of numbers below zero', 'j2k-signed', below, 0],
    ['lossy', 'j2k-lossy', patternOf(), 3],
    ['of colours', 'j2k-colour', colours, 0],
  ])('%s (%s)', async (_, name, points, near) => {
    const { facts, first } = await open(sample(name))
    expect(facts).toMatchObject({ ...PATTERN, frames: 1 })
    expect(first.samples).toHaveLength(points.length)
    const off = points.map((point, at) => Math.abs(point - (first.samples[at] as number)))
    expect(Math.max(...off)).toBeLessThanOrEqual(near)
  })
})

test('an obsolete kind of JPEG is named', async () => {
  await expect(open(sample('progressive'))).rejects.toThrow("Compressed in a way that can't be read here (an old kind of JPEG).")
  const inBaseline = writeDicom({
    syntax: '.4.50',
    elements: pictureElements({ ...PATTERN, bits: 8 }),
    pixels: [new Uint8Array(), packed('progressive')],
  })
  await expect(open(inBaseline)).rejects.toThrow("Compressed in a way that can't be read here (progressive JPEG).")
})

describe('a frame that contradicts the file’s header is refused before memory is allocated', () => {
  const inFile = (name: string, syntax: string, columns: number) =>
    open(writeDicom({ syntax, elements: pictureElements({ rows: 20, columns }), pixels: [new Uint8Array(), packed(name)] }))
  test.each([
    ['lossless-1', '.4.70'],
    ['baseline', '.4.50'],
    ['jpegls', '.4.80'],
    ['j2k', '.4.90'],
  ])('%s', async (name, syntax) => {
    expect((await inFile(name, syntax, 24)).first.columns).toBe(24)
    await expect(inFile(name, syntax, 25)).rejects.toMatchObject({ reason: 'damaged' })
  })
})

describe('a packed frame may be cut anywhere, or hold anything', () => {
  test.each(['lossless-1', 'lossless-colour', 'baseline-colour', 'baseline-restarts', 'extended-12', 'jpegls', 'j2k'])(
    '%s',
    async (name) => {
      const whole = sample(name)
      const start = whole.length - packed(name).length
      for (let part = 0; part < 24; part += atLength(4, 1)) {
        const cut = whole.slice(0, start + Math.floor((packed(name).length * part) / 24))
        await expect(open(cut)).rejects.toMatchObject({ reason: expect.stringMatching(/^(cut-short|damaged)$/) })
        const changed = whole.slice()
        // The same places each time: a test that fails can be looked into.
        for (let at = start + 10 + part * 3; at < changed.length; at += 29 + part) changed[at] = (at * 73 + part * 31) & 255
        // With any result: it ends, and a refusal has a sentence.
        await open(changed).catch((error) => expect(error).toMatchObject({ reason: expect.stringMatching(/./) }))
      }
    },
  )
})

/** The packed frame in a sample: behind its table of frames and its own head. */
function packed(name: string): Uint8Array {
  const bytes = sample(name)
  const view = new DataView(bytes.buffer)
  for (let at = bytes.length - 8; at > 0; at--) {
    if (view.getUint32(at, true) !== 0x00107fe0) continue
    const first = at + 12
    const frame = first + 8 + view.getUint32(first + 4, true)
    return bytes.slice(frame + 8, frame + 8 + view.getUint32(frame + 4, true))
  }
  throw new Error(`${name} holds no packed frame`)
}
