import type { SyncState } from '#app/frame/sync-state.ts'
import { OfflineStatus, SyncDock } from '#app/pages/offline/OfflineStatus.tsx'
import { Sheet } from '#ui/Sheet.tsx'

type Props = { sync: SyncState; open: boolean; onOpenChange: (open: boolean) => void }

/** Spec §2 Status strips: the Offline Status dialog. */
export const OfflineStatusSheet = ({ sync, ...sheet }: Props) => (
  <Sheet title="Offline Status" footer={<SyncDock sync={sync} />} {...sheet}>
    <OfflineStatus sync={sync} />
  </Sheet>
)
