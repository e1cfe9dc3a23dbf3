import { useAsks } from '#features/records/guests/web/use-asks.ts'
import { useUnreadThreads } from '#features/talk/messaging/web/use-threads.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { useOpenTasks } from '#features/visits/tasks/web/use-tasks.ts'
import { addDays } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** How much is in the parts of Home that are folded on a phone; undefined while it loads. */
export function useCounts(): { tomorrow: number | undefined; unread: number; tasks: number | undefined } {
  const visits = useRows<VisitRow>('appointments', { day: addDays(useToday(), 1) })
  const [tasks, asks] = [useOpenTasks()?.length, useAsks()?.length]
  return { tomorrow: visits?.filter(isStop).length, unread: useUnreadThreads(), tasks: tasks === undefined ? asks : tasks + (asks ?? 0) }
}
