import type { CurrentUser } from '#features/practice/contract.ts'
import { may } from '#features/practice/rules.ts'
import { useSession } from '#platform/web/session.ts'

/** Whether whoever is signed in may book, move and cancel; until somebody is known on this device, the server has the say. */
export function useMayPlan(): boolean {
  const role = useSession<CurrentUser>().user?.role
  return role === undefined || may(role, 'planDiary')
}
