import type { ReactNode } from 'react'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { AttentionCard } from '#features/office/attention/web/AttentionCard.tsx'
import { ConnectionHead } from '#features/office/attention/web/ConnectionHead.tsx'
import { type ConnectionStatus, connectionStatusOf, unsentOf } from '#features/office/attention/web/connection-status.ts'
import { DeviceCard } from '#features/office/attention/web/DeviceCard.tsx'
import { GivenUpList } from '#features/office/attention/web/GivenUpList.tsx'
import { StatusNotes } from '#features/office/attention/web/StatusNotes.tsx'
import { SyncButton } from '#features/office/attention/web/SyncButton.tsx'
import { useAttention } from '#features/office/attention/web/use-attention.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { WaitingList } from '#features/office/attention/web/WaitingList.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  sync: SyncState
  /** The record whose change a link leads to, `horses/<id>`. */
  sought?: string | null
  /** The sync button, if nothing docks it: on its own page, which has room for two columns. */
  dock?: ReactNode
}

/** This device's sync status: changes that need a decision, changes that wait, and the device itself (mock 06). */
export const OfflineStatus = ({ sync, sought = null, dock }: Props) => (
  <div className={cx(STACK, 'pt-1 pb-2', dock !== undefined && 'lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start lg:gap-6')}>
    <div className={STACK}>
      <ConnectionHead sync={sync} />
      <StatusNotes sync={sync} />
      {dock}
      <AttentionList sought={sought} />
      <WaitingList />
    </div>
    <div className={STACK}>
      <DeviceCard sync={sync} />
      <GivenUpList />
    </div>
  </div>
)

const STACK = 'grid grid-cols-[minmax(0,1fr)] gap-4'

function AttentionList({ sought }: { sought: string | null }) {
  const waiting = useAttention()
  if (!waiting?.length) return null
  return (
    <section aria-label={`To decide (${waiting.length})`}>
      <h2 className="mb-2 flex items-center gap-2 text-16">
        To decide
        <span className="grid h-6 min-w-6 place-items-center rounded-full bg-flag px-1.5 text-14 text-on-flag tabular-nums">
          {waiting.length}
        </span>
      </h2>
      <div className="grid gap-2">
        {waiting.map((item) => (
          <AttentionCard key={item.opId} item={item} isSought={`${item.entity}/${item.id}` === sought} />
        ))}
      </div>
    </section>
  )
}

/** The sync button, with a note that changes are sent automatically. */
export const SyncDock = ({ sync }: { sync: SyncState }) => {
  const hasEnded = usePlanStatus()?.state === 'lapsed'
  return (
    <div className="grid gap-1.5">
      <SyncButton unsent={unsentOf(sync)} isOnline={sync.isOnline} />
      <p className="text-center text-14 text-ink-2">
        {hasEnded ? 'Syncs by itself once the practice has a plan again.' : selfSync(connectionStatusOf(sync))}
      </p>
    </div>
  )
}

function selfSync({ kind, tone }: ConnectionStatus): string {
  if (kind === 'signed-out') return 'Syncs by itself once you have signed in.'
  if (kind === 'upgrade') return 'Syncs by itself once Pritchel is updated.'
  return tone === 'flag' ? 'Syncs by itself when the connection returns.' : 'Syncs by itself while you work.'
}
