import { Refusal } from '#features/evidence/radiographs/refusal.ts'

const ITEM = 0xe000fffe
const END_OF_ITEMS = 0xe0ddfffe
const HEADER_BYTES = 8
/* A megabyte of empty ones would be a hundred thousand. */
const MOST_FRAGMENTS = 100_000

/** A stretch of bytes. */
type Span = { from: number; to: number }

/**
 * Finds the packed bytes of each frame in the items of a packed picture (PS3.5 annex A.4), and copies none of them.
 * @throws Refusal `cut-short`, `damaged`
 */
export function frameSpans(bytes: Uint8Array, from: number, frames: number): Span[][] {
  const [table, ...fragments] = readItems(bytes, from)
  if (!table || fragments.length === 0) throw new Refusal('cut-short')
  if (frames === 1) return [fragments]
  if (fragments.length === frames) return fragments.map((fragment) => [fragment])
  const starts = tableStarts(bytes, table, frames)
  const first = table.to
  const grouped = starts
    ? groupBy(fragments, (fragment) => starts.has(fragment.from - HEADER_BYTES - first))
    : groupBy(fragments, (_, place) => place === 0 || endsPicture(bytes, fragments[place - 1]))
  if (grouped.length !== frames) throw new Refusal(grouped.length < frames ? 'cut-short' : 'damaged')
  return grouped
}

/** The bytes of several stretches as one. */
export function joined(bytes: Uint8Array, spans: readonly Span[]): Uint8Array {
  const [only] = spans
  if (only && spans.length === 1) return bytes.subarray(only.from, only.to)
  const whole = new Uint8Array(spans.reduce((sum, { from, to }) => sum + to - from, 0))
  let at = 0
  for (const { from, to } of spans) {
    whole.set(bytes.subarray(from, to), at)
    at += to - from
  }
  return whole
}

/* Items are little endian in every syntax that has them. The mark after the last may be missing; the last item is still whole. */
function readItems(bytes: Uint8Array, from: number): Span[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const items: Span[] = []
  let at = from
  while (at + HEADER_BYTES <= bytes.length) {
    const tag = view.getUint32(at, true)
    if (tag === END_OF_ITEMS) break
    if (tag !== ITEM || items.length > MOST_FRAGMENTS) throw new Refusal('damaged')
    const span = { from: at + HEADER_BYTES, to: at + HEADER_BYTES + view.getUint32(at + 4, true) }
    if (span.to > bytes.length) throw new Refusal('cut-short')
    items.push(span)
    at = span.to
  }
  return items
}

/* Where frames begin, counted from the first item after the table; of another length than the frames are, the table is no help. */
function tableStarts(bytes: Uint8Array, table: Span, frames: number): Set<number> | undefined {
  if (table.to - table.from !== frames * 4) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + table.from, frames * 4)
  return new Set(Array.from({ length: frames }, (_, frame) => view.getUint32(frame * 4, true)))
}

function groupBy(fragments: readonly Span[], starts: (fragment: Span, place: number) => boolean): Span[][] {
  const groups: Span[][] = []
  for (const [place, fragment] of fragments.entries()) {
    if (starts(fragment, place)) groups.push([])
    groups.at(-1)?.push(fragment)
  }
  return groups
}

/* The JPEG family ends with FF D9, and a zero where that makes the length even. */
function endsPicture(bytes: Uint8Array, fragment: Span | undefined): boolean {
  if (!fragment) return false
  const end = bytes[fragment.to - 1] === 0 ? fragment.to - 1 : fragment.to
  return end - fragment.from >= 2 && bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9
}
