import dicomParser, { type ByteArrayParser, type ByteStream, type Element } from 'dicom-parser'
import { DicomValues } from '#features/evidence/radiographs/dicom-values.ts'
import { inflate } from '#features/evidence/radiographs/inflate.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'
import { type TransferSyntax, transferSyntaxOf } from '#features/evidence/radiographs/transfer-syntax.ts'

const PREAMBLE = 128
const META_STARTS = 132
const MEDIA_DIRECTORY = '1.2.840.10008.1.3.10'
const UNDEFINED_LENGTH = 0xffffffff
/* A file of a hundred megabytes can hold ten million empty elements; a real one has thousands. Each costs at least two reads of 16 bits. */
const MOST_READS = 2_000_000

/** Where the points lie in the bytes; a packed picture is of unknown length and lies in items. */
type PixelElement = { from: number; length: number; isInItems: boolean; isWords: boolean }
/** A DICOM file up to its points: `bytes` hold all of it, unpacked where the whole file was packed. */
export type DicomFile = { syntax: TransferSyntax; bytes: Uint8Array; values: DicomValues; pixels: PixelElement | undefined }

/** Whether the bytes begin as PS3.10 defines for a DICOM file. */
export const isDicom = (bytes: Uint8Array): boolean => bytes.length > META_STARTS && letters(bytes, PREAMBLE, 4) === 'DICM'

/**
 * Reads a DICOM file as far as its points, which are only found; of a packed one no more than `stopAt` bytes, where only its beginning is wanted.
 * @throws Refusal
 */
export async function readDicom(given: Uint8Array, { stopAt }: { stopAt?: number } = {}): Promise<DicomFile> {
  if (!isDicom(given)) throw new Refusal('unknown')
  // Node's Buffer shares its bytes with what is sliced off, and who unpacks points relies on a copy of its own.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.length)
  const parser = countingParser(dicomParser.littleEndianByteArrayParser)
  const meta = readElements(streamOf(parser, bytes, META_STARTS), false, (tag) => !tag.startsWith('x0002'))
  if (meta.values.string('x00020002') === MEDIA_DIRECTORY) throw new Refusal('directory')
  const said = transferSyntaxOf(meta.values.string('x00020010'))
  const body = said.isDeflated ? { bytes: await inflate(bytes.subarray(meta.end), stopAt), from: 0 } : { bytes, from: meta.end }
  // The first element shows whether elements name their types, regardless of the declared syntax.
  const syntax = { ...said, isImplicit: !/^[A-Z]{2}$/.test(letters(body.bytes, body.from + 4, 2)) }
  const bodyParser = syntax.isBigEndian ? countingParser(dicomParser.bigEndianByteArrayParser) : parser
  if (body.from >= body.bytes.length) throw new Refusal('cut-short')
  const stream = streamOf(bodyParser, body.bytes, body.from)
  const { values } = readElements(stream, syntax.isImplicit, (tag) => tag.startsWith('x7fe0'))
  return { syntax, bytes: body.bytes, values, pixels: findPixels(stream, syntax.isImplicit) }
}

const letters = (bytes: Uint8Array, from: number, count: number) => String.fromCharCode(...bytes.subarray(from, from + count))

const streamOf = (parser: ByteArrayParser, bytes: Uint8Array, from: number): ByteStream => new dicomParser.ByteStream(parser, bytes, from)

function countingParser(parser: ByteArrayParser): ByteArrayParser {
  let reads = 0
  return {
    ...parser,
    readUint16(bytes, position) {
      if (++reads > MOST_READS) throw new Refusal('damaged')
      return parser.readUint16(bytes, position)
    },
  }
}

function readElements(stream: ByteStream, isImplicit: boolean, isPast: (tag: string) => boolean) {
  const elements: Record<string, Element> = {}
  const { byteArray } = stream
  while (stream.position + 8 <= byteArray.length) {
    if (isPast(nextTag(stream))) break
    const element = orRefusal(() =>
      isImplicit ? dicomParser.readDicomElementImplicit(stream) : dicomParser.readDicomElementExplicit(stream, stream.warnings),
    )
    elements[element.tag] = element
  }
  if (stream.position > byteArray.length) throw new Refusal('cut-short')
  return { values: new DicomValues(byteArray as Uint8Array, stream.byteArrayParser, elements), end: stream.position }
}

function nextTag(stream: ByteStream): string {
  const tag = dicomParser.readTag(stream)
  stream.seek(-4)
  return tag
}

/* The library throws sentences of its own, as strings. */
function orRefusal<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(/past end|overr|maxP ?osition/.test(String(error)) ? 'cut-short' : 'damaged')
  }
}

/* Read here rather than by the library: it would walk all items of a packed picture, and knows nothing of the length of VR OV. */
function findPixels(stream: ByteStream, isImplicit: boolean): PixelElement | undefined {
  while (stream.position + 12 <= stream.byteArray.length) {
    const tag = dicomParser.readTag(stream)
    const type = isImplicit ? '' : stream.readFixedString(2)
    if (!isImplicit && LONG.has(type)) stream.seek(2)
    const length = isImplicit || LONG.has(type) ? stream.readUint32() : stream.readUint16()
    if (tag === 'x7fe00008' || tag === 'x7fe00009') throw new Refusal('depth', 'a decimal number')
    if (tag === 'x7fe00010')
      return { from: stream.position, length, isInItems: length === UNDEFINED_LENGTH, isWords: isImplicit || type === 'OW' }
    if (!tag.startsWith('x7fe0')) return undefined
    stream.seek(length)
  }
  return undefined
}

const LONG = new Set(['OB', 'OW', 'OF', 'OD', 'OL', 'OV', 'UN', 'UT', 'UC', 'UR', 'SV', 'UV', 'SQ'])
