import { Dexie, type Table } from 'dexie'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { keptQueueEndpoints } from '#lib/kept-queue.ts'
import { call } from '#platform/web/api.ts'
import { openByteStore } from '#platform/web/byte-store.ts'
import { type Recording, type RecordingShelf, shelfOf } from '#platform/web/recorder-shelf.ts'
import { refold } from '#platform/web/records.ts'
import { staysDeleted } from '#platform/web/stays-deleted.ts'
import type { BlobRow, Owner, Queued, RecordKey, Store } from '#platform/web/store.ts'
import { unsavedIn, unsentBlobs, withShelf } from '#platform/web/unsent.ts'

/* What a person left unsent when they signed out, sealed: here lies the text, the server has the key, and only together can they be read. */

/** One leaving's worth. Its row is written last: without it the parts are half of something that was never deleted elsewhere. */
type Kept = { id: string; keptAt: number }
type Part = { id: string; at: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }
/** What the first part says; the bytes of files and recordings follow, each in as many parts as `parts` says. */
type Contents = { queue: Queued[]; blobs: BlobRow[]; files: { id: string; parts: number }[]; recordings: KeptRecording[] }
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

/** Puts what a copy has unsent away, sealed under a key the server holds, and reads it back before it says so. The copy stays as it is. */
export async function keepQueue(store: Store, { id, key }: Deposited): Promise<void> {
  const shelf = new KeptShelf(store.owner)
  try {
    let at = 0
    for await (const bytes of contentsOf(store)) await shelf.part.put(await seal(bytes, key, { id, at: at++ }))
    const [first] = await shelf.part.where('id').equals(id).toArray()
    if (first) await open(first, key)
    await shelf.kept.put({ id, keptAt: currentMs() })
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
 * Gives a person what they kept on this device back, in their copy: changes go as if nobody had signed out, each once, under the ids they had.
 * Without a network, or where the server has no key, it stays sealed and is tried again.
 */
export async function restoreKept(store: Store): Promise<void> {
  const shelf = new KeptShelf(store.owner)
  if (!(await Dexie.exists(shelf.name))) return
  const once = async () => {
    for (const { id } of await shelf.kept.toArray()) await restoreOne(store, shelf, id)
    if ((await shelf.kept.count()) === 0) await shelf.delete()
  }
  try {
    await (navigator.locks ? navigator.locks.request(shelf.name, once) : once())
  } finally {
    shelf.close()
  }
}

async function restoreOne(store: Store, shelf: KeptShelf, id: string): Promise<void> {
  const params = { id }
  const { key: text } = await call<typeof keptQueueEndpoints.read>('GET /api/auth/kept-keys/:id', { params })
  const key = await importKey(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  const parts = await shelf.part.where('id').equals(id).sortBy('at')
  let next = 0
  const take = (count: number) => {
    next += count
    return Promise.all(parts.slice(next - count, next).map((part) => open(part, key)))
  }
  const [first] = await take(1)
  if (!first) return
  const { queue, blobs, files, recordings } = JSON.parse(new TextDecoder().decode(first)) as Contents
  const bytes = await openByteStore(store)
  for (const file of files) {
    const path = blobs.find((blob) => blob.id === file.id)?.path ?? file.id
    await bytes.write(path, new Blob(await take(file.parts)), () => undefined)
  }
  for (const { recording, levels, parts: count } of recordings)
    await putBack(shelfOf(store), recording, { levels, chunks: await take(count) })
  await enqueueAgain(
    store,
    queue,
    blobs.map((blob) => ({ ...blob, store: bytes.kind })),
  )
  await shelf.transaction('rw', shelf.kept, shelf.part, async () => {
    await shelf.kept.delete(id)
    await shelf.part.where('id').equals(id).delete()
  })
  // A key too many opens nothing.
  await call<typeof keptQueueEndpoints.remove>('DELETE /api/auth/kept-keys/:id', { params }).catch(() => undefined)
}

const putBack = (shelf: RecordingShelf, recording: Recording, { levels, chunks }: { levels: number[][]; chunks: ArrayBuffer[] }) =>
  shelf.transaction('rw', shelf.recording, shelf.chunk, async () => {
    const rows = chunks.map((bytes, at) => ({ id: recording.id, at, bytes: new Uint8Array(bytes), levels: levels[at] ?? [] }))
    await shelf.recording.put({ ...recording, state: 'stopped' })
    await shelf.chunk.bulkPut(rows)
  })

const enqueueAgain = (store: Store, queue: readonly Queued[], blobs: readonly BlobRow[]) =>
  store.transaction('rw', [store.rec, store.queue, store.meta, store.blob], async () => {
    await store.blob.bulkPut(blobs)
    const taken = new Set(await store.queue.toCollection().primaryKeys())
    // Where a new change has the number already, the old one follows it.
    for (const { seq, ...kept } of queue) {
      const item = { ...kept, nextAttemptAt: 0 }
      await store.queue.put(taken.has(seq) ? item : { ...item, seq })
    }
    await refold(
      store,
      queue.map(({ entity, id }) => ({ key: [entity, id] as RecordKey })),
    )
  })

const importKey = (raw: Uint8Array<ArrayBuffer>) => crypto.subtle.importKey('raw', raw, NAME, false, ['encrypt', 'decrypt'])

/* Each part says where it belongs, so that none can be put in another's place. */
const placed = ({ id, at }: Pick<Part, 'id' | 'at'>) => new TextEncoder().encode(`${id}/${at}`)

async function seal(bytes: Uint8Array<ArrayBuffer>, key: CryptoKey, place: Pick<Part, 'id' | 'at'>): Promise<Part> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { ...place, iv, bytes: await crypto.subtle.encrypt({ name: NAME, iv, additionalData: placed(place) }, key, bytes) }
}

const open = ({ iv, bytes, ...place }: Part, key: CryptoKey): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: NAME, iv, additionalData: placed(place) }, key, bytes)
