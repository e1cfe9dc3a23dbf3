import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** Maps the next 16 bits to the code that they begin with: length * 256 + value, 0 for no code. */
export type CodeTable = Uint16Array

/**
 * Builds the code table of ITU-T T.81 annex C from the number of codes of each length, and their values.
 * @throws Refusal `damaged`
 */
export function codeTable(counts: Uint8Array, symbols: Uint8Array): CodeTable {
  const table = new Uint16Array(65_536)
  let at = 0
  let place = 0
  for (let length = 1; length <= 16; length++) {
    const each = 1 << (16 - length)
    for (let n = 0; n < (counts[length - 1] as number); n++) {
      if (at + each > table.length) throw new Refusal('damaged')
      table.fill(length * 256 + (symbols[place++] as number), at, at + each)
      at += each
    }
  }
  return table
}

/* As many as the last code may look ahead. Past them the data has ended before the picture. */
const MOST_ZEROS = 40

/** Reads the bits of a JPEG scan: without the zero after each FF, and no further than the next marker. */
export class BitReader {
  /** Where the bytes are read on; at a marker once there is one. */
  position: number
  readonly #bytes: Uint8Array
  #held = 0
  #count = 0
  #zeros = 0

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes
    this.position = from
  }

  /** @throws Refusal `damaged` where no code begins so, `cut-short` */
  code(table: CodeTable): number {
    if (this.#count < 16) this.#fill()
    const entry = table[(this.#held >>> (this.#count - 16)) & 0xffff] as number
    if (entry === 0) throw new Refusal(this.#zeros > 0 ? 'cut-short' : 'damaged')
    this.#count -= entry >> 8
    return entry & 0xff
  }

  /** A number of so many bits (at most 16) that is negative when its highest bit is 0 (T.81 F.2.2.1). */
  signed(bits: number): number {
    if (bits === 0) return 0
    if (this.#count < bits) this.#fill()
    this.#count -= bits
    const value = (this.#held >>> this.#count) & ((1 << bits) - 1)
    return value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value
  }

  /**
   * Continues after the restart marker that must come next.
   * @throws Refusal `damaged`
   */
  restart() {
    this.#count = 0
    this.#zeros = 0
    const bytes = this.#bytes
    // Fill bytes may come before it.
    while (this.position + 1 < bytes.length && !(bytes[this.position] === 0xff && isMarker(bytes[this.position + 1] as number)))
      this.position++
    const marker = bytes[this.position + 1] ?? 0
    if (marker < 0xd0 || marker > 0xd7) throw new Refusal(this.position + 1 < bytes.length ? 'damaged' : 'cut-short')
    this.position += 2
  }

  #fill() {
    const bytes = this.#bytes
    while (this.#count <= 24) {
      const byte = bytes[this.position]
      if (byte === undefined || (byte === 0xff && bytes[this.position + 1] !== 0)) {
        this.#zeros += 8
        if (this.#zeros > MOST_ZEROS) throw new Refusal('cut-short')
        this.#held <<= 8
      } else {
        this.#held = (this.#held << 8) | byte
        this.position += byte === 0xff ? 2 : 1
      }
      this.#count += 8
    }
  }
}

const isMarker = (byte: number) => byte !== 0 && byte !== 0xff
