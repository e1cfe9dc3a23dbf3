import type { DicomValues } from '#features/evidence/radiographs/dicom-values.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** More points than any X-ray plate has, and few enough for a phone. */
const MOST_POINTS = 64_000_000
const MOST_FRAMES = 10_000

/** How the points of a picture are kept (PS3.3 C.7.6.3). */
export type Picture = {
  columns: number
  rows: number
  frames: number
  /** 1: grey or an index of a palette; 3: a colour. */
  channels: 1 | 3
  photometric: string
  bitsAllocated: 8 | 16
  bitsStored: number
  /** How far the lowest bit of a point lies from the lowest of its cell. */
  shift: number
  isSigned: boolean
  /** All of the first colour, then all of the second. */
  isPlanar: boolean
}

/** One frame, ready to be looked at: grey as stored, colours as red, green and blue of 8 bits in turns. */
export type Raster = { columns: number; rows: number; channels: 1 | 3; samples: Samples }
export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array

const GREY = ['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR']
const COLOUR = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_ICT']

/**
 * Reads the file's description of its picture, and checks it before anything is allocated.
 * @throws Refusal
 */
export function readPicture(values: DicomValues): Picture {
  const [rows, columns] = [values.short('x00280010') ?? 0, values.short('x00280011') ?? 0]
  if (rows === 0 || columns === 0) throw new Refusal('empty')
  checkSize(columns, rows)
  const channels = values.short('x00280002') ?? 1
  const photometric = values.string('x00280004') || 'MONOCHROME2'
  if (!(channels === 1 ? GREY : channels === 3 ? COLOUR : []).includes(photometric)) {
    throw new Refusal('colours', photometric.replace(/[^\w ]/g, '').slice(0, 16))
  }
  const frames = Math.trunc(values.decimal('x00280008') ?? 1)
  if (frames > MOST_FRAMES) throw new Refusal('too-large', `${frames} pictures in one file`)
  return {
    ...{ columns, rows, photometric, channels: channels as 1 | 3, frames: Math.max(1, frames) },
    ...readDepth(values),
    isSigned: values.short('x00280103') === 1,
    isPlanar: values.short('x00280006') === 1,
  }
}

/**
 * Refuses a picture of more points than are ever made room for.
 * @throws Refusal `too-large`
 */
export function checkSize(columns: number, rows: number) {
  if (columns * rows <= MOST_POINTS) return
  const millions = Math.ceil((columns * rows) / 1_000_000).toLocaleString('en-GB')
  throw new Refusal('too-large', `${millions} million points, and ${MOST_POINTS / 1_000_000} million is the most`)
}

function readDepth(values: DicomValues): Pick<Picture, 'bitsAllocated' | 'bitsStored' | 'shift'> {
  const bitsAllocated = values.short('x00280100') ?? 16
  const bitsStored = values.short('x00280101') ?? bitsAllocated
  if (bitsAllocated !== 8 && bitsAllocated !== 16) throw new Refusal('depth', bitsAllocated === 1 ? '1 bit' : `${bitsAllocated} bits`)
  if (bitsStored < 1 || bitsStored > bitsAllocated) throw new Refusal('damaged')
  const shift = (values.short('x00280102') ?? bitsStored - 1) - bitsStored + 1
  if (shift < 0 || shift + bitsStored > bitsAllocated) throw new Refusal('damaged')
  return { bitsAllocated, bitsStored, shift }
}
