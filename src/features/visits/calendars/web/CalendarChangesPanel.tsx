import { lazy, Suspense } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import type { CalendarChangesProps } from '#features/visits/calendars/web/CalendarChanges.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

const CalendarChanges = lazy(() =>
  import('#features/visits/calendars/web/CalendarChanges.tsx').then((module) => ({ default: module.CalendarChanges })),
)

/** What changed in the user's own calendars, to be answered with one press each; nothing, and nothing loaded, when there is none. */
export function CalendarChangesPanel({ form }: CalendarChangesProps) {
  const memberId = useSession<CurrentUser>().user?.memberId
  const isAnyOpen = useRows<CalendarChange>('calendar_changes')?.some((change) => change.state === 'open' && change.memberId === memberId)
  return (
    isAnyOpen && (
      <Suspense>
        <CalendarChanges form={form} />
      </Suspense>
    )
  )
}
