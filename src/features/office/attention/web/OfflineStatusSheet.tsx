import { OfflineStatus, SyncDock } from '#features/office/attention/web/OfflineStatus.tsx'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { Sheet } from '#ui/Sheet.tsx'

type Props = { sync: SyncState; open: boolean; onOpenChange: (open: boolean) => void }

/** Spec §2 Status strips: the Offline Status dialog. */
export const OfflineStatusSheet = ({ sync, ...sheet }: Props) => (
  <Sheet title="Offline Status" footer={<SyncDock sync={sync} />} {...sheet}>
    <OfflineStatus sync={sync} />
  </Sheet>
)
