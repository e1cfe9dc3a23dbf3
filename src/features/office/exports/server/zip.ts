import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import type { Arrival, FileStore } from '#platform/server/files/store.ts'

/** A file in a ZIP. Its content is opened only in its turn, so that no more than one is open at a time. */
export type Entry = {
  path: string
  content: () => Readable | AsyncIterable<string | Buffer> | string | Buffer
  /** Whether to compress it: photos and films don't get smaller. */
  isPacked: boolean
  /** The size of a file, which may be large. */
  bytes?: number
}

/** Writes entries as a ZIP into the store; it calls `step` for each. The ZIP is never whole in memory. */
export async function writeZip(files: FileStore, name: string, entries: readonly Entry[], step: () => Promise<void>): Promise<Arrival> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const out = zip.outputStream as unknown as Readable
  const stop = (cause: unknown) => void out.destroy(cause instanceof Error ? cause : new Error('the ZIP could not be written', { cause }))
  zip.on('error', stop)
  for (const { path, content, isPacked } of entries) {
    zip.addReadStreamLazy(path, { compress: isPacked, mode: 0o100644 }, (give) => {
      step().then(() => give(null, streamOf(content())), stop)
    })
  }
  zip.end()
  const arrival = await files.receive(name, out, Number.POSITIVE_INFINITY)
  await files.keep(name, arrival)
  return arrival
}

/**
 * A ZIP to send at once, made of entries as they come: the next is not fetched before the one before it has left. It fails where one of them does.
 */
export async function zipOf(entries: AsyncIterable<Entry>): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const out = zip.outputStream as unknown as Readable
  const hasClosed = new Promise<never>((_, fail) => out.once('close', () => fail(new Error('nobody reads the ZIP any more'))))
  const write = async () => {
    for await (const entry of entries) await Promise.race([added(zip, entry), hasClosed])
    zip.end()
  }
  zip.on('error', (error: Error) => out.destroy(error))
  write().catch((error: Error) => out.destroy(error))
  return out
}

/** Adds an entry; resolves once it has been read to its end. */
const added = (zip: ZipFile, { path, content, isPacked }: Entry) =>
  new Promise<void>((done, fail) => {
    zip.addReadStreamLazy(path, { compress: isPacked, mode: 0o100644 }, (give) => {
      const stream = streamOf(content())
      stream.once('end', done).once('error', fail)
      give(null, stream)
    })
  })

const streamOf = (content: ReturnType<Entry['content']>): Readable =>
  content instanceof Readable
    ? content
    : Readable.from(typeof content === 'string' ? [Buffer.from(content)] : Buffer.isBuffer(content) ? [content] : content)

/** Returns unique paths within a ZIP: a repeated name gets a number. */
export function pathsOnce(): (folder: string, name: string) => string {
  const taken = new Set<string>()
  return (folder, name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? []
    for (let number = 1; ; number++) {
      const path = `${folder}/${number === 1 ? name : `${stem} (${number})${ending}`}`
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  }
}
