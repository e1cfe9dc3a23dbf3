import { useSyncStatus } from '#platform/web/sync/status.ts'

/** The part of the sync state that the frame shows. */
export type SyncState = {
  isOnline: boolean
  isSyncing: boolean
  /** Changes waiting to be sent. */
  waiting: number
  /** Changes the server refused. */
  needsAttention: number
  lastSyncAt: number | null
  /** The session has ended: the server does not recognise the user. */
  isSignedOut: boolean
  /** This app is too old for the server. */
  needsUpgrade: boolean
  /** There is a network, but it answers with a page of its own. */
  isCaptive: boolean
}

/** This device's sync state, for the mark in the bar, the card, the banner and the status dialog. */
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
