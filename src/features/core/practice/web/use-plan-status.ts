import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { type PlanStatus, planStatusOf } from '#lib/plan.ts'
import { useToday } from '#platform/web/use-today.ts'

/** The status of the practice's plan today, online or offline; undefined when no user is signed in, or in the test version, where nothing is paid. */
export function usePlanStatus(): PlanStatus | undefined {
  const user = useCurrentUser()
  const today = useToday(user?.practice.zone)
  return user && !user.isTestVersion ? planStatusOf(user.practice, today) : undefined
}
