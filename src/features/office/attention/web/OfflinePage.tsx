import { useSearchParams } from 'wouter'
import { OfflineStatus, SyncDock } from '#features/office/attention/web/OfflineStatus.tsx'
import { useSyncState } from '#features/office/attention/web/use-sync-state.ts'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** The Offline Status dialog as a page of its own; a record's amber dot and a message link to it. */
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
