import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { ActivityList } from '#app/pages/home/ActivityList.tsx'
import { ACTIVITY_PATH } from '#app/pages/home/recent-activity.ts'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import type { ActivityItem, roundEndpoints } from '#features/day/round/contract.ts'
import { type Day, dayOf, longDay } from '#lib/dates.ts'
import type { JournalKind } from '#lib/journal-kinds.ts'
import { call, sentenceOf, Unreachable } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState, ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const KINDS: Record<JournalKind, string> = {
  diary: 'Diary',
  work: 'Work',
  horses: 'Horses',
  clients: 'Clients',
  yards: 'Yards',
  texts: 'Texts',
  practice: 'Practice',
}
const AT_ONCE = 40

/** The practice's whole journal, newest first: who did what, and how to undo it. It is the server's, so it needs a connection. */
export function ActivityPage() {
  const [kind, setKind] = useState<JournalKind>()
  const [memberId, setMember] = useState<string>()
  const pages = useActivity(kind, memberId)
  const items = pages.data?.pages.flat()
  return (
    <Page>
      <PageHeader title="Activity" subtitle="Everything done in your practice, with Undo where it's possible." />
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Kinds chosen={kind} onChoose={setKind} />
        <Members chosen={memberId} onChoose={setMember} />
      </div>
      {!items && !pages.error && (
        <Card>
          <SkeletonRows label="Loading activity..." rows={8} />
        </Card>
      )}
      {!items && pages.error && <Failed error={pages.error} onRetry={() => void pages.refetch()} />}
      {items?.length === 0 && <Nothing isNarrowed={Boolean(kind || memberId)} />}
      {items && <Days items={items} />}
      {pages.hasNextPage && (
        <Button className="mx-auto" busy={pages.isFetchingNextPage} busyLabel="Loading..." onClick={() => pages.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Page>
  )
}

const useActivity = (kind: JournalKind | undefined, memberId: string | undefined) =>
  useInfiniteQuery({
    queryKey: [ACTIVITY_PATH, 'all', kind, memberId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      call<typeof roundEndpoints.activity>('GET /api/dashboard/activity', {
        query: { limit: AT_ONCE, ...(after && { after }), ...(kind && { kind }), ...(memberId && { memberId }) },
        signal,
      }),
    getNextPageParam: (last) => (last.length === AT_ONCE ? last.at(-1)?.id : undefined),
    refetchOnMount: 'always',
  })

const Kinds = ({ chosen, onChoose }: { chosen: JournalKind | undefined; onChoose: (kind: JournalKind | undefined) => void }) => (
  <fieldset className="flex w-full min-w-0 gap-2 max-md:-mx-1.5 max-md:overflow-x-auto max-md:p-1.5 md:w-auto md:flex-wrap">
    <legend className="sr-only">Show only</legend>
    {(Object.keys(KINDS) as JournalKind[]).map((kind) => (
      <Chip key={kind} pressed={kind === chosen} onPressedChange={(pressed) => onChoose(pressed ? kind : undefined)}>
        {KINDS[kind]}
      </Chip>
    ))}
  </fieldset>
)

/* Nothing to choose where one person does everything. */
function Members({ chosen, onChoose }: { chosen: string | undefined; onChoose: (id: string | undefined) => void }) {
  const members = useRows<Member>('members')
  if (!members || members.length < 2) return null
  const options = members.map(({ id, name }) => ({ value: id, label: name })).toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'))
  return (
    <Select
      aria-label="Done by"
      placeholder="By anyone"
      options={options}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value || undefined)}
      className="max-md:w-full md:ml-auto md:w-56"
    />
  )
}

function Days({ items }: { items: readonly ActivityItem[] }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const today = useToday()
  return [...Map.groupBy(items, ({ time }) => dayOf(time, zone))].map(([day, some]) => (
    <Card key={day} title={dayTitle(day, today)}>
      <ActivityList label={longDay(day)} items={some} zone={zone} today={day} isLive />
    </Card>
  ))
}

const dayTitle = (day: Day, today: Day) => (day === today ? `Today, ${longDay(day)}` : longDay(day))

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <Card>
    <EmptyState icon={History} title="No recent activity">
      {isNarrowed ? 'Nothing of this kind yet.' : 'What you book, change and finish appears here.'}
    </EmptyState>
  </Card>
)

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Card>
    {error instanceof Unreachable ? (
      <OfflineState action={<Button onClick={onRetry}>Try again</Button>}>
        Activity is kept on the server. It opens when you have signal.
      </OfflineState>
    ) : (
      <ErrorState title="Activity didn't load" onRetry={onRetry}>
        {sentenceOf(error)}
      </ErrorState>
    )}
  </Card>
)
