import { describe, expect, test } from 'vitest'
import { type Plan, planAfter, type Subscription } from '#features/core/billing/rules.ts'

const plan = (change: Partial<Plan> = {}): Plan => ({
  ...{ tier: 'professional', trialEndsOn: null, paidUntil: '2026-12-10', nextTier: null, isPastDue: false, isEnding: false },
  subscription: 'sub_1',
  ...change,
})
const subscription = (change: Partial<Subscription> = {}): Subscription => ({
  ...{ id: 'sub_1', state: 'paid', tier: 'professional', before: '2026-11-10', until: '2026-12-10', isEnding: false },
  ...change,
})
const turned = (was: Partial<Plan>, now: Partial<Subscription>) => planAfter(plan(was), subscription(now))
const UNPAID: Partial<Plan> = { subscription: null, paidUntil: null }

describe('what a subscription makes of a plan (Spec §4 Plan changes)', () => {
  test.each([
    ['the first payment', UNPAID, { tier: 'essential' }, { tier: 'essential', paidUntil: '2026-12-10', subscription: 'sub_1' }],
    ['a larger plan holds at once', {}, { tier: 'enterprise' }, { tier: 'enterprise', nextTier: null }],
    ['a smaller one waits for the next cycle', {}, { tier: 'essential' }, { nextTier: 'essential', paidUntil: '2026-12-10' }],
    [
      'and holds when it comes',
      { nextTier: 'essential' },
      { tier: 'essential', until: '2027-01-10' },
      { tier: 'essential', nextTier: null },
    ],
    ['taken back before, nothing changes', { nextTier: 'essential' }, {}, { tier: 'professional', nextTier: null }],
    ['cancelled', {}, { isEnding: true }, { isEnding: true, paidUntil: '2026-12-10' }],
    ['cancelled, and taken back', { isEnding: true }, {}, { isEnding: false }],
    // A renewal moves the end on before it is paid.
    [
      'a renewal that failed',
      { paidUntil: '2027-01-10' },
      { state: 'past-due', before: '2026-12-10', until: '2027-01-10' },
      { paidUntil: '2026-12-10', isPastDue: true },
    ],
    ['and was given up', { isPastDue: true }, { state: 'unpaid', before: '2026-12-10' }, { paidUntil: '2026-12-10', isEnding: true }],
    ['paid after all', { isPastDue: true }, { until: '2027-01-10' }, { paidUntil: '2027-01-10', isPastDue: false }],
    ['over', {}, { state: 'over', until: '2026-12-01' }, { subscription: null, paidUntil: '2026-12-01', isEnding: true }],
    ['over long after the last payment', { paidUntil: '2026-11-10' }, { state: 'over' }, { paidUntil: '2026-11-10' }],
  ] as const)('%s', (_, was, now, expected) => {
    expect(turned(was, now)).toMatchObject(expected)
  })

  test.each([
    ['a first payment that has not come', UNPAID, { state: 'awaited' }],
    ['the end of another subscription', {}, { id: 'sub_0', state: 'over' }],
    ['the unpaid bill of another one', {}, { id: 'sub_0', state: 'past-due' }],
    ['an end that was heard of already', { subscription: null, isEnding: true }, { state: 'over' }],
  ] as const)('%s changes nothing', (_, was, now) => {
    expect(turned(was, now)).toBeUndefined()
  })

  test('a repeated change has the same result as one', () => {
    for (const now of [{}, { tier: 'essential' }, { tier: 'enterprise' }, { state: 'past-due' }] as const) {
      const once = { ...plan(), ...turned({}, now) }
      expect({ ...once, ...planAfter(once, subscription(now)) }).toEqual(once)
    }
  })
})
