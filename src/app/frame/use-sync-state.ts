import { useSyncExternalStore } from 'react'
import type { SyncState } from '#app/frame/SyncMark.tsx'
import { onReach, reachable } from '#platform/web/reach.ts'

/** Connection and unsent changes, for the mark in the bar and the offline banner. */
export function useSyncState(): SyncState {
  const isOnline = useSyncExternalStore(onReach, reachable)
  return { isOnline, waiting: 0, needsAttention: 0 }
}
