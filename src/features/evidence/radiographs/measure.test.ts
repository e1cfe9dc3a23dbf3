import { describe, expect, test } from 'vitest'
import { measured } from '#features/evidence/radiographs/measure.ts'
import { openDicom } from '#features/evidence/radiographs/radiograph.ts'
import { type Scale, scaleWords } from '#features/evidence/radiographs/scale.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'
import { type DicomElement, pictureElements, words, writeDicom } from '#testing/radiographs/writer.ts'

const scaleOf = async (more: readonly DicomElement[]) => {
  const bytes = writeDicom({ elements: pictureElements({ columns: 1, rows: 1 }, more), pixels: words([1]) })
  return (await openDicom(bytes, { codecs, mayReadPatient: false })).facts.scale
}
const own: DicomElement = [0x00280030, 'DS', '0.2\\0.1']
const plate: DicomElement = [0x00181164, 'DS', '0.15\\0.15']
const magnified = (factor: string): DicomElement => [0x00181114, 'DS', factor]

describe('whether millimetres are known, and what they measure', () => {
  test.each<[string, DicomElement[], Scale | undefined, string]>([
    ['nothing said', [], undefined, 'Lengths in pixels: the file gives no scale.'],
    ['nonsense said', [[0x00280030, 'DS', '0\\0']], undefined, 'Lengths in pixels: the file gives no scale.'],
    ['a scale of its own', [own], { across: 0.1, down: 0.2, of: 'says' }, 'Lengths in millimetres by the scale in the file.'],
    [
      'the plate',
      [plate],
      { across: 0.15, down: 0.15, of: 'detector' },
      'Lengths in millimetres at the detector: the foot itself is a little smaller.',
    ],
    [
      'the plate twice',
      [plate, [0x00280030, 'DS', '0.15\\0.15']],
      { across: 0.15, down: 0.15, of: 'detector' },
      'Lengths in millimetres at the',
    ],
    [
      'a scale other than the plate',
      [own, plate],
      { across: 0.1, down: 0.2, of: 'calibrated' },
      'Lengths in millimetres, calibrated in the file.',
    ],
    [
      'calibrated in words',
      [own, [0x00280a02, 'CS', 'FIDUCIAL']],
      { across: 0.1, down: 0.2, of: 'calibrated' },
      'Lengths in millimetres, calibrated',
    ],
    [
      'how much it is enlarged',
      [plate, magnified('1.2')],
      { across: 0.125, down: 0.125, of: 'corrected', magnification: 1.2 },
      'Lengths in millimetres, corrected for the magnification the file gives (1.2).',
    ],
    ['an enlargement of nonsense', [plate, magnified('0')], { across: 0.15, down: 0.15, of: 'detector' }, 'Lengths in millimetres at the'],
    [
      'a scale for all frames',
      [[0x52009229, 'SQ', [[[0x00289110, 'SQ', [[own]]]]]]],
      { across: 0.1, down: 0.2, of: 'says' },
      'Lengths in millimetres by the scale',
    ],
  ])('%s', async (_, elements, expected, sentence) => {
    const scale = await scaleOf(elements)
    if (expected) expect(scale).toMatchObject({ ...expected, across: expect.closeTo(expected.across), down: expect.closeTo(expected.down) })
    else expect(scale).toBeUndefined()
    expect(scaleWords(scale)).toContain(sentence)
  })
})

describe('a measurement', () => {
  const scale: Scale = { across: 0.1, down: 0.2, of: 'says' }
  const at = (x: number, y: number) => ({ x, y })
  test('is a length in millimetres across and down, or in points', () => {
    const places = [at(10, 10), at(310, 210)]
    expect(measured({ kind: 'length', places }, scale)).toBe('50.0 mm')
    expect(measured({ kind: 'length', places }, undefined)).toBe('361 px')
  })
  test('is the smaller angle at the corner, of points as wide and high as they are', () => {
    expect(measured({ kind: 'angle', places: [at(10, 0), at(0, 0), at(0, 10)] }, undefined)).toBe('90.0°')
    expect(measured({ kind: 'angle', places: [at(10, 0), at(0, 0), at(10, 10)] }, undefined)).toBe('45.0°')
    expect(measured({ kind: 'angle', places: [at(10, 0), at(0, 0), at(20, 10)] }, scale)).toBe('45.0°')
    expect(measured({ kind: 'angle', places: [at(-10, 1), at(0, 0), at(-10, -1)] }, undefined)).toBe('11.4°')
  })
  test('is nothing before all its places are there', () => {
    expect(measured({ kind: 'angle', places: [at(0, 0), at(1, 1)] }, undefined)).toBe('')
  })
})
