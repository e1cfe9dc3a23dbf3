import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/* More than a file of 64 million points of 16 bits needs; a hostile one of a megabyte can unfold to a gigabyte. */
const MOST_BYTES = 160 * 1024 * 1024

/**
 * Decompresses raw deflate (PS3.5 annex A.5), up to 160 MB. Truncated or damaged data gives as much as could be decompressed; the reader
 * then finds it too short. With `stopAt` no more than that many bytes and a part are unfolded. (The zero that makes a length even is an error after the end to some browsers and none to others.)
 * @throws Refusal `cut-short`, `too-large`
 */
export async function inflate(bytes: Uint8Array, stopAt = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
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
