import type { Asked } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { useReachable } from '#platform/web/sync/status.ts'

/** Whether something that registration left for later is to be asked now: of an owner, once, and where the answer can reach the server. */
export function useToAsk(what: Asked): boolean {
  const user = useCurrentUser()
  const reachable = useReachable()
  return reachable && mayRunPractice(user?.role) && (user?.practice.toAsk ?? []).includes(what)
}
