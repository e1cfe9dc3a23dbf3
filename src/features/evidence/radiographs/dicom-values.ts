import type { ByteArrayParser, Element } from 'dicom-parser'
import { trimmedEnd } from '#lib/trim.ts'

/** Longer than any text that a reader needs; a hostile file can declare megabytes. */
const MOST_TEXT_BYTES = 1024

/** The elements of one data set, read on demand. A tag is `xGGGGEEEE`; an element that is missing, empty or beyond the file is undefined. */
export class DicomValues {
  readonly #bytes: Uint8Array
  readonly #parser: ByteArrayParser
  readonly #elements: Readonly<Record<string, Element>>

  constructor(bytes: Uint8Array, parser: ByteArrayParser, elements: Readonly<Record<string, Element>>) {
    this.#bytes = bytes
    this.#parser = parser
    this.#elements = elements
  }

  /** The raw bytes of a value. */
  bytes(tag: string): Uint8Array | undefined {
    const element = this.#elements[tag]
    if (!element || element.length === 0) return undefined
    const end = element.dataOffset + element.length
    return end <= this.#bytes.length ? this.#bytes.subarray(element.dataOffset, end) : undefined
  }

  /** The values of a text in plain letters, without the spaces and zeros that fill it up. */
  strings(tag: string): string[] {
    const bytes = this.bytes(tag)?.subarray(0, MOST_TEXT_BYTES)
    const text = bytes ? String.fromCharCode(...bytes) : ''
    return text ? text.split('\\').map((part) => trimmedEnd(part, /[\0\s]/).trim()) : []
  }

  string(tag: string): string {
    return this.strings(tag)[0] ?? ''
  }

  /** The numbers of a text (VR DS or IS), each NaN where it is none. */
  decimals(tag: string): number[] {
    return this.strings(tag).map((part) => (part ? Number(part) : Number.NaN))
  }

  decimal(tag: string): number | undefined {
    const [first] = this.decimals(tag)
    return first === undefined || Number.isNaN(first) ? undefined : first
  }

  /** The binary numbers of 16 bits (VR US, or SS when signed). */
  shorts(tag: string, isSigned = false): number[] {
    const bytes = this.bytes(tag)
    if (!bytes) return []
    const at = (index: number) => (isSigned ? this.#parser.readInt16(bytes, index * 2) : this.#parser.readUint16(bytes, index * 2))
    return Array.from({ length: Math.floor(bytes.length / 2) }, (_, index) => at(index))
  }

  short(tag: string): number | undefined {
    const bytes = this.bytes(tag)
    return bytes && bytes.length >= 2 ? this.#parser.readUint16(bytes, 0) : undefined
  }

  /** The first item of a sequence. */
  item(tag: string): DicomValues | undefined {
    const elements = this.#elements[tag]?.items?.[0]?.dataSet?.elements
    return elements && new DicomValues(this.#bytes, this.#parser, elements)
  }

  /** The functional group of an enhanced file that applies to all its frames, or to the first of them (PS3.3 C.7.6.16). */
  functionalGroup(tag: string): DicomValues | undefined {
    return this.item('x52009229')?.item(tag) ?? this.item('x52009230')?.item(tag)
  }
}
