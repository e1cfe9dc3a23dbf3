import { useAsks } from '#features/records/guests/web/use-asks.ts'
import { useUnreadThreads } from '#features/talk/messaging/web/use-threads.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { useWaitingNotes } from '#features/visits/care/web/use-care-notes.ts'
import { useOpenTasks } from '#features/visits/tasks/web/use-tasks.ts'
import { addDays } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** How much is in the parts of Home that are folded on a phone; undefined while it loads. */
export function useCounts(): { tomorrow: number | undefined; unread: number; tasks: number | undefined } {
  const visits = useRows<VisitRow>('appointments', { day: addDays(useToday(), 1) })
  const parts = [useOpenTasks()?.length, useAsks()?.length, useWaitingNotes()?.length].filter((count) => count !== undefined)
  const tasks = parts.length > 0 ? parts.reduce((all, count) => all + count, 0) : undefined
  return { tomorrow: visits?.filter(isStop).length, unread: useUnreadThreads(), tasks }
}
