import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { can, type Feature } from '#lib/plan.ts'

/** Whether the practice's plan has a feature, as far as this device knows; the server decides. In the test version it has all of them. */
export function useFeature(feature: Feature): boolean {
  const planStatus = usePlanStatus()
  return !planStatus || can(planStatus.tier, feature)
}
