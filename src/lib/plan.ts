import { addDays, type Day } from '#lib/dates.ts'
import type { ErrorCode } from '#lib/errors.ts'

/** Plans a practice pays for, the smallest first (Spec §3 Subscription tier). */
export const TIERS = ['essential', 'professional', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/** From which plan on there is what (Spec §6 Tier feature gating, §9 Plans per month). Services that clients pay for are for every plan. */
const NEEDS = {
  'video-upload': 'professional',
  'gait-analysis': 'professional',
  'advanced-reports': 'professional',
  'client-portal': 'professional',
  'work-templates': 'professional',
  'calendar-integration': 'professional',
  'big-photos': 'professional',
  'unlimited-storage': 'enterprise',
  'team-management': 'enterprise',
  'ai-insights': 'enterprise',
  'white-label': 'enterprise',
  'api-access': 'enterprise',
  'vet-integration': 'essential',
  'para-professional': 'essential',
} as const satisfies Record<string, Tier>

/** What a plan may have or not have. */
export type Feature = keyof typeof NEEDS
export const ALL_FEATURES = Object.keys(NEEDS) as Feature[]

/** The smallest plan that has it. */
export const tierNeeded = (feature: Feature): Tier => NEEDS[feature]

/** Whether a plan has it; both sides ask this, and the server decides. */
export const can = (tier: Tier, feature: Feature): boolean => isAtLeast(tier, NEEDS[feature])

/** The code a plan without the feature is refused by; where something was kept so far, its sentence says what becomes of it. */
export const refusalOf = (feature: Feature): ErrorCode => OWN_REFUSALS[feature] ?? 'not_in_plan'

const OWN_REFUSALS: Partial<Record<Feature, ErrorCode>> = {
  'video-upload': 'video_not_in_plan',
  'gait-analysis': 'gait_not_in_plan',
  'work-templates': 'templates_not_in_plan',
  'unlimited-storage': 'video_month_full',
  'big-photos': 'photo_too_big',
}

/** Whether a plan is the other one or larger. */
export const isAtLeast = (tier: Tier, other: Tier): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(other)

/** How a practice's plan stands in the directory; a device keeps the same of its own practice. */
export type PlanFacts = {
  tier: Tier
  /** Its last day. */
  trialEndsOn: Day | null
  /** The last day that is paid for; null: never paid. */
  paidUntil: Day | null
  /** What holds from the next cycle on. */
  nextTier: Tier | null
  /** The last payment failed and is tried again. */
  isPastDue: boolean
  /** Cancelled: nothing is paid after `paidUntil`. */
  isEnding: boolean
}

/** Free to look round, paid for, payment awaited, or over: then everything can be read and taken out, and nothing written. */
export type PlanState = 'trial' | 'active' | 'past-due' | 'lapsed'

export type PlanStatus = {
  state: PlanState
  /** Whose features and limits hold today. */
  tier: Tier
  /** The last day it stands so; null: there is no end. */
  lastDay: Day | null
}

/** A payment that fails is tried again by its provider; so long nothing closes. */
const GRACE_DAYS = 14

/**
 * How a plan stands on a day of the practice. A practice with neither a trial nor a payment was arranged by whoever runs the server, without
 * an end. A smaller plan that was chosen holds from the day after what is paid (Spec §4 Plan changes).
 */
export function planStatusOf(plan: PlanFacts, today: Day): PlanStatus {
  const { tier, trialEndsOn, paidUntil, isPastDue } = plan
  const isTrial = trialEndsOn !== null && today <= trialEndsOn
  if (paidUntil && today <= paidUntil) {
    return { state: isPastDue ? 'past-due' : 'active', tier: isTrial ? larger(tier, TRIAL_TIER) : tier, lastDay: paidUntil }
  }
  if (isTrial) return { state: 'trial', tier: TRIAL_TIER, lastDay: trialEndsOn }
  if (!paidUntil) return trialEndsOn ? { state: 'lapsed', tier, lastDay: null } : { state: 'active', tier, lastDay: null }
  const next = plan.nextTier ?? tier
  const graceEnds = addDays(paidUntil, GRACE_DAYS)
  if (plan.isEnding || today > graceEnds) return { state: 'lapsed', tier: next, lastDay: null }
  return { state: 'past-due', tier: next, lastDay: graceEnds }
}

/** Spec §9 Free trial: its weeks are of Professional, whatever was paid for meanwhile. */
const TRIAL_TIER: Tier = 'professional'

const larger = (a: Tier, b: Tier): Tier => (isAtLeast(a, b) ? a : b)
