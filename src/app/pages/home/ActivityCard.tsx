import { useRecentActivity } from '#app/pages/home/recent-activity.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { type Day, dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
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
      {!data && error instanceof Unreachable && <OfflineState>What was done lately is fetched when you have signal.</OfflineState>}
      {!data && error && !(error instanceof Unreachable) && (
        <ErrorState title="Recent activity did not load" onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      )}
      {data?.items.length === 0 && <p className="px-4 py-3 text-ink-2">No recent activity</p>}
      {data && data.items.length > 0 && (
        <List label="Recent Activity">
          {data.items.map((item) => (
            <ListRow
              key={item.id}
              title={item.title}
              detail={item.description}
              aside={
                <time dateTime={item.time} className="shrink-0 text-14 text-ink-2">
                  {whenOf(item.time, zone, today)}
                </time>
              }
            />
          ))}
        </List>
      )}
    </Card>
  )
}

/** Today by the clock, earlier by the day. */
function whenOf(instant: string | number, zone: string, today: Day): string {
  const day = dayOf(instant, zone)
  return day === today ? timeOf(instant, zone) : shortDay(day)
}
