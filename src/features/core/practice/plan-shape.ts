import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { TIERS } from '#lib/plan.ts'

export const Tier = z.enum(TIERS)

/** The status of a practice's plan. Devices store it to decide offline which features they may use (`planStatusOf`). */
export const planFields = {
  tier: Tier,
  trialEndsOn: dayShape.nullable(),
  /** The last day that is paid for; null: never paid. */
  paidUntil: dayShape.nullable(),
  /** The plan from the next cycle on, when another was chosen. */
  nextTier: Tier.nullable(),
  /** The last payment failed and is tried again. */
  isPastDue: z.boolean(),
  /** Cancelled: nothing is paid after `paidUntil`. */
  isEnding: z.boolean(),
}
