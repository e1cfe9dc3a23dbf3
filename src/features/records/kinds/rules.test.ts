import { expect, test } from 'vitest'
import { kindCalled, kindOptions, kindsFrom, labelOf, resetsCycle, SERVICE_TYPES, SHORT_WORK } from '#features/records/kinds/rules.ts'

const kind = (serviceType: string, change: object = {}) => ({
  ...{ serviceType, label: serviceType, resetsCycle: true, isOffered: true },
  ...change,
})

test('a copy without kinds of its own has the standard ones; a call-out and short work leave the cycle, and so does what is no kind', () => {
  const kinds = kindsFrom([])
  expect(kinds.map((one) => one.serviceType)).toEqual([...SERVICE_TYPES, ...SHORT_WORK])
  expect(kinds.filter((one) => !one.resetsCycle).map((one) => one.label)).toEqual(['Emergency call-out', ...SHORT_WORK])
  expect(resetsCycle(kinds, 'Bar shoes')).toBe(false)
  expect([kind('Bar shoes'), kind('Check')].map((own) => resetsCycle([own], own.serviceType))).toEqual([true, true])
  expect(SHORT_WORK.map((name) => resetsCycle([kind('Trim')], name))).toEqual([false, false, false])
})

test('kinds are in the order of the standard rates, then by label', () => {
  const kinds = kindsFrom([
    kind('Wedges', { label: 'Äpfel' }),
    kind('Bar shoes'),
    kind('Full set new', { label: 'A full set' }),
    kind('Trim'),
  ])
  expect(kinds.map((one) => one.label)).toEqual(['Trim', 'A full set', 'Äpfel', 'Bar shoes'])
})

test('a removed kind is no longer offered, but is read by its name where it is on record', () => {
  const kinds = kindsFrom([kind('Trim'), kind('Bar shoes', { label: 'Egg bars', isOffered: false, resetsCycle: false })])
  expect(kindOptions(kinds)).toEqual([{ value: 'Trim', label: 'Trim' }])
  expect(kindOptions(kinds, 'Bar shoes')).toEqual([
    { value: 'Bar shoes', label: 'Egg bars' },
    { value: 'Trim', label: 'Trim' },
  ])
  expect(kindOptions(kinds, 'Own words')[0]).toEqual({ value: 'Own words', label: 'Own words' })
  expect([labelOf(kinds, 'Bar shoes'), resetsCycle(kinds, 'Bar shoes')]).toEqual(['Egg bars', false])
})

test('no two kinds have the same label, regardless of earlier labels', () => {
  const kinds = [kind('Trim', { label: 'Barefoot' }), kind('Bar shoes', { isOffered: false })]
  expect(kindCalled(kinds, ' barefoot ')?.serviceType).toBe('Trim')
  expect(kindCalled(kinds, 'trim')?.serviceType).toBe('Trim')
  expect(kindCalled(kinds, 'BAR shoes')?.serviceType).toBe('Bar shoes')
  expect(kindCalled(kinds, 'Trim', 'Trim')).toBeUndefined()
  expect(kindCalled(kinds, 'Wedges')).toBeUndefined()
})
