import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/* More than a file of 64 million points of 16 bits needs; a hostile one of a megabyte can unfold to a gigabyte. */
const MOST_BYTES = 160 * 1024 * 1024
/* A browser unfolds all of a piece before any of it is counted. */
const PIECE_BYTES = 64 * 1024
/* The sum and length with which gzip ends, which some writers leave there, and the zero that makes a length even. */
const END_BYTES = 9

/**
 * Decompresses raw deflate (PS3.5 annex A.5), up to 160 MB. Truncated or damaged data gives as much as could be decompressed; the reader
 * then finds it too short. With `stopAt` no more than that many bytes and a part are unfolded.
 * @throws Refusal `cut-short`, `too-large`
 */
export async function inflate(bytes: Uint8Array, stopAt = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const reader = inPieces(bytes as Uint8Array<ArrayBuffer>)
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true as const, value: undefined }))
    if (done) break
    size += value.length
    if (size > MOST_BYTES) {
      void reader.cancel()
      throw new Refusal('too-large', 'it unfolds to more than 160 MB')
    }
    parts.push(value)
    if (size >= stopAt) {
      void reader.cancel()
      break
    }
  }
  if (size === 0) throw new Refusal('cut-short')
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/* The last bytes come one by one: a browser may call what is left behind the end an error, and then loses all that its piece unfolded to and is not yet read. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const end = Math.max(0, bytes.length - END_BYTES)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      const from = at
      at = from < end ? Math.min(from + PIECE_BYTES, end) : from + 1
      controller.enqueue(bytes.subarray(from, at))
    },
  })
}
