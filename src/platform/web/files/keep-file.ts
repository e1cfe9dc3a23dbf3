import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { realMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { storageState } from '#platform/web/device/storage.ts'
import type { ByteStore } from '#platform/web/files/byte-store.ts'
import { type Change, recordIn } from '#platform/web/sync/outbox.ts'
import type { BlobRow, Store } from '#platform/web/sync/store.ts'

/** A file as a person gave it, and the changes recorded with it: those with its `blobId` wait for it. */
export type FileToKeep = {
  content: Blob
  name: string
  /** The file's row as it will be put on record, so that the server can refuse it before the bytes are sent. */
  fileType?: string
  changes: (fileId: string) => readonly Change[]
}

/** This device has no room for a file. */
class NoRoom extends Error {
  readonly sentence = "There isn't enough room on this device for that file. Free some space, then add it again."
  override readonly name = 'NoRoom'
}

/** Room for the file, and for what the browser needs in addition while it is written. */
const ROOM = 1.2

/**
 * Keeps a file's bytes on this device, then writes the file's row and the changes that go with it in one transaction: after any failure,
 * both are there or neither. Resolves with the changes' ids, false as `record` does.
 * @throws NoRoom
 */
export async function keepFile(
  store: Store,
  bytes: ByteStore,
  { content, name, fileType, changes }: FileToKeep,
): Promise<string[] | false> {
  await requireRoom(content.size)
  const id = uuidv7()
  const row: BlobRow = {
    id,
    name,
    sha256: await writeHashed(bytes, id, content),
    size: content.size,
    mime: content.type || 'application/octet-stream',
    ...(fileType && { fileType }),
    store: bytes.kind,
    path: id,
    offset: 0,
    state: 'waiting',
    addedAt: realMs(),
    attempts: 0,
    nextAttemptAt: 0,
  }
  try {
    return await store.transaction('rw', [store.rec, store.queue, store.done, store.meta, store.blob], async () => {
      await store.blob.add(row)
      return recordIn(store, changes(id))
    })
  } catch (error) {
    await bytes.remove(id)
    throw error
  }
}

/** Writes content and returns its SHA-256 in hex; the content is read once. */
export async function writeHashed(bytes: ByteStore, name: string, content: Blob): Promise<string> {
  const hash = sha256.create()
  try {
    await bytes.write(name, content, (slice) => hash.update(slice))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new NoRoom()
    throw error
  }
  return bytesToHex(hash.digest())
}

/** SHA-256 of content, in hex, a slice at a time. */
export async function hashOf(content: Blob): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < content.size; at += SLICE) hash.update(new Uint8Array(await content.slice(at, at + SLICE).arrayBuffer()))
  return bytesToHex(hash.digest())
}

const SLICE = 256 * 1024

async function requireRoom(size: number): Promise<void> {
  const { bytesFree } = await storageState()
  if (bytesFree !== null && bytesFree < size * ROOM) throw new NoRoom()
}
