import { CloudCheck, CloudUpload, RefreshCw, WifiOff } from 'lucide-react'
import { useState } from 'react'
import type { SyncState } from '#app/frame/sync-state.ts'
import { lastSyncWords } from '#platform/web/status.ts'
import { syncNow } from '#platform/web/sync.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { sync: SyncState; open: boolean; onOpenChange: (open: boolean) => void }

/** How the device stands with the server, and the button that sends now. Spec §2 Status strips. */
export function SyncSheet({ sync, open, onOpenChange }: Props) {
  const unsent = sync.waiting + sync.needsAttention
  return (
    <Sheet
      title="Offline Status"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <div className="grid gap-1.5">
          <SyncButton unsent={unsent} isOnline={sync.isOnline} />
          <p className="text-center text-14 text-ink-2">Syncs by itself when the connection returns.</p>
        </div>
      }
    >
      <div className="grid gap-4 py-2">
        <Standing sync={sync} unsent={unsent} />
        {sync.needsAttention > 0 && (
          <Note tone="due">
            <b>{sync.needsAttention === 1 ? '1 change' : `${sync.needsAttention} changes`} not taken by the server.</b> They are kept here;
            the record they belong to shows what it was.
          </Note>
        )}
        {sync.isSignedOut && (
          <Note tone="due">
            <p>{unsent > 0 ? `Sign in to send ${countOf(unsent)}.` : 'Sign in again to stay up to date.'}</p>
            <LinkButton href="/sign-in" className="mt-2">
              Sign in
            </LinkButton>
          </Note>
        )}
        {sync.needsUpgrade && <Note tone="due">This app is older than the server. Reload the page to send your changes.</Note>}
      </div>
    </Sheet>
  )
}

const LOOK = {
  online: { icon: CloudCheck, tint: 'bg-ok-tint text-ok-ink' },
  waiting: { icon: CloudUpload, tint: 'bg-due-tint text-due-ink' },
  offline: { icon: WifiOff, tint: 'bg-flag-tint text-flag-ink' },
}

function Standing({ sync, unsent }: { sync: SyncState; unsent: number }) {
  const { icon: Icon, tint } = LOOK[sync.isOnline ? (unsent > 0 ? 'waiting' : 'online') : 'offline']
  return (
    <div className="flex items-center gap-4">
      <span className={cx('grid size-14 shrink-0 place-items-center rounded-full', tint)}>
        <Icon size={24} aria-hidden />
      </span>
      <div>
        <p className="text-18 font-bold">{sync.isOnline ? 'Online' : 'Offline'}</p>
        <p className="text-ink-2">{unsent > 0 ? `${countOf(unsent)} safe on this device.` : 'Nothing is waiting to be sent.'}</p>
        <p className="text-14 text-ink-2">Last sync {lastSyncWords(sync.lastSyncAt)}</p>
      </div>
    </div>
  )
}

const countOf = (changes: number) => (changes === 1 ? '1 change' : `${changes} changes`)

function SyncButton({ unsent, isOnline }: { unsent: number; isOnline: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (!isOnline && !navigator.onLine) {
      sayOffline()
      return
    }
    setBusy(true)
    const end = await syncNow()
    setBusy(false)
    sayEnd(end)
  }
  return (
    <Button block size="lg" icon={RefreshCw} busy={isBusy} onClick={() => void send()}>
      {unsent > 0 ? `Sync ${unsent === 1 ? '1 Change' : `${unsent} Changes`}` : 'Force Sync'}
    </Button>
  )
}

/* Spec §8 Offline sync. */
const sayOffline = () =>
  toast({
    title: 'No Internet Connection',
    description: 'Cannot sync while offline. Changes will sync automatically when connection is restored.',
    variant: 'destructive',
    icon: WifiOff,
  })

function sayEnd(end: string | undefined) {
  if (end === 'done')
    toast({ title: 'Sync Completed', description: 'All changes have been synchronized with the server', icon: CloudCheck })
  else if (end !== 'busy') toast({ title: 'Sync Failed', description: 'Failed to sync changes', variant: 'destructive' })
}
