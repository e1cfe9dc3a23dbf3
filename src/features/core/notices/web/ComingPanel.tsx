import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { noticeEndpoints } from '#features/core/notices/contract.ts'
import { useNoticeActions } from '#features/core/notices/web/data.ts'
import { NoticeCard } from '#features/core/notices/web/NoticeCard.tsx'
import { currentMs } from '#lib/clock.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const FIRST = 20
const MOST = 200

const coming = (limit: number) => queryFor<typeof noticeEndpoints.list>('GET /api/notices', { query: { coming: 'true', limit } })

/** Reminders that are sent automatically, the soonest first; fetched when the panel is opened. Nothing where the server can't be reached. */
export function ComingPanel({ zone, isLive }: { zone: string; isLive: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!isLive) return null
  return (
    <details className="group rounded-lg border border-line bg-surface" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2">
        <CalendarClock size={18} aria-hidden className="shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1 font-bold">Coming reminders</span>
        <ChevronDown size={18} aria-hidden className="shrink-0 text-ink-2 transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <Coming zone={zone} />}
    </details>
  )
}

function Coming({ zone }: { zone: string }) {
  const [limit, setLimit] = useState(FIRST)
  const actions = useNoticeActions()
  const query = useQuery({ ...coming(limit), refetchOnMount: 'always' })
  const { refetch } = query
  const stopped = actions.cancel.data
  useEffect(() => void (stopped && refetch()), [stopped, refetch])
  if (query.isPending) return <SkeletonRows label="Loading the reminders..." />
  if (query.isError) {
    return (
      <ErrorState title="The reminders couldn't be loaded" onRetry={() => void query.refetch()}>
        {sentenceOf(query.error)}
      </ErrorState>
    )
  }
  const waiting = query.data.filter(({ id }) => id !== stopped?.id)
  if (waiting.length === 0)
    return <p className="border-t border-line px-4 py-3 text-ink-2">None yet. They're planned as visits are booked.</p>
  return (
    <div className="grid gap-2.5 border-t border-line p-2.5">
      <ol className="grid gap-2.5">
        {waiting.map((notice) => (
          <li key={notice.id}>
            <NoticeCard notice={notice} now={currentMs()} zone={zone} actions={actions} isLive />
          </li>
        ))}
      </ol>
      {query.data.length === limit && limit < MOST && <Button onClick={() => setLimit(MOST)}>Show more</Button>}
    </div>
  )
}
