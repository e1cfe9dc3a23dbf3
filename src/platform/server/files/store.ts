import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { filePlace } from '#platform/server/backup/format.ts'
import {
  besides,
  keepForGood,
  namesIn,
  readThrough,
  sizeOf,
  syncFolder,
  touchedAt,
  versionOf,
  writeAll,
  writeWhole,
} from '#platform/server/files/disk.ts'
import { meterOf } from '#platform/server/files/meter.ts'

/**
 * A file that arrived: its size, the SHA-256 of its content as hex, and its first bytes, which identify its type. `version` identifies these
 * exact bytes: a later upload to the same place has another version.
 */
export type Arrival = { bytes: number; sha256: string; head: Uint8Array; version: string }

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where the bytes of files are stored: here the local disk, in `files/s3-store.ts` any object storage, with the same few operations. An incoming
 * file is known by a name its sender chose. A stored file is known by its key, which follows from the content: equal files are stored once,
 * regardless of the sender.
 */
export type FileStore = {
  /** A description of the location, for the operator of the server. */
  place: string
  /** Where a sender puts so many bytes itself, for a store that takes them directly; absent: they come through this server. */
  presign?: (name: string, bytes: number) => Promise<string>
  /** The origin of those addresses, which a browser must be allowed to send to. */
  sendsTo?: string
  /** Makes ready for an upload in parts; one under way goes on. */
  expect: (name: string, bytes: number) => Promise<void>
  /** How far such an upload is; undefined: none is expected. */
  offsetOf: (name: string) => Promise<number | undefined>
  /** Goes on with one where it is, which is `at`; what came before a cut counts. Returns how far it is then. */
  append: (name: string, content: Readable, from: { at: number; look: (piece: Buffer) => void }) => Promise<number>
  /** Takes a file in one go. It counts only when all of it came. @throws TooLong past `most` bytes */
  receive: (name: string, content: Readable, most: number) => Promise<Arrival>
  /** How many bytes have arrived; undefined when none have. */
  arrivedBytes: (name: string) => Promise<number | undefined>
  /** Reads through what arrived. */
  inspect: (name: string) => Promise<Arrival>
  /** The version of the bytes that have arrived, as in `Arrival`. */
  versionOf: (name: string) => Promise<string>
  /** Puts what was read through in its place; there for good when this resolves. Returns the key. @throws Replaced */
  keep: (name: string, arrival: Arrival) => Promise<string>
  /** Forgets what arrived. */
  drop: (name: string) => Promise<void>
  /** Deletes incoming files that have not been touched for a while. */
  dropStale: (before: Date) => Promise<void>
  read: (key: string, range?: ByteRange) => Readable
  /** How many bytes lie under a key; undefined: nothing. */
  find: (key: string) => Promise<number | undefined>
  /** Keeps what was made of a file under `derivedKey`. */
  put: (key: string, content: Buffer) => Promise<void>
  /** Has the bytes under a key as a file on this machine while `work` is at it, which may not change it. */
  onDisk: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>
  /** Deletes a file that no record names any more, unless it was stored again since `asOf`. */
  remove: (key: string, asOf: Date) => Promise<void>
  /** Removes what was made of files that are no longer here. */
  dropLoneDerived: () => Promise<void>
  hasRoomFor: (bytes: number) => Promise<boolean>
}

/** Other bytes came to the same place since these were read through. */
export class Replaced extends Error {}

/** The key of what was made of the file kept under `sha256`. */
export const derivedKey = (sha256: string, name: string): string => `${DERIVED}/${sha256}.${name}`
export const DERIVED = 'derived'

/** Left for the database, which usually shares the disk. */
const SPARE_BYTES = 500_000_000

/** Where they lie in a data folder. */
export const filesFolderOf = ({ dataFolder }: { dataFolder: string }): string => join(dataFolder, 'files')

/** The files of this machine, under `filesFolder` and outside everything that is served by its path. */
export function fileStore({ filesFolder }: { filesFolder: string }): FileStore {
  const placeOf = (key: string) => join(filesFolder, placeIn(key))
  return {
    place: filesFolder,
    ...arrivals({ filesFolder, placeOf }),
    read: (key, range) => createReadStream(placeOf(key), range),
    find: (key) => sizeOf(placeOf(key)),
    put: (key, content) => writeWhole(placeOf(key), content, besides(join(filesFolder, ARRIVING, 'made'))),
    onDisk: (key, work) => work(placeOf(key)),
    async remove(key, asOf) {
      if ((await touchedAt(placeOf(key))) < asOf) await rm(placeOf(key), { force: true })
    },
    async dropLoneDerived() {
      for (const shard of await namesIn(join(filesFolder, DERIVED))) {
        const originals = new Set(await namesIn(join(filesFolder, shard)))
        for (const name of await namesIn(join(filesFolder, DERIVED, shard))) {
          if (!originals.has(originalOf(name))) await rm(join(filesFolder, DERIVED, shard, name), { force: true })
        }
      }
    },
    async hasRoomFor(bytes) {
      await mkdir(filesFolder, { recursive: true, mode: 0o700 })
      const disk = await statfs(filesFolder)
      return disk.bavail * disk.bsize > bytes + SPARE_BYTES
    },
  }
}

type Arriving = 'expect' | 'offsetOf' | 'append' | 'receive' | 'arrivedBytes' | 'inspect' | 'versionOf' | 'keep' | 'drop' | 'dropStale'
type Places = { filesFolder: string; placeOf: (key: string) => string }

/** What is on its way lies in a folder of its own, on the same disk. */
function arrivals({ filesFolder, placeOf }: Places): Pick<FileStore, Arriving> {
  const folder = join(filesFolder, ARRIVING)
  const arriving = (name: string) => join(folder, name)
  const drop = (name: string) => rm(arriving(name), { force: true })
  const keeping = new Map<string, Promise<string>>()
  async function keepOne(name: string, { sha256, version }: Arrival): Promise<string> {
    // Under a name that no other file has, it can't be another's by the time it is looked at.
    const held = besides(arriving(name))
    await rename(arriving(name), held).catch((cause: unknown) => {
      throw new Replaced(name, { cause })
    })
    if ((await versionOf(held)) !== version) {
      await rename(held, arriving(name))
      throw new Replaced(name)
    }
    await keepForGood(held, placeOf(sha256))
    await syncFolder(filesFolder)
    await drop(name)
    return sha256
  }
  return {
    drop,
    async expect(name) {
      if ((await sizeOf(arriving(name))) !== undefined) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(arriving(name), '', { flag: 'a', mode: 0o600 })
    },
    offsetOf: (name) => sizeOf(arriving(name)),
    append: (name, content, from) => writeAll(arriving(name), content, from),
    async receive(name, content, most) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = besides(arriving(name))
      const meter = meterOf(most)
      try {
        await writeAll(unfinished, content, { look: meter.add })
        const version = await versionOf(unfinished)
        await rename(unfinished, arriving(name))
        return { ...meter.read(), version }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    arrivedBytes: (name) => sizeOf(arriving(name)),
    versionOf: (name) => versionOf(arriving(name)),
    async inspect(name) {
      const version = await versionOf(arriving(name))
      const meter = meterOf(Number.POSITIVE_INFINITY)
      await readThrough(arriving(name), meter.add)
      return { ...meter.read(), version }
    },
    async keep(name, arrival) {
      const before = keeping.get(name)
      // A caller that finishes the same upload concurrently learns that the incoming file no longer exists only once the file is in its place.
      const kept = (async () => {
        await before?.catch(() => {})
        return keepOne(name, arrival)
      })()
      keeping.set(name, kept)
      try {
        return await kept
      } finally {
        if (keeping.get(name) === kept) keeping.delete(name)
      }
    },
    async dropStale(before) {
      for (const name of await namesIn(folder)) if ((await touchedAt(arriving(name))) < before) await drop(name)
    },
  }
}

const ARRIVING = 'arriving'

/** `derived` has a folder for each beginning of a hash, as the originals have beside it. */
const placeIn = (key: string): string =>
  key.startsWith(`${DERIVED}/`) ? join(DERIVED, filePlace(key.slice(DERIVED.length + 1))) : filePlace(key)

/** The hash in the name of what was made of it. */
const originalOf = (name: string): string => name.slice(0, name.indexOf('.'))
