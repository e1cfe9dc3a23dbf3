import { checkJpeg2000, checkJpegLs } from '#features/evidence/radiographs/codestream.ts'
import { sideBySide } from '#features/evidence/radiographs/colour.ts'
import type { Unpacked } from '#features/evidence/radiographs/jpeg.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** One decoder of @cornerstonejs/codec-charls or -openjpeg: its memory is not the page's, and stays taken until `delete`. */
type WasmDecoder = {
  getEncodedBuffer(bytes: number): Uint8Array
  decode(): void
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number; isSigned?: boolean }
  getDecodedBuffer(): Uint8Array
  getInterleaveMode?(): number
  delete(): void
}
export type JpegLsCodec = { JpegLSDecoder: new () => WasmDecoder }
export type Jpeg2000Codec = { J2KDecoder: new () => WasmDecoder }
/** How the two come when a file needs them: apart from everything else, for few files do. */
export type Codecs = { jpegLs: () => Promise<JpegLsCodec>; jpeg2000: () => Promise<Jpeg2000Codec> }

type Expected = { columns: number; rows: number; channels: number }

/** @throws Refusal */
export async function unpackJpegLs(bytes: Uint8Array, expected: Expected, codecs: Codecs): Promise<Unpacked> {
  checkJpegLs(bytes, expected)
  const { JpegLSDecoder } = await codecs.jpegLs()
  return unpackBy(new JpegLSDecoder(), bytes, expected)
}

/** @throws Refusal */
export async function unpackJpeg2000(bytes: Uint8Array, expected: Expected, codecs: Codecs): Promise<Unpacked> {
  const { codestream } = checkJpeg2000(bytes, expected)
  const { J2KDecoder } = await codecs.jpeg2000()
  return unpackBy(new J2KDecoder(), codestream, expected)
}

function unpackBy(decoder: WasmDecoder, bytes: Uint8Array, expected: Expected): Unpacked {
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
    const { width, height, bitsPerSample, componentCount, isSigned = false } = decoder.getFrameInfo()
    const isAsDeclared = width === expected.columns && height === expected.rows && componentCount === expected.channels
    const whole = decoder.getDecodedBuffer().slice()
    const samples = bitsPerSample > 8 ? new Uint16Array(whole.buffer) : whole
    if (!isAsDeclared || samples.length < width * height * componentCount) throw new Refusal('damaged')
    const isApart = componentCount === 3 && decoder.getInterleaveMode?.() === 0
    return {
      ...{ columns: width, rows: height, channels: componentCount, precision: bitsPerSample, isSigned },
      samples: isApart ? sideBySide(samples) : samples,
    }
  } catch (error) {
    // The codecs throw addresses in their memory.
    throw error instanceof Refusal ? error : new Refusal('damaged')
  } finally {
    decoder.delete()
  }
}
