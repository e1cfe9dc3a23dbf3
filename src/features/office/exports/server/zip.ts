import { Readable } from 'node:stream'
import type { Arrival, FileStore } from '#platform/server/files/store.ts'

/** A file in a ZIP. Its content is asked for when its turn comes, so that no more than one is open at a time. */
export type Entry = {
  path: string
  content: () => Readable | AsyncIterable<string | Buffer> | string | Buffer
  /** Photos and films don't get smaller. */
  isPacked: boolean
  /** Of a file, which may be large. */
  bytes?: number
}

/** Writes entries as a ZIP into the store and keeps it there; `step` is told of each. It is never whole in memory. */
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

const streamOf = (content: ReturnType<Entry['content']>): Readable =>
  content instanceof Readable
    ? content
    : Readable.from(typeof content === 'string' ? [Buffer.from(content)] : Buffer.isBuffer(content) ? [content] : content)

/** A path nothing else in the ZIP has: a second of its name gets a number. */
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
