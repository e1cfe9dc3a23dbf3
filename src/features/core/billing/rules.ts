import type { Day } from '#lib/dates.ts'
import { isAtLeast, type PlanFacts, type Tier } from '#lib/plan.ts'

/** A subscription as its provider has it now. */
export type Subscription = {
  id: string
  /** `awaited`: its first payment has not come yet. `over`: it ended. */
  state: 'awaited' | 'paid' | 'past-due' | 'unpaid' | 'over'
  tier: Tier
  /** The last day of the cycle before this one, and of this one. */
  before: Day
  until: Day
  /** It ends with this cycle. */
  isEnding: boolean
}

/** A practice's plan with the subscription it goes by. */
export type Plan = PlanFacts & { subscription: string | null }
type Change = Partial<Omit<Plan, 'trialEndsOn'>>

/**
 * What a subscription makes of a practice's plan; undefined: nothing. A larger plan holds at once; a smaller one from the next cycle on
 * (Spec §4 Plan changes), which is when what is paid for reaches further than it did. It asks the subscription as it is, never what an event
 * said of it, so that events may come late, twice and in any order. What ends is only heard from the subscription the practice goes by.
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
