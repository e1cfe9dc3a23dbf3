import { useSyncStatus } from '#platform/web/sync/status.ts'

/** What the frame shows of it. */
export type SyncState = {
  isOnline: boolean
  isSyncing: boolean
  /** Changes on their way. */
  waiting: number
  /** Changes the server did not take. */
  needsAttention: number
  lastSyncAt: number | null
  /** The server no longer knows who this is. */
  isSignedOut: boolean
  /** This app is too old for the server. */
  needsUpgrade: boolean
  /** There is a network, and it answers with a page of its own. */
  isCaptive: boolean
}

/** How this device stands with the server, for the mark in the bar, the card, the banner and the status dialog. */
export function useSyncState(): SyncState {
  const { reachable, syncing, pendingCount, needsAttention, lastSyncAt, signedOut, needsUpgrade, isCaptive } = useSyncStatus()
  return {
    isOnline: reachable,
    isSyncing: syncing,
    waiting: pendingCount,
    needsAttention,
    lastSyncAt,
    isSignedOut: signedOut,
    needsUpgrade,
    isCaptive,
  }
}
