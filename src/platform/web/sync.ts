import type { Store } from '#platform/web/store.ts'
import { SyncEngine, type SyncOptions } from '#platform/web/sync-engine.ts'

let current: SyncEngine | undefined
const watchers = new Set<() => void>()

/** The engine of the copy in use. */
export const currentEngine = (): SyncEngine | undefined => current

/** Keeps a copy and the server in step, in place of the one before. */
export function startSync(store: Store, options: SyncOptions = {}): SyncEngine {
  void stopSync()
  current = new SyncEngine(store, noteEngine, options)
  current.start()
  return current
}

/** Leaves the copy in use as it is; resolves when nothing uses it any more. */
export async function stopSync() {
  const stopping = current
  current = undefined
  noteEngine()
  await stopping?.stop()
}

/** Sends and fetches now, whatever the back-off says; after something the server did by itself, such as an import. */
export const syncNow = async () => current?.syncNow()

/** Calls back when the state of the engine in use changes; returns how to stop. */
export function onEngine(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function noteEngine() {
  for (const watcher of watchers) watcher()
}
