import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { type PlanFacts, type PlanStatus, planStatusOf } from '#lib/plan.ts'
import type { Actor } from '#platform/server/actor.ts'

/** The columns of a practice's plan and its calendar in the directory. */
export type PlanRow = {
  zone: string
  demo_day: Day | null
  demo_from: Date | null
  tier: Actor['tier']
  trial_ends_on: Day | null
  paid_until: Day | null
  next_tier: Actor['tier'] | null
  is_past_due: boolean
  is_ending: boolean
}

/** Its columns, of `directory.practices p`. */
export const PLAN_COLUMNS =
  'p.zone, p.demo_day, p.demo_from, p.tier, p.trial_ends_on, p.paid_until, p.next_tier, p.is_past_due, p.is_ending'

/** The same in wire names. */
export const planFactsOf = (row: Omit<PlanRow, 'zone' | 'demo_day' | 'demo_from'>): PlanFacts => ({
  tier: row.tier,
  trialEndsOn: row.trial_ends_on,
  paidUntil: row.paid_until,
  nextTier: row.next_tier,
  isPastDue: row.is_past_due,
  isEnding: row.is_ending,
})

/** The current status of a plan, on the practice's own calendar. */
export const planStatusIn = (row: PlanRow): PlanStatus => planStatusOf(planFactsOf(row), dayOf(currentTime(), row.zone))
