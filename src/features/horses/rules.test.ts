import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ageOf,
  birthYearOf,
  dueInWords,
  flagLabel,
  lastServiceOf,
  nextDueOn,
  statusOf,
  whyNoStatus,
  withLocalWork,
} from '#features/horses/rules.ts'
import { addDays } from '#lib/dates.ts'

const TODAY = '2026-11-24'
const horse = (change: object = {}) => ({
  nextDue: null as string | null,
  lastService: null as string | null,
  cycleDays: 42 as number | null,
  pausedUntil: null as string | null,
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

test('a horse without a due date has no status, and says why', () => {
  expect(statusOf(horse(), TODAY)).toBe('none')
  expect(whyNoStatus(horse(), TODAY)).toBe('No service yet')
  expect(whyNoStatus(horse({ cycleDays: null }), TODAY)).toBe('No cycle yet')
})

test('a paused horse is never overdue, until the day it comes back', () => {
  const paused = (until: string) => statusOf(horse({ nextDue: '2026-01-01', pausedUntil: until }), TODAY)
  expect(paused('2026-11-25')).toBe('none')
  expect(paused(TODAY)).toBe('overdue')
})

test('a horse that is gone is never overdue, but one that is going still counts', () => {
  const gone = (on: string) => horse({ nextDue: '2026-01-01', goneOn: on })
  expect(statusOf(gone(TODAY), TODAY)).toBe('none')
  expect(statusOf(gone('2026-12-01'), TODAY)).toBe('overdue')
  expect(whyNoStatus({ ...gone(TODAY), goneReason: 'deceased' }, TODAY)).toBe('Deceased')
})

test('a gone or paused horse has no status whatever its dates', () => {
  const day = fc.integer({ min: -900, max: 900 }).map((offset) => addDays(TODAY, offset))
  fc.assert(fc.property(day, day, (nextDue, on) => on > TODAY || statusOf(horse({ nextDue, goneOn: on }), TODAY) === 'none'))
  fc.assert(fc.property(day, day, (nextDue, on) => on <= TODAY || statusOf(horse({ nextDue, pausedUntil: on }), TODAY) === 'none'))
})

test('the next due date counts days, not hours, across a clock change', () => {
  expect(nextDueOn('2027-03-20', 42)).toBe('2027-05-01')
  expect(nextDueOn(null, 42)).toBeNull()
  expect(nextDueOn('2027-03-20', null)).toBeNull()
})

test('how far off a due date is stands in words', () => {
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
    { workDate: '2026-10-06', resetsCycle: true },
    { workDate: '2026-11-20', resetsCycle: false },
    { workDate: '2026-08-25', resetsCycle: true },
  ]
  expect(lastServiceOf(entries)).toBe('2026-10-06')
  expect(lastServiceOf([])).toBeNull()
})

test('work that waits to be sent counts at once; without any the server’s date holds', () => {
  const known = horse({ lastService: '2026-09-01', nextDue: '2026-10-13' })
  expect(withLocalWork(known, [{ workDate: TODAY, resetsCycle: true }])).toMatchObject({ lastService: TODAY, nextDue: '2027-01-05' })
  expect(withLocalWork(known, undefined)).toMatchObject({ lastService: '2026-09-01', nextDue: '2026-10-13' })
})

test('a removed entry takes the last service back, and a changed cycle moves the due date before the server says so', () => {
  const known = horse({ lastService: '2026-11-20', nextDue: '2027-01-01' })
  expect(withLocalWork(known, [])).toMatchObject({ lastService: null, nextDue: null })
  expect(withLocalWork({ ...known, cycleDays: 28 }, undefined)).toMatchObject({ nextDue: '2026-12-18' })
})

test('a flag is shown in words, and a farrier’s own as written', () => {
  expect(flagLabel('needs-sedation')).toBe('Needs sedation')
  expect(flagLabel('hates umbrellas')).toBe('hates umbrellas')
})
