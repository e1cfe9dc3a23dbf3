import type { Manifest } from '#connectors/kit/manifest.ts'
import { CONNECTORS } from '#connectors/registry.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { AppError } from '#lib/errors.ts'
import { can, refusalOf, tierNeeded } from '#lib/plan.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'

/** Whose connection it is: the calling member's, or the practice's (null). */
export const ownerOf = ({ of }: Manifest, actor: Actor): string | null => (of === 'member' ? memberOf(actor) : null)

/** What a member may do of it beyond looking at it: of the practice's only the owner. @throws forbidden */
export function requireMine({ of }: Manifest, actor: Actor): void {
  if (of === 'practice') requireMay(actor, 'connectPractice')
}

export const isInPlan = ({ feature }: Manifest, { tier }: Pick<Actor, 'tier'>): boolean => !feature || can(tier, feature)

/** @throws not_in_plan, or the refusal of its feature */
export function requirePlan({ feature }: Manifest, actor: Actor): void {
  if (feature && !can(actor.tier, feature)) throw new AppError(refusalOf(feature), { feature, needs: tierNeeded(feature) })
}

/** What can be connected, by its id. @throws integration_not_found */
export function manifestOf(id: string): Manifest {
  const manifest = CONNECTORS.find((each) => each.id === id)
  if (!manifest) throw new AppError('integration_not_found')
  return manifest
}
