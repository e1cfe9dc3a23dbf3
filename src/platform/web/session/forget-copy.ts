import { Dexie } from 'dexie'
import { isDraftOf } from '#platform/web/session/drafts.ts'
import { noteNumberLeft } from '#platform/web/sync/last-number.ts'
import { forgetUnder, type Owner, Store } from '#platform/web/sync/store.ts'
import { unsentBlobs } from '#platform/web/sync/unsent.ts'

const placeOf = ({ practiceId, personId }: Pick<Owner, 'practiceId' | 'personId'>) => `${practiceId}/${personId}`

/** Whether this device has a copy of theirs. */
export const hasCopy = (owner: Owner): Promise<boolean> => Dexie.exists(`pritchel/${placeOf(owner)}`)

/** Whether they kept unsent changes here when they signed out. */
export const hasKept = (owner: Owner): Promise<boolean> => Dexie.exists(`pritchel-kept/${placeOf(owner)}`)

/** Deletes what they kept: the server has no key for it any more. */
export const dropKept = (owner: Owner): Promise<void> => Dexie.delete(`pritchel-kept/${placeOf(owner)}`)

/**
 * Deletes all that this device has of a person in a practice, sent or not, except what `keepQueue` has put away: the local copy, the bytes
 * of files, recordings, opened files, drafts, and every note of theirs or of the practice that names no one else.
 */
export async function forgetCopy(owner: Owner): Promise<void> {
  await noteNumberLeft(owner)
  // First, or a crash in between would leave what brings the rest back.
  await forgetUnder(owner)
  const place = placeOf(owner)
  await Promise.all([
    ...['pritchel', 'pritchel-bytes', 'pritchel-recordings'].map((kind) => Dexie.delete(`${kind}/${place}`)),
    removeFolder(owner),
    dropBeside(owner),
  ])
}

/** Deletes at once what the server has anyway, and leaves what is unsent: the queue, the records it names, files, recordings and drafts. */
export async function stripCopy(owner: Owner): Promise<void> {
  const store = new Store(owner)
  try {
    await store.transaction('rw', [store.rec, store.fresh, store.done, store.meta], async () => {
      await store.rec.where('pending').equals(0).delete()
      await store.fresh.clear()
      await store.done.clear()
      await store.meta.bulkDelete(['answers', 'cursor', 'fresh', 'owner'])
    })
    await dropSentBytes(store)
  } finally {
    store.close()
  }
  await dropBeside(owner, (key) => isDraftOf(owner, key))
}

async function dropSentBytes(store: Store): Promise<void> {
  const [unsent, bytes] = await Promise.all([
    unsentBlobs(store),
    import('#platform/web/files/byte-store.ts').then(({ openByteStore }) => openByteStore(store)),
  ])
  const wanted = new Set(unsent.map(({ path }) => path))
  for (const { name } of await bytes.list()) if (!wanted.has(name)) await bytes.remove(name)
}

/** Opened files, drafts and notes, except those to be kept. */
async function dropBeside(owner: Owner, isKept: (key: string) => boolean = () => false): Promise<void> {
  if ('caches' in globalThis) await caches.delete(`pritchel-opened/${placeOf(owner)}`).catch(() => false)
  dropNotes(globalThis.localStorage, owner, isKept)
  globalThis.sessionStorage?.clear()
}

/** Notes of the round, regardless of who set off; the device has no use for them once its person has left. */
const OF_NO_PERSON = ['round/set-off']

function dropNotes(notes: Storage | undefined, owner: Owner, isKept: (key: string) => boolean) {
  if (!notes) return
  const keys = Array.from({ length: notes.length }, (_, at) => notes.key(at) ?? '')
  // What is a colleague's on the same device names them behind the practice.
  const isTheirs = (key: string) => key.includes(`${placeOf(owner)}/`) || key.endsWith(owner.practiceId) || OF_NO_PERSON.includes(key)
  for (const key of keys) if (isTheirs(key) && !isKept(key)) notes.removeItem(key)
}

async function removeFolder({ practiceId, personId }: Owner): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.storage?.getDirectory) return
  try {
    const root = await navigator.storage.getDirectory()
    const practice = await (await root.getDirectoryHandle('pritchel')).getDirectoryHandle(practiceId)
    await practice.removeEntry(personId, { recursive: true })
  } catch (error) {
    // Never was there, or the browser gives none here.
    if (!(error instanceof DOMException) || !['NotFoundError', 'SecurityError', 'UnknownError'].includes(error.name)) throw error
  }
}
