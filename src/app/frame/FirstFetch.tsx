import type { ReactNode } from 'react'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/**
 * Holds a screen back until this device has the whole practice once, on its first visit: an empty list before that would be untrue. From
 * then on nothing waits for the network.
 */
export function FirstFetch({ children }: { children: ReactNode }) {
  const { isCopyComplete, lastResult, reachable } = useSyncStatus()
  if (isCopyComplete) return children
  return (
    <Page>
      <h1 className="sr-only">Fetching your practice</h1>
      <Card className="animate-late">{statusText(reachable, lastResult?.success === false)}</Card>
    </Page>
  )
}

function statusText(isReachable: boolean, hasFailed: boolean) {
  if (!isReachable)
    return <OfflineState title="Not on this device yet">Connect once, and your diary, clients and horses stay here for good.</OfflineState>
  if (hasFailed)
    return (
      <ErrorState title="Your practice could not be fetched" onRetry={() => void syncNow()}>
        The server did not answer as it should. Nothing is lost, and it is tried again by itself.
      </ErrorState>
    )
  return <SkeletonRows label="Fetching your diary, clients and horses..." rows={6} />
}
