import { describe, expect, test } from 'vitest'
import { ALL_FEATURES, can, type PlanFacts, planStatusOf, TIERS, tierNeeded } from '#lib/plan.ts'

const TODAY = '2026-11-22'
const plan = (change: Partial<PlanFacts> = {}): PlanFacts => ({
  ...{ tier: 'professional', trialEndsOn: null, paidUntil: null, nextTier: null, isPastDue: false, isEnding: false },
  ...change,
})
const standing = (change: Partial<PlanFacts>) => {
  const { state, tier, lastDay } = planStatusOf(plan(change), TODAY)
  return [state, tier, lastDay]
}

describe('what a plan has (Spec §6 Tier feature gating)', () => {
  test.each([
    ['essential', ['para-professional', 'vet-integration']],
    [
      'professional',
      [
        ...['advanced-reports', 'big-photos', 'calendar-integration', 'client-portal', 'gait-analysis'],
        ...['para-professional', 'vet-integration', 'video-upload', 'work-templates'],
      ],
    ],
  ] as const)('%s', (tier, features) => {
    expect(ALL_FEATURES.filter((feature) => can(tier, feature)).sort()).toEqual(features)
  })

  test('Enterprise has everything, and no plan has what a smaller one lacks not', () => {
    expect(ALL_FEATURES.every((feature) => can('enterprise', feature))).toBe(true)
    for (const feature of ALL_FEATURES) expect(TIERS.filter((tier) => can(tier, feature))[0]).toBe(tierNeeded(feature))
  })
})

describe('the status of a plan', () => {
  test.each([
    ['arranged without an end', {}, ['active', 'professional', null]],
    ['on the last day of its trial', { trialEndsOn: TODAY }, ['trial', 'professional', TODAY]],
    ['the day after its trial', { trialEndsOn: '2026-11-21' }, ['lapsed', 'professional', null]],
    ['in its trial, regardless of its earlier plan', { trialEndsOn: TODAY, tier: 'enterprise' }, ['trial', 'professional', TODAY]],
    [
      'paid already while its free weeks last',
      { trialEndsOn: TODAY, paidUntil: TODAY, tier: 'essential' },
      ['active', 'professional', TODAY],
    ],
    ['on the last day that is paid', { paidUntil: TODAY, tier: 'essential' }, ['active', 'essential', TODAY]],
    ['before a smaller plan holds', { paidUntil: TODAY, nextTier: 'essential' }, ['active', 'professional', TODAY]],
    ['the day a smaller plan begins', { paidUntil: '2026-11-21', nextTier: 'essential' }, ['past-due', 'essential', '2026-12-05']],
    ['while a payment is tried again', { paidUntil: '2026-11-20', isPastDue: true }, ['past-due', 'professional', '2026-12-04']],
    ['on the last day of grace', { paidUntil: '2026-11-08' }, ['past-due', 'professional', TODAY]],
    ['after the days of grace', { paidUntil: '2026-11-07' }, ['lapsed', 'professional', null]],
    ['cancelled, while what is paid lasts', { paidUntil: TODAY, isEnding: true }, ['active', 'professional', TODAY]],
    ['cancelled, the day after', { paidUntil: '2026-11-21', isEnding: true }, ['lapsed', 'professional', null]],
  ] as const)('%s', (_, change, expected) => {
    expect(standing(change)).toEqual(expected)
  })
})
