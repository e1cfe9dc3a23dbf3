import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { useStore } from '#platform/web/current.ts'
import { onReach, reachable } from '#platform/web/reach.ts'
import { type LastResult, readMeta, type Store } from '#platform/web/store.ts'
import { currentEngine, onEngine } from '#platform/web/sync.ts'
import type { EngineState } from '#platform/web/sync-engine.ts'

/** How the device stands with the server (Spec §2 Status strips). */
export type SyncStatus = EngineState & {
  reachable: boolean
  /** Changes on their way, and those that wait for a decision. */
  pendingCount: number
  needsAttention: number
  lastSyncAt: number | null
  lastResult: LastResult | null
  /** False until the whole practice has been fetched once. */
  isCopyComplete: boolean
}

const IDLE: EngineState = { syncing: false, signedOut: false, needsUpgrade: false }
const NOTHING = { pendingCount: 0, needsAttention: 0, lastSyncAt: null, lastResult: null, isCopyComplete: false }

/** The status, kept current across tabs. */
export function useSyncStatus(): SyncStatus {
  const store = useStore()
  const onDisk = useLiveQuery(() => (store ? countIn(store) : NOTHING), [store], NOTHING)
  const isReachable = useSyncExternalStore(onReach, reachable)
  const engine = useSyncExternalStore(onEngine, () => currentEngine()?.state ?? IDLE)
  return { ...onDisk, ...engine, reachable: isReachable }
}

/** Spec §4 Connectivity: Never, Just now, N m ago, N h ago under a day, otherwise a date. */
export function lastSyncWords(at: number | null, now: number = Date.now()): string {
  if (at === null) return 'Never'
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes} m ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return dayAndYear(dayOf(at, Intl.DateTimeFormat().resolvedOptions().timeZone))
}

/** Changes of a copy the server has not taken: on their way, and waiting for the farrier. */
export async function countIn(store: Store) {
  const [all, needsAttention, last, cursor] = await Promise.all([
    store.queue.count(),
    store.queue.where('state').anyOf('conflict', 'rejected').count(),
    readMeta(store, 'last'),
    readMeta(store, 'cursor'),
  ])
  return {
    pendingCount: all - needsAttention,
    needsAttention,
    lastSyncAt: last?.lastSyncAt ?? null,
    lastResult: last ?? null,
    isCopyComplete: cursor?.isComplete ?? false,
  }
}
