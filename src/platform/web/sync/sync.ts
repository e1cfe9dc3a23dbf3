import { currentStore } from '#platform/web/sync/current.ts'
import { SyncEngine, type SyncOptions } from '#platform/web/sync/engine.ts'
import type { Outcome } from '#platform/web/sync/pass.ts'
import type { Store } from '#platform/web/sync/store.ts'

let current: SyncEngine | undefined
const watchers = new Set<() => void>()

/** The engine of the copy in use. */
export const currentEngine = (): SyncEngine | undefined => current

/** Keeps a local copy and the server in sync, in place of the one before. */
export function startSync(store: Store, options: SyncOptions = {}): SyncEngine {
  void stopSync()
  current = new SyncEngine(store, noteEngine, options)
  current.start()
  return current
}

/** Stops using the local copy and leaves it unchanged; resolves when nothing uses it any more. */
export async function stopSync() {
  const stopping = current
  current = undefined
  noteEngine()
  await stopping?.stop()
}

/** Sends and fetches now, regardless of the back-off; after something the server did on its own, such as an import. */
export const syncNow = async () => current?.syncNow()

/**
 * The button: everything that waits goes now, regardless of any delay, and what is new is fetched. Resolves with how that ended, or
 * undefined when no user is signed in on this device. `done` means that the server was contacted, not that the queue is empty.
 */
export const forceSync = async (): Promise<Outcome | undefined> => current?.forceSync()

/** The person has read the warning that the browser cleared their local copy. */
export const acknowledgeCleared = async () => currentStore()?.meta.delete('wasCleared')

/** Calls back when the state of the engine in use changes; returns a function that stops it. */
export function onEngine(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function noteEngine() {
  for (const watcher of watchers) watcher()
}
