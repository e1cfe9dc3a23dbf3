import { Dexie, type Table } from 'dexie'
import { realMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { keptQueueEndpoints } from '#lib/kept-queue.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'
import { type Recording, type RecordingShelf, shelfOf } from '#platform/web/recorder/shelf.ts'
import { draftsOf, putDraftsBack } from '#platform/web/session/drafts.ts'
import { refold } from '#platform/web/sync/records.ts'
import { staysDeleted } from '#platform/web/sync/stays-deleted.ts'
import type { BlobRow, Locked, Owner, Queued, RecordKey, Store } from '#platform/web/sync/store.ts'
import { unsavedIn, unsentBlobs, withShelf } from '#platform/web/sync/unsent.ts'

/* What a person left unsent when they signed out, sealed: the text is stored here, the server has the key, and only together can they be
   read. */

/** One leaving's worth. Its row is written last: without it the parts are half of something that was never deleted elsewhere. */
type Kept = Locked & { isSeen?: true }
type Part = { id: string; at: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }
/** The content of the first part; the bytes of files and recordings follow, each in as many parts as `parts` states. */
type Contents = {
  queue: Queued[]
  blobs: BlobRow[]
  files: { id: string; parts: number }[]
  recordings: KeptRecording[]
  /** Forms that were filled in and not saved; what was kept before they were has none. */
  drafts?: Record<string, string>
}
type KeptRecording = { recording: Recording; levels: number[][]; parts: number }
/** A key that the server holds already. */
export type Deposited = { id: string; key: CryptoKey }

const TIMEOUT_MS = 20_000
const SLICE = 4 * 1024 * 1024
const NAME = 'AES-GCM'

class KeptShelf extends Dexie {
  declare kept: Table<Kept, string>
  declare part: Table<Part, [string, number]>
  constructor({ practiceId, personId }: Pick<Owner, 'practiceId' | 'personId'>) {
    super(`pritchel-kept/${practiceId}/${personId}`, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores({ kept: 'id', part: '[id+at], id' })
    staysDeleted(this)
  }
}

/**
 * Makes a key and has the server hold it for the person who is signed in, or just was. Nothing on this device changes.
 * @throws Unreachable, or ApiError `dismissed`, `not_signed_in`
 */
export async function depositKey(owner: Owner): Promise<Deposited> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const id = uuidv7()
  const key = btoa(String.fromCharCode(...raw))
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const body = { key, deviceId: owner.deviceId }
  await call<typeof keptQueueEndpoints.deposit>('PUT /api/auth/kept-keys/:id', { params: { id }, body, signal })
  return { id, key: await importKey(raw) }
}

/**
 * Seals what a local copy has unsent under a key the server holds, and reads it back before it resolves. The local copy stays unchanged.
 */
export async function keepQueue(store: Store, { id, key }: Deposited): Promise<void> {
  const shelf = new KeptShelf(store.owner)
  try {
    let at = 0
    for await (const bytes of contentsOf(store)) {
      await shelf.part.put(await seal(bytes, key, { id, at }))
      await openPart(shelf, key, { id, at: at++ })
    }
    await shelf.kept.put({ id, keptAt: realMs() })
  } catch (error) {
    await dropParts(shelf, id).catch(() => undefined)
    throw error
  } finally {
    shelf.close()
  }
}

/** Everything unsent: what there is, then the bytes of each file and of each recording. */
async function* contentsOf(store: Store): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = await openByteStore(store)
  const files = await Promise.all((await unsentBlobs(store)).map(async ({ id, path }) => ({ id, content: await bytes.read(path) })))
  const recordings = await withShelf(store, async (shelf) => Promise.all((await unsavedIn(store)).map((one) => chunksOf(shelf, one))), [])
  const there = files.flatMap(({ id, content }) => (content ? [{ id, content }] : []))
  const contents: Contents = {
    queue: await store.queue.toArray(),
    blobs: await store.blob.toArray(),
    files: there.map(({ id, content }) => ({ id, parts: Math.ceil(content.size / SLICE) })),
    recordings: recordings.map(({ recording, chunks }) => ({
      recording,
      levels: chunks.map(({ levels }) => levels),
      parts: chunks.length,
    })),
    drafts: draftsOf(store.owner),
  }
  yield new TextEncoder().encode(JSON.stringify(contents))
  for (const { content } of there)
    for (let at = 0; at < content.size; at += SLICE) yield new Uint8Array(await content.slice(at, at + SLICE).arrayBuffer())
  for (const { chunks } of recordings) yield* chunks.map((chunk) => chunk.bytes)
}

const chunksOf = async (shelf: RecordingShelf, recording: Recording) => ({
  recording,
  chunks: await shelf.chunk.where('id').equals(recording.id).sortBy('at'),
})

/**
 * Restores what a person kept on this device to their local copy: changes go as if no one had signed out, each once, under the ids they
 * had. What can't be restored now, as without a network, stays sealed and is tried again; what can't be opened at all is returned, unless
 * its person has dismissed that message.
 */
export async function restoreKept(store: Store): Promise<Locked[]> {
  const shelf = new KeptShelf(store.owner)
  if (!(await Dexie.exists(shelf.name))) return []
  const once = async () => {
    const locked: Locked[] = []
    for (const kept of await shelf.kept.toArray()) {
      const error = await restoreOne(store, shelf, kept.id).catch((why: unknown) => why)
      if (isLocked(error) && !kept.isSeen) locked.push({ id: kept.id, keptAt: kept.keptAt })
    }
    if ((await shelf.kept.count()) === 0) await shelf.delete()
    return locked
  }
  try {
    return await (navigator.locks ? navigator.locks.request(shelf.name, once) : once())
  } finally {
    shelf.close()
  }
}

/* No key there, or one that does not fit. */
const isLocked = (error: unknown) =>
  (error instanceof ApiError && error.code === 'kept_key_not_found') || (error instanceof DOMException && error.name === 'OperationError')

/** Deletes something that can't be opened; its person decided so. */
export const dropLocked = (owner: Owner, id: string): Promise<void> => inShelf(owner, (shelf) => dropOne(shelf, id))

/** Leaves it where it is, and no longer reports it. */
export const leaveLocked = (owner: Owner, id: string): Promise<void> =>
  inShelf(owner, async (shelf) => void (await shelf.kept.update(id, { isSeen: true })))

const inShelf = (owner: Owner, work: (shelf: KeptShelf) => Promise<void>): Promise<void> => {
  const shelf = new KeptShelf(owner)
  return work(shelf).finally(() => shelf.close())
}

async function restoreOne(store: Store, shelf: KeptShelf, id: string): Promise<void> {
  const params = { id }
  const { key: text } = await call<typeof keptQueueEndpoints.read>('GET /api/auth/kept-keys/:id', { params })
  const key = await importKey(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  let at = 0
  const take = async (count: number) => {
    const taken: Blob[] = []
    for (let left = count; left > 0; left--) taken.push(new Blob([await openPart(shelf, key, { id, at: at++ })]))
    return taken
  }
  const contents = JSON.parse(await new Blob(await take(1)).text()) as Contents
  const bytes = await openByteStore(store)
  for (const file of contents.files) {
    const path = contents.blobs.find((blob) => blob.id === file.id)?.path ?? file.id
    await bytes.write(path, new Blob(await take(file.parts)), () => undefined)
  }
  for (const { recording, levels, parts } of contents.recordings)
    await putBack(shelfOf(store), recording, { levels, chunks: await Promise.all((await take(parts)).map((chunk) => chunk.arrayBuffer())) })
  const blobs = contents.blobs.map((blob) => ({ ...blob, store: bytes.kind }))
  await enqueueAgain(store, contents.queue, blobs)
  putDraftsBack(store.owner, contents.drafts ?? {})
  await dropOne(shelf, id)
  // A key too many opens nothing.
  await call<typeof keptQueueEndpoints.remove>('DELETE /api/auth/kept-keys/:id', { params }).catch(() => undefined)
}

const dropOne = (shelf: KeptShelf, id: string) =>
  shelf.transaction('rw', shelf.kept, shelf.part, async () => {
    await shelf.kept.delete(id)
    await dropParts(shelf, id)
  })

const dropParts = async (shelf: KeptShelf, id: string) => void (await shelf.part.where('id').equals(id).delete())

const putBack = (shelf: RecordingShelf, recording: Recording, { levels, chunks }: { levels: number[][]; chunks: ArrayBuffer[] }) =>
  shelf.transaction('rw', shelf.recording, shelf.chunk, async () => {
    const rows = chunks.map((bytes, at) => ({ id: recording.id, at, bytes: new Uint8Array(bytes), levels: levels[at] ?? [] }))
    await shelf.recording.put({ ...recording, state: 'stopped' })
    await shelf.chunk.bulkPut(rows)
  })

const enqueueAgain = (store: Store, queue: readonly Queued[], blobs: readonly BlobRow[]) =>
  store.transaction('rw', [store.rec, store.queue, store.done, store.meta, store.blob], async () => {
    // Where deleting the copy failed after it was sealed, some of it is here already.
    const here = new Set(await store.blob.toCollection().primaryKeys())
    await store.blob.bulkPut(blobs.filter(({ id }) => !here.has(id)))
    const known = new Set([...(await store.queue.toArray()).map(({ opId }) => opId), ...(await store.done.toCollection().primaryKeys())])
    const taken = new Set(await store.queue.toCollection().primaryKeys())
    // Where a new change has the number already, the old one follows it.
    for (const { seq, ...kept } of queue.filter(({ opId }) => !known.has(opId))) {
      const item = { ...kept, nextAttemptAt: 0 }
      await store.queue.put(taken.has(seq) ? item : { ...item, seq })
    }
    await refold(
      store,
      queue.map(({ entity, id }) => ({ key: [entity, id] as RecordKey })),
    )
  })

const importKey = (raw: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', raw, NAME, false, ['encrypt', 'decrypt'])

/* Each part states where it belongs, so that none can be put in another's place. */
const placed = ({ id, at }: Pick<Part, 'id' | 'at'>) => new TextEncoder().encode(`${id}/${at}`)

async function seal(bytes: Uint8Array<ArrayBuffer>, key: CryptoKey, place: Pick<Part, 'id' | 'at'>): Promise<Part> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { ...place, iv, bytes: await crypto.subtle.encrypt({ name: NAME, iv, additionalData: placed(place) }, key, bytes) }
}

/** @throws DOMException `OperationError`: it is not there, or the key is another's */
async function openPart(shelf: KeptShelf, key: CryptoKey, { id, at }: Pick<Part, 'id' | 'at'>): Promise<ArrayBuffer> {
  const part = await shelf.part.get([id, at])
  if (!part) throw new DOMException('a part is missing', 'OperationError')
  return crypto.subtle.decrypt({ name: NAME, iv: part.iv, additionalData: placed(part) }, key, part.bytes)
}
