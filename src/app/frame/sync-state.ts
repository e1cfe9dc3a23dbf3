import { useSyncStatus } from '#platform/web/status.ts'

/** What the frame shows of it. */
export type SyncState = {
  isOnline: boolean
  /** Changes on their way. */
  waiting: number
  /** Changes the server did not take. */
  needsAttention: number
  lastSyncAt: number | null
  /** The server no longer knows who this is. */
  isSignedOut: boolean
  /** This app is too old for the server. */
  needsUpgrade: boolean
}

/** How this device stands with the server, for the mark in the bar, the banner and the status sheet. */
export function useSyncState(): SyncState {
  const { reachable, pendingCount, needsAttention, lastSyncAt, signedOut, needsUpgrade } = useSyncStatus()
  return { isOnline: reachable, waiting: pendingCount, needsAttention, lastSyncAt, isSignedOut: signedOut, needsUpgrade }
}
