import { useDueRequests } from '#features/office/rights/web/use-requests.ts'

/** The number of requests due within the week or overdue, next to the tab's name. Nothing while there is none. */
export function DueRequestsBadge() {
  const due = useDueRequests().length
  if (due === 0) return null
  return (
    <span className="ml-1.5 inline-grid min-w-6 place-items-center rounded-full bg-flag px-1.5 text-14 font-bold text-on-flag tabular-nums">
      {due}
      <span className="sr-only"> to answer soon</span>
    </span>
  )
}
