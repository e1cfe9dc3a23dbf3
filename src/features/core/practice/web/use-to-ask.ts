import type { LaterQuestion } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { useReachable } from '#platform/web/sync/status.ts'

/** Whether to show a question that registration left for later: to an owner, once, and where the answer can reach the server. */
export function useToAsk(what: LaterQuestion): boolean {
  const user = useCurrentUser()
  const reachable = useReachable()
  return reachable && mayRunPractice(user?.role) && (user?.practice.toAsk ?? []).includes(what)
}
