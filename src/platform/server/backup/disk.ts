import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type FileEntry, filePlace } from '#platform/server/backup/format.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** Compresses lines into a file that is on the disk when this returns; `sha256` is of the uncompressed lines. */
export async function packLines(file: string, pages: AsyncIterable<string[]>): Promise<{ rows: number; sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let rows = 0
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(
    async function* () {
      for await (const page of pages) {
        const text = `${page.join('\n')}\n`
        hash.update(text)
        rows += page.length
        yield text
      }
    },
    createGzip({ level: 6 }),
    target,
  )
  return { rows, sha256: hash.digest('hex'), bytes: target.bytesWritten }
}

/** Hash and size of a file; undefined when there is none. */
export async function measure(file: string): Promise<FileEntry | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done()
    },
  })
  try {
    await pipeline(createReadStream(file), sink)
    return { sha256: hash.digest('hex'), bytes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A store that may have a file; provides it as a file on this machine while `work` runs. */
export type Source = { with: <T>(sha256: string, work: (path: string) => Promise<T>) => Promise<T | undefined>; isShared: boolean }

/** Another backup: its files may be linked to. */
export const backupSource = (folder: string): Source => ({
  with: (sha256, work) => work(join(folder, 'files', filePlace(sha256))),
  isShared: true,
})

/** The files the server works with. */
export const storeSource = (files: FileStore): Source => ({
  with: async (sha256, work) => ((await files.find(sha256)) === undefined ? undefined : files.onDisk(sha256, work)),
  isShared: false,
})

/** Copies or links the file with these contents under `folder`, from the first of `sources` that has it undamaged. Undefined when none has. */
export async function bringFile(folder: string, sha256: string, sources: readonly Source[]): Promise<FileEntry | undefined> {
  const target = join(folder, filePlace(sha256))
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  for (const source of sources) {
    const brought = await source.with(sha256, async (from) => {
      const found = await measure(from)
      if (found?.sha256 !== sha256) return undefined
      if (source.isShared && (await isLinked(from, target))) return found
      await copyWhole(from, target)
      if ((await measure(target))?.sha256 === sha256) return found
      return void (await rm(target))
    })
    if (brought) return brought
  }
  return undefined
}

/** Not every disk can link: then the file is copied. */
const isLinked = (from: string, target: string) =>
  link(from, target).then(
    () => true,
    () => false,
  )

async function copyWhole(from: string, target: string) {
  const unfinished = `${target}.${process.pid}.part`
  try {
    await copyFile(from, unfinished)
    const handle = await open(unfinished, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
