import type { Day } from '#lib/dates.ts'
import { isAtLeast, type PlanFacts, type Tier } from '#lib/plan.ts'

/** A subscription as its provider has it now. */
export type Subscription = {
  id: string
  /** `awaited`: its first payment has not come yet. `over`: it ended. */
  state: 'awaited' | 'paid' | 'past-due' | 'unpaid' | 'over'
  tier: Tier
  /** The last day of the previous cycle, and of the current one. */
  before: Day
  until: Day
  /** It ends with the current cycle. */
  isEnding: boolean
}

/** A practice's plan with the subscription that determines it. */
export type Plan = PlanFacts & { subscription: string | null }
type Change = Partial<Omit<Plan, 'trialEndsOn'>>

/**
 * The change that a subscription makes to a practice's plan; undefined: none. A larger plan applies at once; a smaller one from the next
 * cycle (Spec §4 Plan changes), which begins when the paid period extends further than before. The input is the subscription's current
 * state, never the content of an event, so events may arrive late, twice and in any order. An end counts only if it comes from the
 * subscription that determines the practice's plan.
 */
export function planAfter(plan: Plan, subscription: Subscription): Change | undefined {
  const { id, state, tier, before, until, isEnding } = subscription
  const isOurs = plan.subscription === id
  if (state === 'awaited' || (!isOurs && state !== 'paid')) return undefined
  if (state === 'over')
    return { subscription: null, paidUntil: earlier(plan.paidUntil, until), nextTier: null, isPastDue: false, isEnding: true }
  if (state !== 'paid') {
    return { paidUntil: earlier(plan.paidUntil, before), isPastDue: true, isEnding: isEnding || state === 'unpaid' }
  }
  const isNewCycle = !isOurs || plan.paidUntil === null || until > plan.paidUntil
  const holdsNow = isNewCycle || isAtLeast(tier, plan.tier)
  return {
    subscription: id,
    paidUntil: until,
    isPastDue: false,
    isEnding,
    ...(holdsNow ? { tier, nextTier: null } : { nextTier: tier }),
  }
}

const earlier = (known: Day | null, day: Day): Day => (known !== null && known < day ? known : day)
