import { describe, expect, test } from 'vitest'
import {
  ALL_FEATURES,
  can,
  isAtLeast,
  type PlanFacts,
  planStatusOf,
  refusalOf,
  type ServiceFacts,
  serviceStandingOf,
  TIERS,
  tierNeeded,
} from '#lib/plan.ts'

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

test('a plan is at least itself and every smaller one', () => {
  const pairs = TIERS.flatMap((tier) => TIERS.filter((other) => isAtLeast(tier, other)).map((other) => `${tier} ${other}`))
  expect(pairs).toEqual([
    'essential essential',
    ...['professional essential', 'professional professional'],
    ...['enterprise essential', 'enterprise professional', 'enterprise enterprise'],
  ])
})

test('a refusal says what becomes of what was kept until now, where something was', () => {
  expect(ALL_FEATURES.map((feature) => [feature, refusalOf(feature)]).filter(([, code]) => code !== 'not_in_plan')).toEqual([
    ['video-upload', 'video_not_in_plan'],
    ['gait-analysis', 'gait_not_in_plan'],
    ['work-templates', 'templates_not_in_plan'],
    ['big-photos', 'photo_too_big'],
    ['unlimited-storage', 'video_month_full'],
  ])
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
    ['tried again while what is paid lasts', { paidUntil: TODAY, isPastDue: true }, ['past-due', 'professional', TODAY]],
    ['paid, after a trial', { trialEndsOn: '2026-10-01', paidUntil: TODAY, tier: 'essential' }, ['active', 'essential', TODAY]],
    [
      'paid as Essential in its free weeks',
      { trialEndsOn: TODAY, paidUntil: '2026-12-22', tier: 'essential' },
      ['active', 'professional', '2026-12-22'],
    ],
    ['while a payment is tried again', { paidUntil: '2026-11-20', isPastDue: true }, ['past-due', 'professional', '2026-12-04']],
    ['on the last day of grace', { paidUntil: '2026-11-08' }, ['past-due', 'professional', TODAY]],
    ['after the days of grace', { paidUntil: '2026-11-07' }, ['lapsed', 'professional', null]],
    ['cancelled, while what is paid lasts', { paidUntil: TODAY, isEnding: true }, ['active', 'professional', TODAY]],
    ['cancelled, the day after', { paidUntil: '2026-11-21', isEnding: true }, ['lapsed', 'professional', null]],
  ] as const)('%s', (_, change, expected) => {
    expect(standing(change)).toEqual(expected)
  })
})

describe('the status of a service of a horse', () => {
  test.each([
    ['arranged without an end', {}, ['open', true, null]],
    ['before its first day', { fromOn: '2026-11-23' }, ['asked', false, null]],
    ['on its first day', { fromOn: TODAY }, ['open', true, null]],
    ['before its first day, ended already', { fromOn: '2026-11-23', endsOn: '2026-11-30' }, ['asked', false, '2026-11-30']],
    ['on the last day that is paid', { paidUntil: TODAY }, ['open', true, null]],
    ['the day after', { paidUntil: '2026-11-21' }, ['past-due', true, '2026-12-05']],
    ['on the last day of grace', { paidUntil: '2026-11-08' }, ['past-due', true, TODAY]],
    ['after the days of grace', { paidUntil: '2026-11-07' }, ['ended', false, '2026-11-21']],
    ['while a payment is tried again', { paidUntil: TODAY, isPastDue: true }, ['past-due', true, '2026-12-06']],
    ['arranged, whatever was tried before', { isPastDue: true }, ['open', true, null]],
    ['on its last day', { endsOn: TODAY }, ['ending', true, TODAY]],
    ['the day after its last', { endsOn: '2026-11-21' }, ['ended', false, '2026-11-21']],
    ['ended on the day it began, and not paid', { fromOn: TODAY, endsOn: TODAY, paidUntil: TODAY }, ['ending', true, TODAY]],
    ['ending after the days of grace', { paidUntil: '2026-11-21', endsOn: '2026-12-25' }, ['ending', true, '2026-12-05']],
    ['ending before the days of grace', { paidUntil: '2026-11-21', endsOn: '2026-11-25' }, ['ending', true, '2026-11-25']],
    ['ending on the last day of grace', { paidUntil: '2026-11-08', endsOn: TODAY }, ['ending', true, TODAY]],
  ] as const)('%s', (_, change, expected) => {
    const facts: ServiceFacts = { fromOn: '2026-08-14', paidUntil: null, isPastDue: false, endsOn: null, ...change }
    const { state, isOpen, lastDay } = serviceStandingOf(facts, TODAY)
    expect([state, isOpen, lastDay]).toEqual(expected)
  })
})
