import { Dexie, type Table } from 'dexie'
import { fromMachine, realMs } from '#lib/clock.ts'
import { staysDeleted } from '#platform/web/sync/stays-deleted.ts'
import type { BlobRow, Store } from '#platform/web/sync/store.ts'

/** Where this device stores the bytes of files. Once `write` has resolved, they are on the disk. */
export type ByteStore = {
  kind: BlobRow['store']
  /** Keeps content under a name, and passes on each slice as it is written. A half-written file is never found. */
  write: (name: string, content: Blob, seen: (slice: Uint8Array) => void) => Promise<void>
  /** Undefined: nothing there, or no longer. */
  read: (name: string) => Promise<Blob | undefined>
  remove: (name: string) => Promise<void>
  list: () => Promise<{ name: string; writtenAt: number }[]>
}

/** Small enough that hashing one never holds up the page on a phone. */
const SLICE = 256 * 1024

/** The browser's own file system where it has one that pages can write to, else a second IndexedDB. */
export async function openByteStore({ owner }: Pick<Store, 'owner'>): Promise<ByteStore> {
  const folder = await privateFolder(['pritchel', owner.practiceId, owner.personId])
  return folder ? fileSystem(folder) : database(`pritchel-bytes/${owner.practiceId}/${owner.personId}`)
}

async function* slicesOf(content: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < content.size; at += SLICE) yield new Uint8Array(await content.slice(at, at + SLICE).arrayBuffer())
}

/** Undefined where there is none, in a private window for one. */
async function privateFolder(path: readonly string[]): Promise<FileSystemDirectoryHandle | undefined> {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return undefined
  if (!('createWritable' in FileSystemFileHandle.prototype)) return undefined
  try {
    let folder = await navigator.storage.getDirectory()
    for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true })
    return folder
  } catch {
    return undefined
  }
}

function fileSystem(folder: FileSystemDirectoryHandle): ByteStore {
  return {
    kind: 'opfs',
    async write(name, content, seen) {
      const file = await folder.getFileHandle(name, { create: true })
      // Written next to the file, and moved into its place by `close`.
      const target = await file.createWritable()
      try {
        for await (const slice of slicesOf(content)) {
          seen(slice)
          await target.write(slice)
        }
        await target.close()
      } catch (error) {
        await target.abort().catch(() => undefined)
        await folder.removeEntry(name).catch(() => undefined)
        throw error
      }
    },
    read: (name) => unlessGone(folder.getFileHandle(name).then((file) => file.getFile())),
    remove: (name) => folder.removeEntry(name).catch(() => undefined),
    async list() {
      const found: { name: string; writtenAt: number }[] = []
      for await (const [name, entry] of folder.entries()) {
        // A file that another page removes or replaces in the meantime is not in this list.
        const file = entry.kind === 'file' && (await unlessGone((entry as FileSystemFileHandle).getFile()))
        if (file) found.push({ name, writtenAt: fromMachine(new Date(file.lastModified)).getTime() })
      }
      return found
    },
  }
}

const unlessGone = (file: Promise<File>): Promise<File | undefined> =>
  file.catch((error) => {
    if (error.name === 'NotFoundError') return undefined
    throw error
  })

class Bytes extends Dexie {
  declare slice: Table<{ name: string; at: number; bytes: Uint8Array<ArrayBuffer> }, [string, number]>
  /** `slices` is -1 until all of them are there: what is listed may still be half a file. */
  declare whole: Table<{ name: string; slices: number; writtenAt: number }, string>
  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({ slice: '[name+at], name', whole: 'name' })
    staysDeleted(this)
  }
}

/** The same in IndexedDB. */
export function database(name: string): ByteStore {
  const bytes = new Bytes(name)
  const remove = (file: string) =>
    bytes.transaction('rw', bytes.slice, bytes.whole, async () => {
      await bytes.whole.delete(file)
      await bytes.slice.where('name').equals(file).delete()
    })
  return {
    kind: 'idb',
    remove,
    async write(file, content, seen) {
      await remove(file)
      await bytes.whole.put({ name: file, slices: -1, writtenAt: realMs() })
      let at = 0
      for await (const slice of slicesOf(content)) {
        seen(slice)
        await bytes.slice.put({ name: file, at: at++, bytes: slice })
      }
      await bytes.whole.put({ name: file, slices: at, writtenAt: realMs() })
    },
    async read(file) {
      const whole = await bytes.whole.get(file)
      const slices = await bytes.slice.where('name').equals(file).sortBy('at')
      return whole && slices.length === whole.slices ? new Blob(slices.map((slice) => slice.bytes)) : undefined
    },
    list: () => bytes.whole.toArray(),
  }
}
