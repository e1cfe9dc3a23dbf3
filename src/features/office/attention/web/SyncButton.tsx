import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { syncByHand } from '#features/office/attention/web/sync-toasts.ts'
import { Button } from '#ui/Button.tsx'

/** Spec §2: 'Force Sync', or 'Sync N Changes'. */
export function SyncButton({ unsent, isOnline }: { unsent: number; isOnline: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await syncByHand(isOnline)
    setBusy(false)
  }
  const label = unsent > 0 ? `Sync ${unsent === 1 ? '1 Change' : `${unsent} Changes`}` : 'Force Sync'
  return (
    <Button
      block
      size="lg"
      icon={RefreshCw}
      busy={isBusy}
      busyLabel="Syncing..."
      // Pressing it shows why it refuses (Spec §8), so it stays enabled.
      aria-disabled={!isOnline}
      onClick={() => send()}
    >
      {label}
    </Button>
  )
}
