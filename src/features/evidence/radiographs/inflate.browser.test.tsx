import { expect, test } from 'vitest'
import { inflate } from '#features/evidence/radiographs/inflate.ts'

/** Unfolds to many pieces, and is packed in one. */
const CONTENT = Uint8Array.from({ length: 1_000_000 }, (_, at) => (at >> 10) % 251)

async function deflated(): Promise<Uint8Array> {
  const stream = new Blob([CONTENT]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

test.each([
  ['as it is', []],
  ['with the zero that makes its length even', [0]],
  ["with gzip's end behind it, and that zero", [78, 208, 88, 69, 26, 2, 4, 0, 0]],
])('a browser unfolds all that was packed, %s', async (_, end) => {
  const found = await inflate(Uint8Array.of(...(await deflated()), ...end))
  expect(found.length).toBe(CONTENT.length)
  expect(found.every((byte, at) => byte === CONTENT[at])).toBe(true)
})
