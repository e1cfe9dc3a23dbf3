import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openDicom } from '#features/evidence/radiographs/radiograph.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'
import { PATTERN, patternOf } from '#testing/radiographs/pattern.ts'
import { type DicomElement, packRle, pictureElements, rleOf, words, writeDicom } from '#testing/radiographs/writer.ts'

const open = (bytes: Uint8Array, mayReadPatient = false) => openDicom(bytes, { codecs, mayReadPatient })
const refusal = (bytes: Uint8Array) =>
  open(bytes).then(
    () => 'opened',
    ({ reason }) => reason,
  )
const samplesOf = async (bytes: Uint8Array) => [...(await open(bytes)).first.samples]

const grey = (more: readonly DicomElement[] = []) => pictureElements({ ...PATTERN, stored: 12 }, more)
const pattern = patternOf()
const low = Uint8Array.from(pattern, (value) => value & 255)
const high = Uint8Array.from(pattern, (value) => value >> 8)
const nothing = new Uint8Array()

describe('a picture opens however it is written', () => {
  test.each([
    ['implicit', writeDicom({ syntax: '', elements: grey(), pixels: words(pattern) })],
    ['explicit', writeDicom({ elements: grey(), pixels: words(pattern) })],
    ['big endian', writeDicom({ syntax: '.2', elements: grey(), pixels: words(pattern, true) })],
    ['deflated', writeDicom({ syntax: '.1.99', elements: grey(), pixels: words(pattern), pack: deflateRawSync })],
    [
      'deflated, with the zero that makes its length even',
      writeDicom({
        syntax: '.1.99',
        elements: grey(),
        pixels: words(pattern),
        pack: (bytes) => Buffer.concat([deflateRawSync(bytes), nothing, Buffer.alloc(1)]),
      }),
    ],
    ['RLE', writeDicom({ syntax: '.5', elements: grey(), pixels: [nothing, packRle([high, low])] })],
    ['explicit, and said to be implicit', lied(writeDicom({ elements: grey(), pixels: words(pattern) }))],
  ])('%s', async (_, bytes) => {
    const { facts, first } = await open(bytes)
    expect(facts).toMatchObject({ ...PATTERN, frames: 1, isColour: false, depth: 12 })
    expect([...first.samples]).toEqual(pattern)
  })

  test('of 8 bits, also as words the other way round', async () => {
    const eight = Uint8Array.from(pattern, (value) => value >> 4)
    const elements = pictureElements({ ...PATTERN, bits: 8 })
    expect(await samplesOf(writeDicom({ elements, pixels: eight }))).toEqual([...eight])
    const pairs = eight.map((_, at) => eight[at ^ 1] as number)
    expect(await samplesOf(writeDicom({ syntax: '.2', elements, pixels: pairs }))).toEqual([...eight])
  })

  test("from any place in Node's own kind of bytes", async () => {
    const bytes = writeDicom({ elements: grey(), pixels: words(pattern) })
    for (const before of [0, 1]) expect(await samplesOf(Buffer.concat([Buffer.alloc(before), bytes]).subarray(before))).toEqual(pattern)
  })

  test('below zero, in as many bits as are stored', async () => {
    const elements = grey([[0x00280103, 'US', 1]])
    const cells = patternOf((value) => (value - 1000) & 0xfff)
    expect(await samplesOf(writeDicom({ elements, pixels: words(cells) }))).toEqual(patternOf((value) => ((value - 1000) << 20) >> 20))
  })

  test('with drawings in the bits it does not use, which are left out', async () => {
    const cells = patternOf((value, x) => value | ((x % 16) << 12))
    expect(await samplesOf(writeDicom({ elements: grey(), pixels: words(cells) }))).toEqual(pattern)
    const raised = patternOf((value) => (value << 4) | 5)
    expect(await samplesOf(writeDicom({ elements: grey([[0x00280102, 'US', 15]]), pixels: words(raised) }))).toEqual(pattern)
  })

  test('frame by frame', async () => {
    const elements = grey([[0x00280008, 'IS', '3']])
    const frames = [0, 1, 2].map((frame) => pattern.map((value) => value + frame))
    const plain = await open(writeDicom({ elements, pixels: words(frames.flat()) }))
    const packed = frames.map((cells) =>
      packRle([Uint8Array.from(cells, (cell) => cell >> 8), Uint8Array.from(cells, (cell) => cell & 255)]),
    )
    const inItems = await open(writeDicom({ syntax: '.5', elements, pixels: [nothing, ...packed] }))
    for (const { facts, frame } of [plain, inItems]) {
      expect(facts.frames).toBe(3)
      for (const [place, cells] of frames.entries()) expect([...(await frame(place)).samples]).toEqual(cells)
    }
  })

  test('with frames in more than one item, found by the table that comes first', async () => {
    const [first, second] = [packRle([high, low]), packRle([low, high])]
    const offsets = new Uint8Array(new Uint32Array([0, first.length + 16]).buffer)
    const pixels = [offsets, first.slice(0, 100), first.slice(100), second]
    const { frame } = await open(writeDicom({ syntax: '.5', elements: grey([[0x00280008, 'IS', '2']]), pixels }))
    expect([...(await frame(0)).samples]).toEqual(pattern)
    expect((await frame(1)).samples[5]).toBe((((low[5] as number) << 8) | (high[5] as number)) & 0xfff)
  })
})

describe('colours are shown as they are', () => {
  const colour = (photometric: string, more: readonly DicomElement[] = []): DicomElement[] =>
    pictureElements({ columns: 2, rows: 1, bits: 8 }, [[0x00280002, 'US', 3], [0x00280004, 'CS', photometric], ...more])
  test('side by side, or one plane after the other', async () => {
    const pixels = Uint8Array.of(1, 2, 3, 4, 5, 6)
    expect(await samplesOf(writeDicom({ elements: colour('RGB'), pixels }))).toEqual([1, 2, 3, 4, 5, 6])
    expect(await samplesOf(writeDicom({ elements: colour('RGB', [[0x00280006, 'US', 1]]), pixels }))).toEqual([1, 3, 5, 2, 4, 6])
  })
  test('from brightness and tints, also where two points share theirs', async () => {
    const red = [76, 85, 255]
    expect(await samplesOf(writeDicom({ elements: colour('YBR_FULL'), pixels: Uint8Array.of(...red, ...red) }))).toEqual([
      254, 0, 0, 254, 0, 0,
    ])
    expect(await samplesOf(writeDicom({ elements: colour('YBR_FULL_422'), pixels: Uint8Array.of(76, 90, 85, 255) }))).toEqual([
      254, 0, 0, 255, 14, 14,
    ])
  })
  test("as often as they are read, and the file stays as it is, also in Node's own kind of bytes", async () => {
    const pixels = Uint8Array.of(76, 85, 255, 200, 85, 30)
    const elements = [colour('RGB', [[0x00280006, 'US', 1]]), colour('YBR_FULL'), colour('YBR_FULL', [[0x00280006, 'US', 1]])]
    for (const bytes of elements.map((each) => writeDicom({ elements: each, pixels }))) {
      const given = Buffer.from(bytes)
      const { first, frame } = await open(given)
      expect([...first.samples]).toEqual(await samplesOf(bytes))
      expect([...(await frame(0)).samples]).toEqual([...first.samples])
      expect(given.equals(bytes)).toBe(true)
    }
  })
  test('from a palette', async () => {
    const elements = pictureElements({ columns: 2, rows: 2, bits: 8 }, [
      [0x00280004, 'CS', 'PALETTE COLOR'],
      ...([0x00281101, 0x00281102, 0x00281103] as const).map((tag): DicomElement => [tag, 'US', [3, 10, 16]]),
      ...([0x00281201, 0x00281202, 0x00281203] as const).map((tag, n): DicomElement => [tag, 'OW', words([0, 256 * (n + 1), 256 * 100])]),
    ])
    const points = await samplesOf(writeDicom({ elements, pixels: Uint8Array.of(10, 11, 12, 99) }))
    expect(points).toEqual([0, 0, 0, 1, 2, 3, 100, 100, 100, 100, 100, 100])
  })
})

describe('what holds no picture that can be shown is refused for what it is', () => {
  test.each([
    ['unknown', new Uint8Array(500)],
    ['unknown', nothing],
    ['empty', writeDicom({ elements: grey() })],
    ['empty', writeDicom({ elements: [[0x00080060, 'CS', 'SR']], pixels: Uint8Array.of(0, 0) })],
    ['depth', writeDicom({ elements: pictureElements({ ...PATTERN, bits: 32 }), pixels: new Uint8Array(1920) })],
    ['colours', writeDicom({ elements: grey([[0x00280004, 'CS', 'CMYK']]), pixels: words(pattern) })],
    ['elsewhere', writeDicom({ syntax: '.4.94', elements: grey() })],
    ['compressed', writeDicom({ syntax: '.4.100', elements: grey(), pixels: [nothing, nothing] })],
    ['damaged', writeDicom({ elements: pictureElements({ ...PATTERN, stored: 17 }), pixels: words(pattern) })],
    ['damaged', writeDicom({ syntax: '.5', elements: grey(), pixels: [nothing, packRle([low])] })],
  ])('%s', async (reason, bytes) => {
    expect(await refusal(bytes)).toBe(reason)
  })

  test.each([
    ['.4.100', 'MPEG-2'],
    ['.4.103.1', 'MPEG-4'],
    ['.4.107', 'HEVC'],
    ['.4.201', 'HTJ2K'],
    ['.4.999', '1.2.840.10008.1.2.4.999'],
  ])('a file in %s is reported as compressed by %s', async (syntax, name) => {
    const bytes = writeDicom({ syntax, elements: grey(), pixels: [nothing, nothing] })
    await expect(open(bytes)).rejects.toThrow(`Compressed in a way that can't be read here (${name}).`)
  })
})

describe('a file made to harm does not', () => {
  test('one of 65535 x 65535 points is refused before room is made for them', async () => {
    const elements = pictureElements({ columns: 65_535, rows: 65_535 })
    await expect(open(writeDicom({ elements, pixels: words(pattern) }))).rejects.toThrow(
      'The picture is too large to open here: 4,295 million points, and 64 million is the most.',
    )
    expect(await refusal(writeDicom({ syntax: '.5', elements, pixels: [nothing, packRle([high, low])] }))).toBe('too-large')
  })
  test('a file that declares more than it holds is cut short', async () => {
    expect(await refusal(writeDicom({ elements: pictureElements({ columns: 8000, rows: 8000 }), pixels: words(pattern) }))).toBe(
      'cut-short',
    )
    expect(await refusal(writeDicom({ elements: grey([[0x00280008, 'IS', '9999']]), pixels: words(pattern) }))).toBe('cut-short')
    expect(await refusal(writeDicom({ elements: grey([[0x00280008, 'IS', '99999999']]), pixels: words(pattern) }))).toBe('too-large')
  })
  test('runs that never fill the picture, or never end, end', async () => {
    // 128 encodes nothing.
    const endless = new Uint8Array(200_000).fill(128)
    expect(await refusal(writeDicom({ syntax: '.5', elements: grey(), pixels: [nothing, rleOf([endless, endless])] }))).toBe('cut-short')
    const wide = pictureElements({ columns: 8000, rows: 8000 })
    expect(await refusal(writeDicom({ syntax: '.5', elements: wide, pixels: [nothing, packRle([high, low])] }))).toBe('cut-short')
  })
  test('a million empty items, or elements, are too many', async () => {
    const items = new Uint8Array(8_000_000)
    const view = new DataView(items.buffer)
    for (let at = 0; at < items.length; at += 8) view.setUint32(at, 0xe000fffe, true)
    const head = writeDicom({ syntax: '.4.70', elements: grey(), pixels: [nothing] }).slice(0, -8)
    expect(await refusal(Buffer.concat([head, items]))).toBe('damaged')
    const elements = new Uint8Array(16_000_000)
    const other = new DataView(elements.buffer)
    for (let at = 0; at < elements.length; at += 8) {
      other.setUint16(at, 8 + (at >> 19), true)
      other.setUint16(at + 2, (at >> 3) & 0xffff, true)
      other.setUint16(at + 4, 0x4853, true)
    }
    expect(await refusal(Buffer.concat([writeDicom({ elements: [] }), elements]))).toBe('damaged')
  })
  test('a hundred thousand sequences within each other are one too many', async () => {
    const start = [0x08, 0, 0x15, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0, 0xe0, 0xff, 0xff, 0xff, 0xff]
    const deep = new Uint8Array(100_000 * start.length)
    for (let at = 0; at < deep.length; at += start.length) deep.set(start, at)
    expect(await refusal(Buffer.concat([writeDicom({ elements: [] }), deep]))).toBe('damaged')
  })
  test('what unfolds without end is stopped', async () => {
    const bomb = writeDicom({ syntax: '.1.99', elements: [], pack: () => deflateRawSync(new Uint8Array(170_000_000), { level: 1 }) })
    expect(bomb.length).toBeLessThan(2_000_000)
    expect(await refusal(bomb)).toBe('too-large')
  })
  test('a file cut at any place is reported as cut short, or holds no picture yet', async () => {
    const whole = writeDicom({ syntax: '', elements: grey([[0x00081140, 'SQ', [[[0x00081150, 'UI', '1.2.3']]]]]), pixels: words(pattern) })
    for (let length = 140; length < whole.length; length += 7) {
      expect(['cut-short', 'empty', 'damaged']).toContain(await refusal(whole.slice(0, length)))
    }
    expect(await refusal(whole.slice(0, -1))).toBe('cut-short')
  })
  test('any content is opened or refused with a sentence', async () => {
    const whole = writeDicom({ elements: grey([[0x00081140, 'SQ', [[[0x00081150, 'UI', '1.2.3']]]]]), pixels: words(pattern) })
    const change = fc.array(fc.tuple(fc.integer({ min: 132, max: 420 }), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(change, async (changes) => {
        const bytes = whole.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        const outcome = await open(bytes).catch((error) => error)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ reason: expect.any(String), message: expect.stringMatching(/\.$/) })
        else expect(outcome.facts.columns * outcome.facts.rows).toBeLessThanOrEqual(64_000_000)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the facts in a file about the patient', () => {
  const named = (writing: string, name: string) =>
    writeDicom({
      elements: grey([
        [0x00080005, 'CS', writing],
        [0x00080080, 'LO', 'Teme Vets'],
        [0x00100010, 'PN', name],
        [0x00100020, 'LO', 'B 118'],
        [0x00102297, 'PN', 'Penrose^Sarah'],
      ]),
      pixels: words(pattern),
    })
  test('is read for those who may', async () => {
    const { facts } = await open(named('ISO_IR 100', 'M\xeal^Si\xe2n'), true)
    expect(facts.patient).toEqual([
      { label: 'Patient', value: 'Mêl Siân' },
      { label: 'Patient ID', value: 'B 118' },
      { label: 'Owner', value: 'Penrose Sarah' },
      { label: 'Practice', value: 'Teme Vets' },
    ])
    const utf8 = String.fromCharCode(...new TextEncoder().encode('Llŷr‮^Siân=x'))
    expect((await open(named('ISO_IR 192', utf8), true)).facts.patient?.[0]?.value).toBe('Llŷr Siân')
  })
  test('is nowhere in what is known to those who may not', async () => {
    const { facts } = await open(named('ISO_IR 100', 'Penrose^Biscuit'))
    expect(facts).not.toHaveProperty('patient')
    expect(JSON.stringify(facts)).not.toMatch(/Biscuit|Penrose|Teme|118/)
  })
})

/* Declares an explicit file as implicit. */
function lied(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replace('1.2.840.10008.1.2.1\0', '1.2.840.10008.1.2\0\0\0')
  return Uint8Array.from(Buffer.from(text, 'latin1'))
}
