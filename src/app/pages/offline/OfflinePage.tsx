import { useSearchParams } from 'wouter'
import { useSyncState } from '#app/frame/sync-state.ts'
import { OfflineStatus, SyncDock } from '#app/pages/offline/OfflineStatus.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** The same as the Offline Status dialog on a page of its own, where a record's amber dot and a message lead. */
export function OfflinePage() {
  const sync = useSyncState()
  const [params] = useSearchParams()
  return (
    <Page>
      <PageHeader title="Offline Status" />
      <OfflineStatus sync={sync} sought={params.get('record')} dock={<SyncDock sync={sync} />} />
    </Page>
  )
}
