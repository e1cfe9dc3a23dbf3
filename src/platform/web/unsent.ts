import { Dexie } from 'dexie'
import { RecordingShelf } from '#platform/web/recorder-shelf.ts'
import type { Store } from '#platform/web/store.ts'

/** What a copy has that the server hasn't: changes, the files that go with them, and recordings nobody has saved. */
export type Unsent = { changes: number; files: number; recordings: number }

/** Counts it. */
export async function unsentIn(store: Store): Promise<Unsent> {
  const [changes, blobs, recordings] = await Promise.all([store.queue.count(), unsentBlobs(store), unsavedIn(store)])
  return { changes, files: blobs.length, recordings: recordings.length }
}

/** How much it is; nothing: 0. */
export const sizeOf = ({ changes, files, recordings }: Unsent): number => changes + files + recordings

/** Files whose bytes only this device has, and that a change in the queue names. */
export async function unsentBlobs(store: Store) {
  const [blobs, queue] = await Promise.all([store.blob.toArray(), store.queue.toArray()])
  const named = new Set(queue.map((item) => item.blobId))
  return blobs.filter(({ id, state }) => named.has(id) && state !== 'stored' && state !== 'missing')
}

/** Recordings that wait to be saved. */
export const unsavedIn = (store: Store) => withShelf(store, (shelf) => shelf.left(() => false), [])

/** Works on a copy's recordings, where there are any. */
export async function withShelf<T>(store: Store, work: (shelf: RecordingShelf) => Promise<T>, none: T): Promise<T> {
  const shelf = new RecordingShelf(store)
  if (!(await Dexie.exists(shelf.name))) return none
  return work(shelf).finally(() => shelf.close())
}
