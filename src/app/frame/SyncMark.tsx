import { CloudCheck, CloudUpload, WifiOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SyncState } from '#app/frame/sync-state.ts'
import { cx } from '#ui/cx.ts'

const SyncSheet = lazy(() => import('#app/frame/SyncSheet.tsx').then((m) => ({ default: m.SyncSheet })))

const LOOK = {
  online: 'md:border-forge-line text-on-forge [&>svg]:text-forge-done',
  waiting: 'md:border-forge-due-line text-forge-due',
  offline: 'md:border-forge-flag-line text-forge-flag',
}

/** Connection and unsent changes, quietly: Online; 2 waiting; Offline, 7 saved. Spec §4 Connectivity: green, yellow, red. */
export function SyncMark({ sync }: { sync: SyncState }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const { kind, lead, text } = describe(sync)
  const Icon = { online: CloudCheck, waiting: CloudUpload, offline: WifiOff }[kind]
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
        className={cx(
          'inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-full px-2 text-14 font-medium whitespace-nowrap hover:bg-forge-2 md:min-h-8 md:border md:px-2.5',
          LOOK[kind],
        )}
      >
        <Icon size={16} aria-hidden />
        <span>
          {lead && <span className="max-xs:sr-only">{lead}</span>}
          {text}
        </span>
      </button>
      {wasOpened && (
        <Suspense>
          <SyncSheet sync={sync} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

function describe({ isOnline, waiting, needsAttention }: SyncState): { kind: keyof typeof LOOK; lead?: string; text: string } {
  const unsent = waiting + needsAttention
  if (!isOnline) return unsent > 0 ? { kind: 'offline', lead: 'Offline, ', text: `${unsent} saved` } : { kind: 'offline', text: 'Offline' }
  if (unsent > 0) return { kind: 'waiting', text: `${unsent} waiting` }
  return { kind: 'online', text: 'Online' }
}
