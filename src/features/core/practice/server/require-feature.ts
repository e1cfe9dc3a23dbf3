import { AppError } from '#lib/errors.ts'
import { can, type Feature, refusalOf, tierNeeded } from '#lib/plan.ts'
import type { Actor } from '#platform/server/actor.ts'

/** Checks that the practice's plan has a feature; in the test version every plan has every feature. @throws not_in_plan, or the feature's own code */
export function requireFeature(actor: Pick<Actor, 'tier'>, feature: Feature): void {
  if (!can(actor.tier, feature)) throw new AppError(refusalOf(feature), { feature, needs: tierNeeded(feature) })
}
