import type { ReactNode } from 'react'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { AttentionCard } from '#features/office/attention/web/AttentionCard.tsx'
import { ConnectionHead } from '#features/office/attention/web/ConnectionHead.tsx'
import { type ConnectionStatus, connectionStatusOf, unsentOf } from '#features/office/attention/web/connection-status.ts'
import { DeviceCard } from '#features/office/attention/web/DeviceCard.tsx'
import { GivenUpList } from '#features/office/attention/web/GivenUpList.tsx'
import { StatusNotes } from '#features/office/attention/web/StatusNotes.tsx'
import { SyncButton } from '#features/office/attention/web/SyncButton.tsx'
import { type AttentionItem, useAttention } from '#features/office/attention/web/use-attention.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { useWaiting } from '#features/office/attention/web/use-waiting.ts'
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
export function OfflineStatus({ sync, sought = null, dock }: Props) {
  const [undecided, waiting] = [useAttention(), useWaiting()]
  // At once or not yet: a list that came a moment later would push away what is under the thumb.
  const isRead = undecided !== undefined && waiting !== undefined
  return (
    <div className={cx(STACK, 'pt-1 pb-2', dock !== undefined && 'lg:grid-cols-[minmax(0,1fr)_400px] lg:items-start lg:gap-6')}>
      <div className={STACK}>
        <ConnectionHead sync={sync} />
        <StatusNotes sync={sync} />
        {dock}
        {isRead && <AttentionList undecided={undecided} sought={sought} />}
        {isRead && <WaitingList waiting={waiting} />}
      </div>
      {isRead && (
        <div className={STACK}>
          <DeviceCard sync={sync} />
          <GivenUpList />
        </div>
      )}
    </div>
  )
}

const STACK = 'grid grid-cols-[minmax(0,1fr)] gap-4'

function AttentionList({ undecided, sought }: { undecided: readonly AttentionItem[]; sought: string | null }) {
  if (!undecided.length) return null
  return (
    <section aria-label={`To decide (${undecided.length})`}>
      <h2 className="mb-2 flex items-center gap-2 text-16">
        To decide
        <span className="grid h-6 min-w-6 place-items-center rounded-full bg-flag px-1.5 text-14 text-on-flag tabular-nums">
          {undecided.length}
        </span>
      </h2>
      <div className="grid gap-2">
        {undecided.map((item) => (
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
        {hasEnded ? 'Syncs automatically once the practice has a plan again.' : selfSync(connectionStatusOf(sync))}
      </p>
    </div>
  )
}

function selfSync({ kind, tone }: ConnectionStatus): string {
  if (kind === 'signed-out') return "Syncs automatically once you've signed in."
  if (kind === 'upgrade') return 'Syncs automatically once Pritchel is updated.'
  return tone === 'flag' ? 'Syncs automatically when the connection returns.' : 'Syncs automatically while you work.'
}
