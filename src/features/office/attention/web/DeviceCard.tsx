import { Download, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { unsentOf } from '#features/office/attention/web/connection-status.ts'
import { DeviceStrip } from '#features/office/attention/web/DeviceStrip.tsx'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { saveFile } from '#platform/web/device/save-file.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { repairCopy } from '#platform/web/sync/resolve.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { readMeta } from '#platform/web/sync/store.ts'
import { unsentFile } from '#platform/web/sync/unsent-file.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { toast } from '#ui/toast-store.ts'

/** What keeps the local copy on this device, and two remedies: save the unsent changes to a file, or fetch everything again. */
export function DeviceCard({ sync }: { sync: SyncState }) {
  const { isStorageKept, bytesFree } = useSyncStatus()
  return (
    <Card title="This device" padded>
      <Facts
        facts={[
          ['Storage protected', keptWords(isStorageKept)],
          ['Space left', bytesFree === null ? "This browser doesn't say" : sizeWords(bytesFree)],
        ]}
      />
      <div className="mt-4 grid gap-4">
        <div>
          <ExportButton unsent={unsentOf(sync)} />
          <p className="mt-1.5 text-14 text-ink-2">A file of everything not yet sent, to keep or show somebody. It stays here too.</p>
        </div>
        <div>
          <RepairButton isOnline={sync.isOnline} />
          <p className="mt-1.5 text-14 text-ink-2">
            Fetches the whole practice again to replace the copy here. Unsent changes stay, and are sent as usual.
          </p>
        </div>
      </div>
      <DeviceStrip isOnline={sync.isOnline} className="mt-4 border-t border-line pt-3" />
    </Card>
  )
}

function keptWords(isKept: boolean | null): string {
  if (isKept === null) return "This browser doesn't say"
  return isKept ? 'Yes' : 'No, the browser may clear it when space runs out'
}

/** `412 MB`, `38 GB`. */
const sizeWords = (bytes: number): string => {
  const mega = bytes / 1_000_000
  return mega < 1000 ? `${Math.floor(mega)} MB` : `${Math.floor(mega / 1000)} GB`
}

function ExportButton({ unsent }: { unsent: number }) {
  const save = async () => {
    const store = currentStore()
    if (!store) return
    saveFile(await unsentFile(store))
  }
  return (
    <Button icon={Download} disabled={unsent === 0} onClick={() => save()}>
      Export unsent changes
    </Button>
  )
}

function RepairButton({ isOnline }: { isOnline: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const repair = async () => {
    setBusy(true)
    await repairCopy()
    const store = currentStore()
    if (store && !(await readMeta(store, 'isResyncDue')))
      toast({ title: 'Local copy repaired', description: 'Everything here matches the server, with your unsent changes on top.' })
    else
      toast({
        title: 'Not repaired yet',
        description: "The server didn't answer. We'll try again automatically; nothing was changed.",
        variant: 'destructive',
      })
    setBusy(false)
  }
  return (
    <Button icon={RotateCw} disabled={!isOnline} busy={isBusy} busyLabel="Fetching everything..." onClick={() => repair()}>
      Repair local copy
    </Button>
  )
}
