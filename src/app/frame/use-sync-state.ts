import type { SyncState } from '#app/frame/SyncMark.tsx'
import { useSyncStatus } from '#platform/web/status.ts'

/** How this device stands with the server, for the mark in the bar, the banner and the status sheet. */
export function useSyncState(): SyncState {
  const { reachable, pendingCount, needsAttention, lastSyncAt, signedOut, needsUpgrade } = useSyncStatus()
  return { isOnline: reachable, waiting: pendingCount, needsAttention, lastSyncAt, isSignedOut: signedOut, needsUpgrade }
}
