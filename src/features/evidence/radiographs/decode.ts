import { coloured, eightBits, fromTints, type Palette, sideBySide, spread422 } from '#features/evidence/radiographs/colour.ts'
import { type Unpacked, unpackJpeg } from '#features/evidence/radiographs/jpeg.ts'
import type { Picture, Raster, Samples } from '#features/evidence/radiographs/picture.ts'
import { unpackRle } from '#features/evidence/radiographs/rle.ts'
import { signed, storedSamples, swapped } from '#features/evidence/radiographs/stored.ts'
import type { Packing } from '#features/evidence/radiographs/transfer-syntax.ts'
import { type Codecs, unpackJpeg2000, unpackJpegLs } from '#features/evidence/radiographs/wasm-codec.ts'

/** The bytes of one frame, and their format. */
export type FrameBytes = { bytes: Uint8Array; packing: Packing; isBigEndian: boolean; isWords: boolean; palette: Palette | undefined }

/**
 * One frame as it can be looked at.
 * @throws Refusal
 */
export async function decodeFrame(frame: FrameBytes, picture: Picture, codecs: Codecs): Promise<Raster> {
  const { columns, rows, channels } = picture
  const samples = channels === 3 ? await colourSamples(frame, picture, codecs) : await greySamples(frame, picture, codecs)
  if (frame.palette) return { columns, rows, channels: 3, samples: coloured(samples, frame.palette) }
  return { columns, rows, channels, samples }
}

async function greySamples(frame: FrameBytes, picture: Picture, codecs: Codecs): Promise<Samples> {
  const plain = plainBytes(frame, picture)
  if (plain) return storedSamples(plain, picture, frame.isBigEndian)
  const { samples, precision, isSigned } = await unpack(frame, picture, codecs)
  if (isSigned) return signed(samples, samples.BYTES_PER_ELEMENT * 8)
  // Some codecs know no sign, and some files state another sign than their frames (the highest bit both know of is right in all).
  return picture.isSigned ? signed(samples, Math.min(precision, picture.bitsStored)) : samples
}

async function colourSamples(frame: FrameBytes, picture: Picture, codecs: Codecs): Promise<Uint8Array> {
  const isTinted = picture.photometric.startsWith('YBR_FULL')
  const plain = plainBytes(frame, picture)
  if (plain) {
    const stored = eightBits(storedSamples(plain, { ...picture, isSigned: false }, frame.isBigEndian), picture.bitsStored)
    const isPlanar = picture.isPlanar && frame.packing === 'none'
    const points =
      picture.photometric === 'YBR_FULL_422' && frame.packing === 'none' ? spread422(stored) : isPlanar ? sideBySide(stored) : stored
    // The bytes are the file's own, and converted in place.
    return isTinted ? fromTints(points === plain ? points.slice() : points) : points
  }
  const unpacked = await unpack(frame, picture, codecs)
  const points = eightBits(unpacked.samples, unpacked.precision)
  return (unpacked.colourModel ?? (isTinted ? 'tints' : 'rgb')) === 'tints' ? fromTints(points) : points
}

function plainBytes({ bytes, packing, isBigEndian, isWords }: FrameBytes, picture: Picture): Uint8Array | undefined {
  if (packing === 'rle') return unpackRle(bytes, picture)
  if (packing !== 'none') return undefined
  // Bytes that are written as words lie the wrong way round in pairs.
  return isBigEndian && isWords && picture.bitsAllocated === 8 ? swapped(bytes) : bytes
}

function unpack({ bytes, packing }: FrameBytes, picture: Picture, codecs: Codecs): Promise<Unpacked> | Unpacked {
  if (packing === 'jpeg-ls') return unpackJpegLs(bytes, picture, codecs)
  if (packing === 'jpeg-2000') return unpackJpeg2000(bytes, picture, codecs)
  return unpackJpeg(bytes, picture)
}
