import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDicom } from '#features/evidence/radiographs/radiograph.ts'
import type { RefusalReason } from '#features/evidence/radiographs/refusal.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'
import expected from '#testing/radiographs/pydicom-files.json' with { type: 'json' }

const FOLDER = '/usr/lib/python3/dist-packages/pydicom/data/test_files'
const isThere = existsSync(FOLDER)

/** What pydicom and numpy read (pydicom-files.py): lossless frames by their hash, lossy ones by a hundred points. */
type Opened = { columns: number; rows: number; frames: number; channels: number; sha256?: string[]; points?: string[] }
const OPENED: Readonly<Record<string, Opened>> = expected

const REFUSED: Readonly<Record<RefusalReason, string[]>> = {
  // Data sets without the head of a file.
  unknown: ['ExplVR_BigEndNoMeta.dcm', 'ExplVR_LitEndNoMeta.dcm', 'no_meta.dcm', 'rtstruct.dcm'],
  // Plans, reports, an ECG.
  empty: [
    ...['UN_sequence.dcm', 'empty_charset_LEI.dcm', 'meta_missing_tsyntax.dcm', 'nested_priv_SQ.dcm', 'no_meta_group_length.dcm'],
    ...['priv_SQ.dcm', 'reportsi.dcm', 'reportsi_with_empty_number_tags.dcm', 'rtplan.dcm', 'test-SR.dcm', 'waveform_ecg.dcm'],
  ],
  // Points of 32 bits, and of 1.
  depth: [
    ...['SC_rgb_rle_32bit.dcm', 'SC_rgb_rle_32bit_2frame.dcm', 'badVR.dcm', 'liver_1frame.dcm', 'liver_expb_1frame.dcm', 'rtdose.dcm'],
    ...['rtdose_1frame.dcm', 'rtdose_expb.dcm', 'rtdose_expb_1frame.dcm', 'rtdose_rle.dcm', 'rtdose_rle_1frame.dcm'],
  ],
  'cut-short': ['MR_truncated.dcm', 'rtplan_truncated.dcm'],
  // Its JPEG 2000 head is overwritten; other readers show noise.
  damaged: ['JPEG2000-embedded-sequence-delimiter.dcm'],
  ...{ directory: [], elsewhere: [], compressed: [], colours: [], 'too-large': [] },
  ...{ 'too-long': [], 'no-room': [], 'not-here': [], 'missing-part': [] },
}

/** How far a colour may be off that other readers blend with its neighbours. */
const NEAR = 3

const read = (name: string) => openDicom(new Uint8Array(readFileSync(join(FOLDER, name))), { codecs, mayReadPatient: false })

describe.skipIf(!isThere)("the 68 files of Debian's python3-pydicom", () => {
  test('all have their expectation here', () => {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith('.dcm'))
    expect(names).toHaveLength(68)
    expect([...Object.keys(OPENED), ...Object.values(REFUSED).flat()].sort()).toEqual(names.sort())
  })

  test.each(Object.entries(OPENED))('%s opens with the points that pydicom reads', async (name, { sha256, points, ...facts }) => {
    const { facts: found, first, frame } = await read(name)
    expect({ columns: found.columns, rows: found.rows, frames: found.frames, channels: first.channels }).toEqual(facts)
    for (const [place, hash] of (sha256 ?? []).entries()) {
      const { samples } = await frame(place)
      const numbers = new Uint8Array(Int32Array.from(samples).buffer)
      expect(createHash('sha256').update(numbers).digest('hex')).toBe(hash)
    }
    for (const [place, line] of (points ?? []).entries()) {
      const numbers = line.split(' ').map(Number)
      const off = pointsOf(await frame(place)).map((point, at) => Math.abs(point - (numbers[at] as number)))
      expect(off).toHaveLength(100 * facts.channels)
      expect(Math.max(...off)).toBeLessThanOrEqual(NEAR)
    }
  })

  test.each(Object.entries(REFUSED).flatMap(([reason, names]) => names.map((name) => [name, reason])))(
    '%s is refused: %s',
    async (name, reason) => {
      await expect(read(name as string)).rejects.toMatchObject({ reason })
    },
  )
})

/* In the middle of each field of a grid of ten by ten. */
function pointsOf({ columns, rows, channels, samples }: Awaited<ReturnType<typeof read>>['first']): number[] {
  return Array.from({ length: 100 }, (_, n) => {
    const [x, y] = [Math.floor((((n % 10) + 0.5) * columns) / 10), Math.floor(((Math.floor(n / 10) + 0.5) * rows) / 10)]
    const at = (y * columns + x) * channels
    return [...samples.subarray(at, at + channels)]
  }).flat()
}
