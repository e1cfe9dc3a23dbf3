import { CircleDot, CloudCheck, CloudUpload, LogIn, type LucideIcon, RefreshCw, Smartphone, Wifi, WifiOff } from 'lucide-react'
import type { SyncState } from '#app/frame/sync-state.ts'

/** Spec §4 Connectivity: green online with nothing pending, yellow online with changes, red offline. */
export type Tone = 'ok' | 'due' | 'flag'

/** How the device stands with the server, in one word or two. */
export type Standing = {
  kind: 'online' | 'syncing' | 'waiting' | 'attention' | 'signed-out' | 'upgrade' | 'captive' | 'offline'
  tone: Tone
  icon: LucideIcon
  /** As a heading says it: Online, Offline, Sign in again. */
  title: string
  /** As the bar says it; `lead` gives way on the narrowest phones. */
  lead?: string
  text: string
}

/** Changes the server has not taken: on their way, and waiting for a decision. */
export const unsentOf = ({ waiting, needsAttention }: Pick<SyncState, 'waiting' | 'needsAttention'>): number => waiting + needsAttention

/** `1 change`, `7 changes`. */
export const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

/** What matters most to the person comes first: what they must do, then whether there is a way to the server. */
export function standingOf(sync: SyncState): Standing {
  const unsent = unsentOf(sync)
  const saved = unsent > 0 ? `${unsent} saved` : undefined
  if (sync.isCaptive) return { kind: 'captive', tone: 'flag', icon: Wifi, title: 'Not through to us', ...led('Offline', saved) }
  if (!sync.isOnline) return { kind: 'offline', tone: 'flag', icon: WifiOff, title: 'Offline', ...led('Offline', saved) }
  if (sync.isSignedOut) return { kind: 'signed-out', tone: 'due', icon: LogIn, title: 'Signed out', ...led('Sign in', saved) }
  if (sync.needsUpgrade) return { kind: 'upgrade', tone: 'due', icon: Smartphone, title: 'Update needed', ...led('Update', saved) }
  if (sync.needsAttention > 0)
    return { kind: 'attention', tone: 'due', icon: CircleDot, title: 'Online', text: `${sync.needsAttention} to decide` }
  if (unsent > 0 && sync.isSyncing) return { kind: 'syncing', tone: 'due', icon: RefreshCw, title: 'Syncing', text: `Sending ${unsent}` }
  if (unsent > 0) return { kind: 'waiting', tone: 'due', icon: CloudUpload, title: 'Online', text: `${unsent} waiting` }
  return { kind: 'online', tone: 'ok', icon: CloudCheck, title: 'Online', text: 'Online' }
}

const led = (word: string, saved: string | undefined) => (saved ? { lead: `${word}, `, text: saved } : { text: word })
