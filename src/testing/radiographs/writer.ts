/** One element of a DICOM file: its number, its type (VR) and what it holds. An array of arrays is a sequence of items. */
export type DicomElement = readonly [
  tag: number,
  type: string,
  value: string | number | readonly number[] | Uint8Array | readonly DicomElement[][],
]
type Plan = {
  /** The transfer syntax, without the `1.2.840.10008.1.2` they begin with: `.1`, `.4.70`; empty for implicit. */
  syntax?: string
  elements: readonly DicomElement[]
  /** The bytes of the points; several are written as items, the first of them the table of where frames begin. */
  pixels?: Uint8Array | readonly Uint8Array[]
  /** Packs all behind the file's own head. */
  pack?: (bytes: Uint8Array) => Uint8Array
}

const LONG = ['OB', 'OW', 'OV', 'SQ', 'UN', 'UT']
const UNDEFINED = 0xffffffff

/** Writes a DICOM file as PS3.5 and PS3.10 specify, so that tests have files of every kind and none of a real patient. */
export function writeDicom({ syntax = '.1', elements, pixels, pack = (bytes) => bytes }: Plan): Uint8Array {
  const meta = new Writer({ isImplicit: false, isBigEndian: false })
  meta.element([0x00020010, 'UI', `1.2.840.10008.1.2${syntax}`])
  const body = new Writer({ isImplicit: syntax === '', isBigEndian: syntax === '.2' })
  for (const element of elements.toSorted(([one], [other]) => one - other)) body.element(element)
  if (pixels) body.pixels(pixels)
  return joined(new Uint8Array(128), letters('DICM'), meta.bytes(), pack(body.bytes()))
}

/** A grey picture's own elements; `more` are added to them, or replace them. */
export function pictureElements(
  picture: { columns: number; rows: number; bits?: number; stored?: number },
  more: readonly DicomElement[] = [],
) {
  const { columns, rows, bits = 16, stored = bits } = picture
  const usual: DicomElement[] = [
    [0x00280002, 'US', 1],
    [0x00280004, 'CS', 'MONOCHROME2'],
    [0x00280010, 'US', rows],
    [0x00280011, 'US', columns],
    [0x00280100, 'US', bits],
    [0x00280101, 'US', stored],
    [0x00280102, 'US', stored - 1],
    [0x00280103, 'US', 0],
  ]
  return [...usual.filter(([tag]) => !more.some(([other]) => other === tag)), ...more]
}

/** Cells of 16 bits as they are written. */
export function words(cells: ArrayLike<number>, isBigEndian = false): Uint8Array {
  const view = new DataView(new ArrayBuffer(cells.length * 2))
  for (let at = 0; at < cells.length; at++) view.setUint16(at * 2, (cells[at] as number) & 0xffff, !isBigEndian)
  return new Uint8Array(view.buffer)
}

/** One frame of RLE (PS3.5 annex G) out of the bytes of each of its segments: runs as runs, the rest as it is. */
export const packRle = (segments: readonly Uint8Array[]): Uint8Array => rleOf(segments.map(packBits))

/** The same of segments that are packed, or not, already. */
export function rleOf(packed: readonly Uint8Array[]): Uint8Array {
  const header = new DataView(new ArrayBuffer(64))
  header.setUint32(0, packed.length, true)
  let at = 64
  for (const [place, part] of packed.entries()) {
    header.setUint32(4 + place * 4, at, true)
    at += part.length
  }
  return joined(new Uint8Array(header.buffer), ...packed)
}

function packBits(bytes: Uint8Array): Uint8Array {
  const packed: number[] = []
  for (let at = 0; at < bytes.length; ) {
    let run = 1
    while (run < 128 && bytes[at + run] === bytes[at]) run++
    if (run > 1) packed.push(257 - run, bytes[at] as number)
    else packed.push(0, bytes[at] as number)
    at += run
  }
  return Uint8Array.from(packed.length % 2 === 0 ? packed : [...packed, 128])
}

class Writer {
  readonly #parts: Uint8Array[] = []
  readonly #how: { isImplicit: boolean; isBigEndian: boolean }
  constructor(how: { isImplicit: boolean; isBigEndian: boolean }) {
    this.#how = how
  }

  bytes(): Uint8Array {
    return joined(...this.#parts)
  }

  element([tag, type, value]: DicomElement) {
    const bytes = this.#valueOf(type, value)
    const even = bytes.length % 2 === 0 ? bytes : joined(bytes, letters(type === 'UI' || type === 'OB' ? '\0' : ' '))
    this.#head(tag, type, even.length)
    this.#parts.push(even)
  }

  pixels(pixels: Uint8Array | readonly Uint8Array[]) {
    const tag = 0x7fe00010
    if (pixels instanceof Uint8Array) return this.element([tag, 'OW', pixels])
    this.#head(tag, 'OB', UNDEFINED)
    for (const item of pixels) {
      const even = item.length % 2 === 0 ? item : joined(item, new Uint8Array(1))
      this.#parts.push(words([0xfffe, 0xe000]), this.#number(even.length, 4), even)
    }
    this.#parts.push(words([0xfffe, 0xe0dd]), this.#number(0, 4))
  }

  #head(tag: number, type: string, length: number) {
    this.#parts.push(this.#number(tag >>> 16, 2), this.#number(tag & 0xffff, 2))
    if (this.#how.isImplicit) return this.#parts.push(this.#number(length, 4))
    this.#parts.push(letters(type))
    return LONG.includes(type) ? this.#parts.push(new Uint8Array(2), this.#number(length, 4)) : this.#parts.push(this.#number(length, 2))
  }

  #valueOf(type: string, value: DicomElement[2]): Uint8Array {
    if (value instanceof Uint8Array) return value
    if (typeof value === 'string') return letters(value)
    if (typeof value === 'number') return this.#number(value, type === 'UL' ? 4 : 2)
    return joined(...value.map((part) => (typeof part === 'number' ? this.#number(part, 2) : this.#item(part))))
  }

  #item(elements: readonly DicomElement[]): Uint8Array {
    const inner = new Writer(this.#how)
    for (const element of elements) inner.element(element)
    const bytes = inner.bytes()
    return joined(this.#number(0xfffe, 2), this.#number(0xe000, 2), this.#number(bytes.length, 4), bytes)
  }

  #number(value: number, size: 2 | 4): Uint8Array {
    const view = new DataView(new ArrayBuffer(size))
    if (size === 2) view.setUint16(0, value & 0xffff, !this.#how.isBigEndian)
    else view.setUint32(0, value >>> 0, !this.#how.isBigEndian)
    return new Uint8Array(view.buffer)
  }
}

const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
