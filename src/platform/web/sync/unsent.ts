import { Dexie } from 'dexie'
import { RecordingShelf } from '#platform/web/recorder/shelf.ts'
import { draftsOf } from '#platform/web/session/drafts.ts'
import type { Store } from '#platform/web/sync/store.ts'

/**
 * What a local copy has that the server hasn't: changes, the files that go with them, unsaved recordings, and forms that were filled in and
 * not saved. `ids` names each of them, a form by its content.
 */
export type Unsent = { changes: number; files: number; recordings: number; forms: number; ids: readonly string[] }

/** Collects what is unsent. */
export async function unsentIn(store: Store): Promise<Unsent> {
  const [queue, blobs, recordings] = await Promise.all([store.queue.toArray(), unsentBlobs(store), unsavedIn(store)])
  const forms = Object.entries(draftsOf(store.owner)).map((draft) => draft.join('\n'))
  const ids = [...queue.map(({ opId }) => opId), ...[...blobs, ...recordings].map(({ id }) => id), ...forms]
  return { changes: queue.length, files: blobs.length, recordings: recordings.length, forms: forms.length, ids }
}

/** How many things these are; 0 for none. */
export const sizeOf = ({ ids }: Pick<Unsent, 'ids'>): number => ids.length

/** Whether there is something that was not there before. */
export const hasMore = (now: Unsent, before: Unsent): boolean => now.ids.some((id) => !before.ids.includes(id))

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
