import { readPalette } from '#features/evidence/radiographs/colour.ts'
import { decodeFrame } from '#features/evidence/radiographs/decode.ts'
import { type DicomFile, readDicom } from '#features/evidence/radiographs/dicom-file.ts'
import { frameSpans, joined } from '#features/evidence/radiographs/fragments.ts'
import { type PatientFact, readPatient } from '#features/evidence/radiographs/patient.ts'
import { type Picture, type Raster, readPicture } from '#features/evidence/radiographs/picture.ts'
import { Refusal, refusalOf } from '#features/evidence/radiographs/refusal.ts'
import { readScale, type Scale } from '#features/evidence/radiographs/scale.ts'
import { frameBytes } from '#features/evidence/radiographs/stored.ts'
import type { Codecs } from '#features/evidence/radiographs/wasm-codec.ts'
import { AS_IT_IS, filePresets, PLAIN_TONE, type Preset, pointPresets, readTone, type Tone } from '#features/evidence/radiographs/window.ts'

/** The facts about an opened radiograph. `patient` is present only for members who may read it. */
export type RadiographFacts = {
  columns: number
  rows: number
  frames: number
  isColour: boolean
  /** Bits that each point was stored with. */
  depth: number
  /** At least one; the first is how it opens. */
  presets: readonly Preset[]
  tone: Tone
  scale: Scale | undefined
  patient?: readonly PatientFact[]
}
/** An opened radiograph: its first frame, and how to come by the others. */
export type Radiograph = { facts: RadiographFacts; first: Raster; frame: (frame: number) => Promise<Raster> }

/**
 * Opens the first frame of a DICOM file. The patient's data is not even read unless `mayReadPatient` is true.
 * @throws Refusal and nothing else
 */
export async function openDicom(bytes: Uint8Array, options: { codecs: Codecs; mayReadPatient: boolean }): Promise<Radiograph> {
  try {
    return await opened(await readDicom(bytes), options)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** An ordinary picture that a browser has unpacked, as a radiograph: grey where all its colours are. */
export function radiographOf(size: { width: number; height: number }, rgba: Uint8ClampedArray): Radiograph {
  const first = withoutOpacity(size, rgba)
  const facts: RadiographFacts = {
    ...{ columns: size.width, rows: size.height, frames: 1, isColour: first.channels === 3, depth: 8, tone: PLAIN_TONE, scale: undefined },
    presets: first.channels === 3 ? [AS_IT_IS] : [AS_IT_IS, ...pointPresets(first, PLAIN_TONE)],
  }
  return { facts, first, frame: () => Promise.resolve(first) }
}

async function opened(file: DicomFile, { codecs, mayReadPatient }: { codecs: Codecs; mayReadPatient: boolean }): Promise<Radiograph> {
  const { values, syntax, pixels } = file
  if (!pixels) throw new Refusal('empty')
  const picture = readPicture(values)
  const palette = picture.photometric === 'PALETTE COLOR' ? readPalette(values, picture) : undefined
  const bytesOf = pixels.isInItems ? packedFrames(file, picture) : plainFrames(file, picture)
  const how = { packing: syntax.packing, isBigEndian: syntax.isBigEndian, isWords: pixels.isWords, palette }
  const frame = (place: number) => decodeFrame({ ...how, bytes: bytesOf(place) }, picture, codecs)
  const first = await frame(0)
  const tone = first.channels === 3 ? PLAIN_TONE : readTone(values)
  const [padding] = values.shorts('x00280120', picture.isSigned)
  const facts: RadiographFacts = {
    ...{
      columns: picture.columns,
      rows: picture.rows,
      frames: picture.frames,
      isColour: first.channels === 3,
      depth: picture.bitsStored,
      tone,
    },
    presets: [...(first.channels === 3 ? [] : filePresets(values)), ...pointPresets(first, tone, padding)],
    scale: readScale(values),
    ...(mayReadPatient && { patient: readPatient(values) }),
  }
  return { facts, first, frame }
}

function packedFrames({ bytes, pixels, syntax }: DicomFile, picture: Picture): (frame: number) => Uint8Array {
  if (!pixels || syntax.packing === 'none') throw new Refusal('damaged')
  const spans = frameSpans(bytes, pixels.from, picture.frames)
  return (frame) => joined(bytes, spans[frame] ?? [])
}

/* All frames must be there before the first is shown: one that is cut short must not pass for whole. */
function plainFrames({ bytes, pixels, syntax }: DicomFile, picture: Picture): (frame: number) => Uint8Array {
  if (!pixels || syntax.packing !== 'none') throw new Refusal('damaged')
  const each = frameBytes(picture)
  const { from, length } = pixels
  if (length < each * picture.frames || from + each * picture.frames > bytes.length) throw new Refusal('cut-short')
  return (frame) => bytes.subarray(from + frame * each, from + (frame + 1) * each)
}

/* On black, as it will be shown. */
function withoutOpacity({ width, height }: { width: number; height: number }, rgba: Uint8ClampedArray): Raster {
  const points = width * height
  const colours = new Uint8Array(points * 3)
  let isGrey = true
  for (let point = 0; point < points; point++) {
    const opacity = (rgba[point * 4 + 3] as number) / 255
    for (let channel = 0; channel < 3; channel++) colours[point * 3 + channel] = (rgba[point * 4 + channel] as number) * opacity
    isGrey &&= colours[point * 3] === colours[point * 3 + 1] && colours[point * 3] === colours[point * 3 + 2]
  }
  const size = { columns: width, rows: height }
  if (!isGrey) return { ...size, channels: 3, samples: colours }
  return { ...size, channels: 1, samples: Uint8Array.from({ length: points }, (_, point) => colours[point * 3] as number) }
}
