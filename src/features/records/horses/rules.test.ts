import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pause } from '#features/records/horses/contract.ts'
import {
  ageOf,
  birthYearOf,
  dueInWords,
  endedBy,
  flagLabel,
  lastServiceOf,
  nextDueOn,
  statusOf,
  weeksInWords,
  whyNoStatus,
  withLocalWork,
  withPause,
} from '#features/records/horses/rules.ts'
import { addDays, daysBetween } from '#lib/dates.ts'

const TODAY = '2026-11-24'
const horse = (change: object = {}) => ({
  nextDue: null as string | null,
  lastService: null as string | null,
  cycleDays: 42 as number | null,
  pauses: [] as Pause[],
  goneOn: null as string | null,
  goneReason: null,
  ...change,
})
const due = (inDays: number) => statusOf(horse({ nextDue: addDays(TODAY, inDays) }), TODAY)

test('a horse is overdue from the day after it was due', () => {
  expect(due(-1)).toBe('overdue')
  expect(due(0)).toBe('due-soon')
})

test('a horse is due soon for the seven days before, and current until then', () => {
  expect(due(7)).toBe('due-soon')
  expect(due(8)).toBe('current')
})

test('a horse without a due date has no status, and shows why', () => {
  expect(statusOf(horse(), TODAY)).toBe('none')
  expect(whyNoStatus(horse(), TODAY)).toBe('No date yet')
  expect(whyNoStatus(horse({ cycleDays: null }), TODAY)).toBe('No date yet')
})

test('a paused horse is never overdue, until the day it comes back', () => {
  const paused = (fromOn: string, untilOn: string | null) =>
    statusOf(horse({ nextDue: '2026-01-01', pauses: [{ fromOn, untilOn, reason: null }] }), TODAY)
  expect(paused('2026-11-01', '2026-11-25')).toBe('none')
  expect(paused('2026-11-01', null)).toBe('none')
  expect(paused('2026-11-01', TODAY)).toBe('overdue')
  expect(paused('2026-11-25', null)).toBe('overdue')
})

test('a pause shows its reason, a horse without one shows what is missing', () => {
  const box = [{ fromOn: '2026-11-01', untilOn: null, reason: 'Box rest' }]
  expect(whyNoStatus(horse({ pauses: box }), TODAY)).toBe('Box rest')
  expect(whyNoStatus(horse({ pauses: [{ ...box[0], reason: null }] }), TODAY)).toBe('Paused')
  expect(whyNoStatus(horse({ cycleDays: null, cycleRules: [{ serviceType: 'Trim', days: 56, winterDays: null }] }), TODAY)).toBe(
    'No date yet',
  )
  expect(whyNoStatus(horse({ cycleDays: null, lastService: '2026-11-01' }), TODAY)).toBe('No date yet')
})

test('a new pause ends the one before, and one undone the day it began leaves no trace', () => {
  const first = { fromOn: '2026-10-01', untilOn: null, reason: 'Box rest' }
  const second = { fromOn: '2026-11-01', untilOn: '2026-12-01', reason: 'Turned away' }
  const both = withPause([first], second)
  expect(both).toEqual([{ ...first, untilOn: '2026-11-01' }, second])
  expect(endedBy(both, '2026-11-01')).toEqual([{ ...first, untilOn: '2026-11-01' }])
  expect(endedBy(both, TODAY)[1]).toEqual({ ...second, untilOn: TODAY })
})

test('a horse that is gone is never overdue, but one that is going still counts', () => {
  const gone = (on: string) => horse({ nextDue: '2026-01-01', goneOn: on })
  expect(statusOf(gone(TODAY), TODAY)).toBe('none')
  expect(statusOf(gone('2026-12-01'), TODAY)).toBe('overdue')
  expect(whyNoStatus({ ...gone(TODAY), goneReason: 'deceased' }, TODAY)).toBe('Deceased')
})

test('a gone or paused horse has no status, regardless of its dates', () => {
  const day = fc.integer({ min: -900, max: 900 }).map((offset) => addDays(TODAY, offset))
  fc.assert(fc.property(day, day, (nextDue, on) => on > TODAY || statusOf(horse({ nextDue, goneOn: on }), TODAY) === 'none'))
  const never = (pauses: Pause[]) => (nextDue: string) => statusOf(horse({ nextDue, pauses }), TODAY) === 'none'
  fc.assert(fc.property(day, day, (nextDue, on) => on > TODAY || never([{ fromOn: on, untilOn: null, reason: null }])(nextDue)))
  fc.assert(fc.property(day, day, (nextDue, on) => on <= TODAY || never([{ fromOn: '2020-01-01', untilOn: on, reason: null }])(nextDue)))
})

test('the next due date counts days, not hours, across a clock change', () => {
  const last = { workDate: '2027-03-20', serviceType: 'Trim' }
  expect(nextDueOn(last, { cycleDays: 42 })).toBe('2027-05-01')
  expect(nextDueOn(null, { cycleDays: 42 })).toBeNull()
  expect(nextDueOn(last, { cycleDays: null })).toBeNull()
})

test('a kind of work with a rule of its own starts that cycle, any other the usual one', () => {
  const cycles = { cycleDays: 42, cycleRules: [{ serviceType: 'Trim', days: 70, winterDays: null }] }
  const due = (serviceType: string | null) => nextDueOn({ workDate: '2026-06-01', serviceType }, cycles)
  expect(due('Trim')).toBe('2026-08-10')
  expect(due('Full set new')).toBe('2026-07-13')
  expect(due(null)).toBe('2026-07-13')
  expect(nextDueOn({ workDate: '2026-06-01', serviceType: 'Trim' }, { ...cycles, cycleDays: null })).toBe('2026-08-10')
  expect(nextDueOn({ workDate: '2026-06-01', serviceType: 'Full set new' }, { ...cycles, cycleDays: null })).toBeNull()
})

test('winter has weeks of its own, and a cycle across the turn is part summer, part winter', () => {
  const cycles = { cycleDays: 42, winterCycleDays: 56 }
  const due = (workDate: string) => nextDueOn({ workDate, serviceType: null }, cycles)
  expect(due('2026-06-01')).toBe('2026-07-13')
  expect(due('2026-11-01')).toBe('2026-12-27')
  // 30 days of September and October left at half: 21 of 42 in summer, 28 of 56 in winter.
  expect(due('2026-09-10')).toBe('2026-10-29')
})

const someDay = fc.integer({ min: 0, max: 4000 }).map((offset) => addDays('2022-01-01', offset))
const someWeeks = fc.integer({ min: 7, max: 366 })

test('a later service is never due earlier, in any season', () => {
  fc.assert(
    fc.property(someDay, someWeeks, fc.option(someWeeks), (workDate, cycleDays, winterCycleDays) => {
      const due = (day: string) => nextDueOn({ workDate: day, serviceType: null }, { cycleDays, winterCycleDays }) ?? ''
      expect(due(addDays(workDate, 1)) >= due(workDate)).toBe(true)
    }),
  )
})

test('a cycle with a winter lies between its summer and its winter weeks', () => {
  fc.assert(
    fc.property(someDay, someWeeks, someWeeks, (workDate, cycleDays, winterCycleDays) => {
      const days = daysBetween(workDate, nextDueOn({ workDate, serviceType: null }, { cycleDays, winterCycleDays }) ?? '')
      expect(days).toBeGreaterThanOrEqual(Math.min(cycleDays, winterCycleDays))
      expect(days).toBeLessThanOrEqual(Math.max(cycleDays, winterCycleDays))
    }),
  )
})

test('pausing never makes a horse due, and ending the pause gives it back its status', () => {
  fc.assert(
    fc.property(someDay, someDay, someDay, (nextDue, fromOn, today) => {
      const before = statusOf(horse({ nextDue }), today)
      const pauses = withPause([], { fromOn, untilOn: null, reason: null })
      expect([before, 'none']).toContain(statusOf(horse({ nextDue, pauses }), today))
      expect(statusOf(horse({ nextDue, pauses: endedBy(pauses, today) }), today)).toBe(before)
    }),
  )
})

test('on the day it is due a horse is due soon, the day after overdue', () => {
  fc.assert(
    fc.property(someDay, (nextDue) => {
      expect(statusOf(horse({ nextDue }), nextDue)).toBe('due-soon')
      expect(statusOf(horse({ nextDue }), addDays(nextDue, 1))).toBe('overdue')
    }),
  )
})

test('weeks are given in words', () => {
  expect([7, 42, 44, 50, 57].map(weeksInWords)).toEqual(['1 week', '6 weeks', '6 weeks 2 days', '7 weeks 1 day', '8 weeks 1 day'])
})

test('the time to a due date is given in words', () => {
  const words = [-7, -1, 0, 1, 13, 14, 42].map((days) => dueInWords(addDays(TODAY, days), TODAY))
  expect(words).toEqual(['7 days over', '1 day over', 'today', 'tomorrow', 'in 13 days', 'in 2 weeks', 'in 6 weeks'])
})

test('an age is kept as a birth year and comes back a year later as one more', () => {
  expect(birthYearOf(9, TODAY)).toBe(2017)
  expect(ageOf(2017, '2027-01-01')).toBe(10)
  expect(ageOf(null, TODAY)).toBeNull()
})

test('the last service is the latest entry that resets the cycle', () => {
  const entries = [
    { id: 'b', serviceType: 'Trim', workDate: '2026-10-06', resetsCycle: true },
    { id: 'a', serviceType: 'Full set new', workDate: '2026-10-06', resetsCycle: true },
    { id: 'd', serviceType: 'Emergency call-out', workDate: '2026-11-20', resetsCycle: false },
    { id: 'c', serviceType: 'Trim', workDate: '2026-08-25', resetsCycle: true },
  ]
  expect(lastServiceOf(entries)?.id).toBe('b')
  expect(lastServiceOf([])).toBeNull()
})

test('work that waits to be sent counts at once; without any the server’s date holds', () => {
  const known = horse({ lastService: '2026-09-01', nextDue: '2026-10-13' })
  const entry = { id: 'a', serviceType: 'Trim', workDate: TODAY, resetsCycle: true }
  expect(withLocalWork(known, [entry])).toMatchObject({ lastService: TODAY, lastServiceType: 'Trim', nextDue: '2027-01-05' })
  expect(withLocalWork(known, undefined)).toMatchObject({ lastService: '2026-09-01', nextDue: '2026-10-13' })
})

test('a removed entry reverts the last service, and a changed cycle moves the due date before the server responds', () => {
  const known = horse({ lastService: '2026-11-20', nextDue: '2027-01-01' })
  expect(withLocalWork(known, [])).toMatchObject({ lastService: null, nextDue: null })
  expect(withLocalWork({ ...known, cycleDays: 28 }, undefined)).toMatchObject({ nextDue: '2026-12-18' })
})

test('a flag is shown in words, and a farrier’s own as written', () => {
  expect(flagLabel('needs-sedation')).toBe('Needs sedation')
  expect(flagLabel('hates umbrellas')).toBe('hates umbrellas')
})
