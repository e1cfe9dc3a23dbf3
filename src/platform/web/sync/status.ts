import { liveQuery } from 'dexie'
import { useSyncExternalStore } from 'react'
import { clockOff, onClock } from '#platform/web/device/clock.ts'
import { onStorage, storageNow } from '#platform/web/files/storage.ts'
import { useStore } from '#platform/web/sync/current.ts'
import type { EngineState } from '#platform/web/sync/engine.ts'
import { type Live, liveOf, reportLater } from '#platform/web/sync/live.ts'
import { onReach, reach, reachable } from '#platform/web/sync/reach.ts'
import { type LastResult, type Locked, readMeta, type Store } from '#platform/web/sync/store.ts'
import { currentEngine, onEngine } from '#platform/web/sync/sync.ts'
import { useLive } from '#platform/web/sync/use-live.ts'

/** The device's status with the server (Spec §2 Status strips). */
export type SyncStatus = EngineState & {
  reachable: boolean
  /** A network that wants a sign-in of its own first answered in the server's place. */
  isCaptive: boolean
  /** True: the browser has promised not to clear the local copy on its own; null: it doesn't report this. */
  isStorageKept: boolean | null
  /** Bytes the local copy may still grow by; null: the browser doesn't report it. */
  bytesFree: number | null
  /** The browser cleared this device's local copy; changes not sent before that are lost. True until `acknowledgeCleared()`. */
  copyWasCleared: boolean
  /** What the person kept here and no one can open. */
  locked: readonly Locked[]
  /** How far this device's clock is ahead of the server's (behind: negative), in ms; null: near enough. It affects only the times shown. */
  clockOffMs: number | null
  /** Changes on their way, and those that wait for a decision. */
  pendingCount: number
  needsAttention: number
  lastSyncAt: number | null
  lastResult: LastResult | null
  /** False until this device's copy has been looked at; the rest is unknown until then. */
  isCopyRead: boolean
  /** False until the whole practice has been fetched once. */
  isCopyComplete: boolean
  /** How much of it has been, of 1; null before anything has, and once all of it is here. */
  copyPart: number | null
}

const IDLE: EngineState = { syncing: false, signedOut: false, needsUpgrade: false }
const NOTHING: Counts = {
  pendingCount: 0,
  needsAttention: 0,
  lastSyncAt: null,
  lastResult: null,
  isCopyRead: false,
  isCopyComplete: false,
  copyPart: null,
  copyWasCleared: false,
  locked: [],
}

/** The status, kept current across tabs. */
export function useSyncStatus(): SyncStatus {
  const onDisk = useCounts()
  const way = useSyncExternalStore(onReach, reach)
  const room = useSyncExternalStore(onStorage, storageNow)
  const clockOffMs = useSyncExternalStore(onClock, clockOff)
  const engine = useSyncExternalStore(onEngine, () => currentEngine()?.state ?? IDLE)
  return { ...onDisk, ...engine, ...way, isStorageKept: room.isKept, bytesFree: room.bytesFree, clockOffMs }
}

/** Whether the server can be reached. */
export const useReachable = (): boolean => useSyncExternalStore(onReach, reachable)

/** False until the whole practice has been fetched once. */
export const useCopyComplete = (): boolean => useCounts().isCopyComplete

function useCounts(): Counts {
  const store = useStore()
  return useLive(store ? countsOf(store) : NO_COPY) ?? NOTHING
}

const open = new WeakMap<Store, Live<Counts>>()
const NONE: Counts = { ...NOTHING, isCopyRead: true }
const NO_COPY: Live<Counts> = { read: () => NONE, listen: () => () => undefined }

/** One query for all callers: each page of a first copy has it read again. */
function countsOf(store: Store): Live<Counts> {
  const known = open.get(store)
  if (known) return known
  const counts = liveOf<Counts>((publish) => {
    const subscription = liveQuery(() => countIn(store)).subscribe({ next: publish, error: reportLater })
    return () => subscription.unsubscribe()
  }, 0)
  open.set(store, counts)
  return counts
}

type Counts = Awaited<ReturnType<typeof countIn>>

/** Changes of a local copy that the server has not accepted: on their way, or waiting for the farrier. */
export async function countIn(store: Store) {
  const [all, needsAttention, last, cursor, wasCleared, locked] = await store.transaction('r', [store.queue, store.meta], () =>
    Promise.all([
      store.queue.count(),
      store.queue.where('state').anyOf('conflict', 'rejected').count(),
      readMeta(store, 'last'),
      readMeta(store, 'cursor'),
      readMeta(store, 'wasCleared'),
      readMeta(store, 'locked'),
    ]),
  )
  return {
    pendingCount: all - needsAttention,
    needsAttention,
    lastSyncAt: last?.lastSyncAt ?? null,
    lastResult: last ?? null,
    isCopyRead: true,
    isCopyComplete: cursor?.isComplete ?? false,
    copyPart: cursor?.first ? Math.min(1, cursor.first.got / Math.max(1, cursor.first.total)) : null,
    copyWasCleared: wasCleared ?? false,
    locked: locked ?? [],
  }
}
