import { addDays, type Day } from '#lib/dates.ts'
import type { ErrorCode } from '#lib/errors.ts'

/** Plans a practice pays for, the smallest first (Spec §3 Subscription tier). */
export const TIERS = ['essential', 'professional', 'enterprise'] as const
export type Tier = (typeof TIERS)[number]

/**
 * The smallest plan that has each feature (Spec §6 Tier feature gating, §9 Plans per month). Services that clients pay for are in every plan.
 */
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

/** A feature that depends on the plan. */
export type Feature = keyof typeof NEEDS
export const ALL_FEATURES = Object.keys(NEEDS) as Feature[]

/** The smallest plan that has it. */
export const tierNeeded = (feature: Feature): Tier => NEEDS[feature]

/** Whether a plan has a feature. Both sides call this; the server decides. */
export const can = (tier: Tier, feature: Feature): boolean => isAtLeast(tier, NEEDS[feature])

/** The error code when the plan lacks the feature; where data was kept until now, its sentence explains what becomes of it. */
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

/** The plan of a practice as the directory stores it; a device keeps the same for its own practice. */
export type PlanFacts = {
  tier: Tier
  /** Its last day. */
  trialEndsOn: Day | null
  /** The last day that is paid for; null: never paid. */
  paidUntil: Day | null
  /** The tier from the next cycle on. */
  nextTier: Tier | null
  /** The last payment failed and is tried again. */
  isPastDue: boolean
  /** Cancelled: nothing is paid after `paidUntil`. */
  isEnding: boolean
}

/** Free trial, paid for, payment awaited, or ended. After the end everything can be read and exported, and nothing written. */
export type PlanState = 'trial' | 'active' | 'past-due' | 'lapsed'

export type PlanStatus = {
  state: PlanState
  /** The tier whose features and limits apply today. */
  tier: Tier
  /** The last day of this status; null: there is no end. */
  lastDay: Day | null
}

/** A failed payment is retried by its provider; nothing closes during these days. */
export const GRACE_DAYS = 14

/**
 * The status of a plan on a day of the practice. A practice with neither a trial nor a payment has a plan arranged by the operator of the
 * server, without an end. A smaller plan that was chosen applies from the day after the paid period (Spec §4 Plan changes).
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

/** Spec §9 Free trial: its weeks are of Professional, regardless of what was paid in the meantime. */
const TRIAL_TIER: Tier = 'professional'

const larger = (a: Tier, b: Tier): Tier => (isAtLeast(a, b) ? a : b)

/** What an owner pays for, for one horse: its record in the portal where the practice's plan has none, its vet, or its para-professionals. */
export const SERVICES = ['portal', 'vet-integration', 'para-professional'] as const
export type Service = (typeof SERVICES)[number]

/** The days of a horse's service. */
export type ServiceFacts = {
  fromOn: Day
  /** The last day that is paid for; null: arranged, without an end. */
  paidUntil: Day | null
  /** The last payment failed and is tried again. */
  isPastDue: boolean
  /** Its last day, once it was ended. */
  endsOn: Day | null
}

/** Begins later, open, open until it ends, payment awaited, or ended. */
export type ServiceState = 'asked' | 'open' | 'ending' | 'past-due' | 'ended'

export type ServiceStanding = {
  state: ServiceState
  /** Whether what it is paid for may be done today. */
  isOpen: boolean
  /** The last day of this; null: there is no end. */
  lastDay: Day | null
}

/** How a horse's service stands on a day of the practice. The database's `service_open` has the same days. */
export function serviceStandingOf({ fromOn, paidUntil, isPastDue, endsOn }: ServiceFacts, today: Day): ServiceStanding {
  const graceEnds = paidUntil && addDays(paidUntil, GRACE_DAYS)
  const lastDay = lastOpenDay({ paidUntil, endsOn })
  if (lastDay !== null && lastDay < today) return { state: 'ended', isOpen: false, lastDay }
  if (today < fromOn) return { state: 'asked', isOpen: false, lastDay: endsOn }
  if (endsOn !== null) return { state: 'ending', isOpen: true, lastDay }
  const isLate = paidUntil !== null && (isPastDue || paidUntil < today)
  return isLate ? { state: 'past-due', isOpen: true, lastDay: graceEnds } : { state: 'open', isOpen: true, lastDay: null }
}

/** The last day on which a service is open, as long as nothing more is paid or decided; null: there is no end. */
export const lastOpenDay = ({ paidUntil, endsOn }: Pick<ServiceFacts, 'paidUntil' | 'endsOn'>): Day | null =>
  earliest(endsOn, paidUntil && addDays(paidUntil, GRACE_DAYS))

const earliest = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b < a) ? b : a)
