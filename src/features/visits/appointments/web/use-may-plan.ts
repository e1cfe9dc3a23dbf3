import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useSession } from '#platform/web/session/session.ts'

/** Whether the signed-in member may book, move and cancel; until one is known on this device, the server decides. */
export function useMayPlan(): boolean {
  const role = useSession<CurrentUser>().user?.role
  return role === undefined || may(role, 'planDiary')
}
