import { CloudCheck, CloudUpload, WifiOff } from 'lucide-react'
import { cx } from '#ui/cx.ts'

export type SyncState = { isOnline: boolean; waiting: number; needsAttention: number }

const LOOK = {
  online: 'border-forge-line text-on-forge [&>svg]:text-forge-done',
  waiting: 'border-forge-due-line text-forge-due',
  offline: 'border-forge-flag-line text-forge-flag',
}

/** Connection and unsent changes, quietly: Online; 2 waiting; Offline, 7 saved. Spec §4 Connectivity: green, yellow, red. */
export function SyncMark(sync: SyncState) {
  const { kind, text } = describe(sync)
  const { waiting } = sync
  const Icon = { online: CloudCheck, waiting: CloudUpload, offline: WifiOff }[kind]
  return (
    <span
      role="status"
      aria-label={`Connection: ${text}`}
      className={cx(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full px-2 text-14 font-medium whitespace-nowrap md:border md:px-2.5',
        LOOK[kind],
      )}
    >
      <Icon size={16} aria-hidden />
      {kind === 'offline' && waiting > 0 ? (
        <span>
          <span className="max-xs:sr-only">Offline, </span>
          {waiting} saved
        </span>
      ) : (
        text
      )}
    </span>
  )
}

function describe({ isOnline, waiting, needsAttention }: SyncState): { kind: keyof typeof LOOK; text: string } {
  if (!isOnline) return { kind: 'offline', text: waiting > 0 ? `Offline, ${waiting} saved` : 'Offline' }
  if (needsAttention > 0) return { kind: 'waiting', text: `${needsAttention} to look at` }
  if (waiting > 0) return { kind: 'waiting', text: `${waiting} waiting` }
  return { kind: 'online', text: 'Online' }
}
