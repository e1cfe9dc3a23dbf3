import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '#platform/server/backup-disk.ts'
import { filePlace } from '#platform/server/backup-format.ts'

/** What arrived of a file: its size, the SHA-256 of its content as hex, and its beginning, by which its type is known. */
export type Arrival = { bytes: number; sha256: string; head: Uint8Array }

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where the bytes of files lie: the local disk here, and any object storage by the same few acts. What is on its way is known by the
 * file's id, what is kept by its key, which follows from the content: equal files lie there once, whoever sent them.
 */
export type FileStore = {
  /** Where a sender puts the bytes itself, for a store that takes them directly; absent: they come through this server. */
  presign?: (id: string, bytes: number | null) => Promise<string>
  /** Makes ready for an upload in parts; one under way goes on. */
  expect: (id: string, bytes: number) => Promise<void>
  /** Takes a file in one go. It counts only when all of it came. @throws TooLong past `most` bytes */
  receive: (id: string, content: Readable, most: number) => Promise<Arrival>
  /** How many bytes are here; undefined when none was ever sent. */
  arrivedBytes: (id: string) => Promise<number | undefined>
  /** Reads through what arrived. */
  inspect: (id: string) => Promise<Arrival>
  /** Puts what arrived in its place; on the disk for good when this resolves. Returns the key. */
  keep: (id: string, sha256: string) => Promise<string>
  /** Forgets what arrived. */
  drop: (id: string) => Promise<void>
  /** Forgets what has been coming in and was not touched since. */
  dropStale: (before: Date) => Promise<void>
  read: (key: string, range?: ByteRange) => Readable
  /** Removes what nobody names any more, unless it was put there anew since `asOf`. */
  remove: (key: string, asOf: Date) => Promise<void>
  hasRoomFor: (bytes: number) => Promise<boolean>
}

/** A file store on this machine, whose parts a tus server writes itself. */
export type LocalFileStore = FileStore & { arrivingFolder: string }

/** More came than was announced or is allowed. */
export class TooLong extends Error {}

/** Enough for a ZIP's first names, by which a Word file is known. */
const HEAD_BYTES = 65_536
/** Left for the database, which usually shares the disk. */
const SPARE_BYTES = 500_000_000

/** Where they lie in a data folder. */
export const filesFolderOf = ({ dataFolder }: { dataFolder: string }): string => join(dataFolder, 'files')

/** The files of this machine, under `filesFolder` and outside everything that is served by its path. */
export function fileStore({ filesFolder }: { filesFolder: string }): LocalFileStore {
  const arrivingFolder = join(filesFolder, 'arriving')
  const arriving = (id: string) => join(arrivingFolder, id)
  const drop = async (id: string) => {
    await rm(arriving(id), { force: true })
    await rm(sidecar(arriving(id)), { force: true })
  }
  return {
    arrivingFolder,
    drop,
    async expect(id, bytes) {
      if ((await sizeOf(arriving(id))) !== undefined) return
      await mkdir(arrivingFolder, { recursive: true, mode: 0o700 })
      // What @tus/file-store reads beside the bytes it writes.
      await writeFile(sidecar(arriving(id)), JSON.stringify({ id, size: bytes, offset: 0, creation_date: new Date().toISOString() }))
      await writeFile(arriving(id), '', { flag: 'a', mode: 0o600 })
    },
    async receive(id, content, most) {
      await mkdir(arrivingFolder, { recursive: true, mode: 0o700 })
      const unfinished = `${arriving(id)}.${process.pid}.${performance.now()}`
      const meter = meterOf(most)
      try {
        await pipeline(content, meter.through, createWriteStream(unfinished, { mode: 0o600 }))
        await rename(unfinished, arriving(id))
        return meter.read()
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    arrivedBytes: (id) => sizeOf(arriving(id)),
    async inspect(id) {
      const meter = meterOf(Number.POSITIVE_INFINITY)
      for await (const chunk of createReadStream(arriving(id), { highWaterMark: 1 << 20 })) meter.add(chunk as Buffer)
      return meter.read()
    },
    async keep(id, sha256) {
      const place = join(filesFolder, filePlace(sha256))
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const handle = await open(arriving(id), 'r+')
      await handle.sync().finally(() => handle.close())
      await rename(arriving(id), place)
      await syncFolder(dirname(place))
      await syncFolder(filesFolder)
      await drop(id)
      return sha256
    },
    async dropStale(before) {
      for (const name of await namesIn(arrivingFolder)) {
        // A sidecar is never touched; it goes with its bytes.
        if (!name.endsWith(SIDECAR) && (await touchedAt(arriving(name))) < before) await drop(name)
      }
    },
    read: (key, range) => createReadStream(join(filesFolder, filePlace(key)), range),
    async remove(key, asOf) {
      const place = join(filesFolder, filePlace(key))
      if ((await touchedAt(place)) < asOf) await rm(place, { force: true })
    },
    async hasRoomFor(bytes) {
      await mkdir(filesFolder, { recursive: true, mode: 0o700 })
      const disk = await statfs(filesFolder)
      return disk.bavail * disk.bsize > bytes + SPARE_BYTES
    },
  }
}

const SIDECAR = '.json'
const sidecar = (path: string) => path + SIDECAR

/** Counts, hashes and remembers the beginning of what goes through it. */
function meterOf(most: number) {
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
    async *through(content: AsyncIterable<Buffer>) {
      for await (const chunk of content) {
        add(chunk)
        yield chunk
      }
    },
    read: (): Arrival => ({ bytes, sha256: hash.digest('hex'), head: Buffer.concat(heads) }),
  }
}

const sizeOf = (path: string): Promise<number | undefined> => stat(path).then(({ size }) => size, noneIfMissing)

/** The end of time for what is not there, so that nothing is done to it. */
const touchedAt = async (path: string): Promise<Date> => (await stat(path).catch(noneIfMissing))?.mtime ?? new Date(8.64e15)

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(noneIfMissing)) ?? []

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
