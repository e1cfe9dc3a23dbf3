import { createHash, type Hash } from 'node:crypto'

/** More came than was announced or is allowed. */
export class TooLong extends Error {}

/** Enough for the first names in a ZIP, which identify a Word file. */
const HEAD_BYTES = 65_536

export type Meter = ReturnType<typeof meterOf>

/** Counts, hashes and remembers the beginning of what goes through it. @throws TooLong past `most` bytes */
export function meterOf(most: number) {
  const hash: Hash = createHash('sha256')
  const heads: Buffer[] = []
  let bytes = 0
  const add = (chunk: Buffer) => {
    if (bytes < HEAD_BYTES) heads.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - bytes)))
    bytes += chunk.length
    if (bytes > most) throw new TooLong(`more than ${most} bytes`)
    hash.update(chunk)
  }
  return {
    add,
    bytes: () => bytes,
    async *through(content: AsyncIterable<Buffer>) {
      for await (const chunk of content) {
        add(chunk)
        yield chunk
      }
    },
    read: () => ({ bytes, sha256: hash.digest('hex'), head: Buffer.concat(heads) }),
  }
}
