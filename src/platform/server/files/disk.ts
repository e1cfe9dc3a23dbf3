import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromMachine } from '#lib/clock.ts'

/** A unique temporary name next to `path`. */
export const besides = (path: string): string => `${path}.${process.pid}.${performance.now()}`

/** Moves a file to its place; once this resolves, the file survives a power cut. */
export async function keepForGood(from: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const handle = await open(from, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(from, place)
  await syncFolder(dirname(place))
}

/** Makes what was written into a folder, and the names in it, survive a power cut. Windows keeps names without this. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a file that is at `place` whole or not at all; `meanwhile` is its name until then, on the same disk. */
export async function writeWhole(place: string, content: Buffer, meanwhile: string): Promise<void> {
  await mkdir(dirname(meanwhile), { recursive: true, mode: 0o700 })
  await writeFile(meanwhile, content, { mode: 0o600, flush: true })
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await rename(meanwhile, place)
}

/** The amount written at once: sockets deliver small pieces, and each would otherwise cost a system call. */
const BATCH_BYTES = 1 << 20

type Writing = { at?: number; look?: (piece: Buffer) => void }

/** Writes a stream into a file, from `at` on, including what arrived before a break; `look` sees it first. Returns where it ends. */
export async function writeAll(path: string, content: AsyncIterable<Buffer>, { at = 0, look }: Writing): Promise<number> {
  const handle = await open(path, at ? 'r+' : 'w', 0o600)
  const isOffTheWire = content instanceof IncomingMessage
  let [end, held, heldBytes] = [at, [] as Buffer[], 0]
  const write = async () => {
    const batch = held
    held = []
    heldBytes = 0
    for (let left = batch; left.length > 0; ) {
      const { bytesWritten } = await handle.writev(left, end)
      end += bytesWritten
      left = behind(left, bytesWritten)
    }
    if (isOffTheWire) for (const piece of batch) letGo(piece)
  }
  try {
    for await (const chunk of content) {
      look?.(chunk)
      held.push(chunk)
      heldBytes += chunk.length
      if (heldBytes >= BATCH_BYTES) await write()
    }
  } finally {
    await write().finally(() => handle.close())
  }
  return end
}

/** Has `look` see all of a file, piece by piece; each is good until the next. */
export async function readThrough(path: string, look: (piece: Buffer) => void): Promise<void> {
  const handle = await open(path)
  const piece = Buffer.allocUnsafe(BATCH_BYTES)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length)
      if (bytesRead === 0) return
      look(piece.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/**
 * Frees the memory of a piece at once. Node allocates one for each piece of a request's body, and so many of them make the garbage
 * collector scan everything else again and again: otherwise receiving a file costs twice as much.
 */
function letGo(piece: Buffer): void {
  const { buffer, byteLength } = piece
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** The rest of some buffers after that many bytes are written. */
function behind(buffers: Buffer[], bytes: number): Buffer[] {
  let rest = bytes
  return buffers.flatMap((buffer) => {
    const skipped = Math.min(rest, buffer.length)
    rest -= skipped
    return skipped === buffer.length ? [] : [buffer.subarray(skipped)]
  })
}

const SCRATCH = 'pritchel-scratch-'

/** Provides a folder that no other user can read, while `work` runs. */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), SCRATCH))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the files that killed servers left in such folders. */
export async function dropOldScratch(before: Date): Promise<void> {
  for (const name of await namesIn(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (name.startsWith(SCRATCH) && (await touchedAt(folder)) < before) await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes of a file; undefined: there is none. */
export const sizeOf = (path: string): Promise<number | undefined> => stat(path).then(({ size }) => size, noneIfMissing)

/** Which file a path leads to, and as of when: another that takes its name has another. @throws when there is none */
export async function versionOf(path: string): Promise<string> {
  const { ino, mtimeNs } = await stat(path, { bigint: true })
  return `${ino}.${mtimeNs}`
}

/** When a file was last written; the end of time for a missing file, so that nothing is done to it. */
export const touchedAt = async (path: string): Promise<Date> => {
  const found = await stat(path).catch(noneIfMissing)
  return found ? fromMachine(found.mtime) : new Date(8.64e15)
}

/** The contents of a folder; nothing for a missing folder. */
export const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(noneIfMissing)) ?? []

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
