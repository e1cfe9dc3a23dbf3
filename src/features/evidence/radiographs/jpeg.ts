import { decodeDctScan, type Plane, planeOf } from '#features/evidence/radiographs/jpeg-dct.ts'
import { type JpegFrame, readJpeg } from '#features/evidence/radiographs/jpeg-header.ts'
import { decodeLosslessScan } from '#features/evidence/radiographs/jpeg-lossless.ts'
import { checkSize } from '#features/evidence/radiographs/picture.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** The output of a codec for a frame: the stored numbers of its points, with the colours of a point side by side. */
export type Unpacked = {
  columns: number
  rows: number
  channels: number
  precision: number
  samples: Uint8Array | Uint16Array
  /** The cells hold numbers with a sign. */
  isSigned?: boolean
  /** For three colours: their colour model, where the compressed frame declares it. */
  colourModel?: 'rgb' | 'tints' | undefined
}

/**
 * Unpacks a JPEG of ITU-T T.81: baseline and extended (8 and 12 bits, Huffman) and lossless (2 to 16 bits, every predictor). `expected` is
 * looked at before any room is made.
 * @throws Refusal
 */
export function unpackJpeg(bytes: Uint8Array, expected: { columns: number; rows: number; channels: number }): Unpacked {
  let frame: JpegFrame | undefined
  let planes: Plane[] = []
  let colourModel: Unpacked['colourModel']
  readJpeg(bytes, (jpeg, scan) => {
    if (!frame) {
      frame = jpeg.frame
      colourModel = jpeg.colourModel
      check(frame, expected)
      planes = frame.components.map((component) => planeOf(jpeg.frame, component))
    }
    const decode = jpeg.frame.process === 3 ? decodeLosslessScan : decodeDctScan
    const into = (component: JpegFrame['components'][number]) => planes[jpeg.frame.components.indexOf(component)] as Plane
    return decode(bytes, jpeg, scan, into)
  })
  if (!frame) throw new Refusal('damaged')
  const { columns, rows, precision } = frame
  return { columns, rows, precision, channels: planes.length, samples: together(frame, planes), colourModel }
}

function check(
  { columns, rows, components, precision, process }: JpegFrame,
  expected: { columns: number; rows: number; channels: number },
) {
  checkSize(columns, rows)
  if (columns !== expected.columns || rows !== expected.rows || components.length !== expected.channels) throw new Refusal('damaged')
  const isDepthKnown = process === 3 ? precision >= 2 && precision <= 16 : precision === 8 || precision === 12
  if (!isDepthKnown) throw new Refusal('damaged')
  if (process === 3 && components.some(({ across, down }) => across !== 1 || down !== 1))
    throw new Refusal('colours', 'lossless JPEG of thinned colours')
}

/* Interleaves the planes, with the points of subsampled colours repeated over the points they cover. */
function together({ columns, rows, components }: JpegFrame, planes: readonly Plane[]): Uint8Array | Uint16Array {
  const [only] = planes
  if (only && planes.length === 1) return only.width === columns ? only.cells.subarray(0, columns * rows) : cropped(only, columns, rows)
  const count = planes.length
  const mixed = new Uint8Array(columns * rows * count)
  const across = Math.max(...components.map((component) => component.across))
  const down = Math.max(...components.map((component) => component.down))
  for (const [channel, { cells, width }] of planes.entries()) {
    const component = components[channel] as JpegFrame['components'][number]
    const [stepX, stepY] = [component.across / across, component.down / down]
    for (let y = 0; y < rows; y++) {
      const line = Math.floor(y * stepY) * width
      for (let x = 0; x < columns; x++) mixed[(y * columns + x) * count + channel] = cells[line + Math.floor(x * stepX)] as number
    }
  }
  return mixed
}

function cropped({ cells, width }: Plane, columns: number, rows: number): Uint8Array | Uint16Array {
  const exact = cells instanceof Uint8Array ? new Uint8Array(columns * rows) : new Uint16Array(columns * rows)
  for (let y = 0; y < rows; y++) exact.set(cells.subarray(y * width, y * width + columns), y * columns)
  return exact
}
