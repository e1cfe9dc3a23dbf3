import { CircleDot, CloudCheck, CloudUpload, LogIn, type LucideIcon, RefreshCw, Smartphone, Wifi, WifiOff } from 'lucide-react'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'

/** Spec §4 Connectivity: green online with nothing pending, yellow online with changes, red offline. */
export type Tone = 'ok' | 'due' | 'flag'

/** The device's connection status, in a word or two. */
export type ConnectionStatus = {
  kind: 'online' | 'syncing' | 'waiting' | 'attention' | 'signed-out' | 'upgrade' | 'captive' | 'offline'
  tone: Tone
  icon: LucideIcon
  /** As a heading: Online, Offline, Sign in again. */
  title: string
  /** The number of unsent changes, in the words used everywhere: `1 to decide`, `2 waiting`, `7 saved`; null: none. */
  count: string | null
  /** As the bar shows it; `lead` is dropped on the narrowest phones. */
  lead?: string
  text: string
}

/** Changes the server does not have: waiting to be sent, and waiting for a decision. */
export const unsentOf = ({ waiting, needsAttention }: Pick<SyncState, 'waiting' | 'needsAttention'>): number => waiting + needsAttention

/** `1 change`, `7 changes`. */
export const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

/** The most important status comes first: what the user must do, then whether the server can be reached. */
export function connectionStatusOf(sync: SyncState): ConnectionStatus {
  const unsent = unsentOf(sync)
  const saved = unsent > 0 ? `${unsent} saved` : null
  if (sync.isCaptive) return { kind: 'captive', tone: 'flag', icon: Wifi, title: "Can't reach us", ...led('Offline', saved) }
  if (!sync.isOnline) return { kind: 'offline', tone: 'flag', icon: WifiOff, title: 'Offline', ...led('Offline', saved) }
  if (sync.isSignedOut) return { kind: 'signed-out', tone: 'due', icon: LogIn, title: 'Signed out', ...led('Sign in', saved) }
  if (sync.needsUpgrade) return { kind: 'upgrade', tone: 'due', icon: Smartphone, title: 'Update needed', ...led('Update', saved) }
  if (sync.needsAttention > 0)
    return { kind: 'attention', tone: 'due', icon: CircleDot, title: 'Online', ...alone(`${sync.needsAttention} to decide`) }
  if (unsent > 0 && sync.isSyncing)
    return { kind: 'syncing', tone: 'due', icon: RefreshCw, title: 'Syncing', ...alone(`Sending ${unsent}`) }
  if (unsent > 0) return { kind: 'waiting', tone: 'due', icon: CloudUpload, title: 'Online', ...alone(`${unsent} waiting`) }
  return { kind: 'online', tone: 'ok', icon: CloudCheck, title: 'Online', text: 'Online', count: null }
}

const alone = (count: string) => ({ text: count, count })
const led = (word: string, count: string | null) => (count ? { lead: `${word}, `, text: count, count } : { text: word, count })

/** The same in a sentence: `1 change is for you to decide, 2 are waiting to be sent.` */
export function unsentSentence({ waiting, needsAttention }: Pick<SyncState, 'waiting' | 'needsAttention'>): string {
  if (waiting + needsAttention === 0) return 'Nothing is waiting to be sent.'
  const safe = waiting + needsAttention === 1 ? "It's safe on this device." : "They're safe on this device."
  const sent = waiting === 1 ? 'is waiting to be sent' : 'are waiting to be sent'
  if (needsAttention === 0) return `${changes(waiting)} ${sent}. ${safe}`
  const decided = `${changes(needsAttention)} ${needsAttention === 1 ? 'is' : 'are'} for you to decide`
  return waiting === 0 ? `${decided}. ${safe}` : `${decided}, ${waiting} ${sent}. ${safe}`
}
