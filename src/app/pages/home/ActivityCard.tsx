import { ActivityList, whenOf } from '#app/pages/home/ActivityList.tsx'
import { useRecentActivity } from '#app/pages/home/recent-activity.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Spec §2 Dashboard: Recent Activity, the practice's own journal. */
export const ActivityCard = () => (
  <Queries>
    <Activity />
  </Queries>
)

function Activity() {
  const { data, error, refetch } = useRecentActivity()
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const today = useToday()
  return (
    <Card
      title="Recent Activity"
      action={data && !data.isLive && <span className="text-14 text-ink-2">{`as at ${whenOf(data.asAt, zone, today)}`}</span>}
    >
      {!data && !error && <SkeletonRows label="Loading recent activity..." rows={3} />}
      {!data && error instanceof Unreachable && <OfflineState>Recent activity loads when you have signal.</OfflineState>}
      {!data && error && !(error instanceof Unreachable) && (
        <ErrorState title="Recent activity didn't load" onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      )}
      {data?.items.length === 0 && <p className="px-4 py-3 text-ink-2">No recent activity</p>}
      {data && data.items.length > 0 && (
        <>
          <ActivityList label="Recent Activity" items={data.items} zone={zone} today={today} isLive={data.isLive} />
          <div className="border-t border-line p-1 text-center">
            <LinkButton variant="quiet" size="sm" href="/reports">
              View all activity
            </LinkButton>
          </div>
        </>
      )}
    </Card>
  )
}
