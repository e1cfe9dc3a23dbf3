import { expect, test } from 'vitest'
import type { ArrivalRange, PublicStop } from '#features/day/round/contract.ts'
import { hear, type SeenStop } from '#features/day/round/page/seen-stop.ts'

const at = (time: string) => `2026-11-24T${time}:00.000Z`
const range = (from: string, to: string, more: Partial<ArrivalRange> = {}): ArrivalRange => ({
  from: at(from),
  to: at(to),
  was: null,
  why: null,
  ...more,
})
const stop = (more: Partial<PublicStop> = {}): PublicStop => ({
  id: 's',
  title: 'Nutmeg',
  callNumber: 5,
  currentCallNumber: 3,
  stopsBefore: 2,
  isCallOnly: true,
  callPeriod: 'PM',
  startTime: null,
  isCallComplete: false,
  isSkipped: false,
  totalStops: 6,
  completedStops: 2,
  note: null,
  arrivalRange: range('13:10', '14:00'),
  ...more,
})
const first = hear(null, stop())
const summaryOf = ({ was, news }: SeenStop) => [was && `${was.from.slice(11, 16)} to ${was.to.slice(11, 16)}`, news]

test('the first thing heard is no change', () => {
  expect(summaryOf(first)).toEqual([null, null])
})

test('a page opened after a change still shows the range before, as the server knows it', () => {
  const late = stop({ arrivalRange: range('13:50', '14:40', { was: range('13:10', '14:00'), why: 'slower' }) })
  expect(summaryOf(hear(null, late))).toEqual(['13:10 to 14:00', 'The stops before yours are taking longer.'])
})

test('a range that moved shows what it was and why, for as long as it stays', () => {
  const moved = hear(first, stop({ arrivalRange: range('12:45', '13:30', { was: range('13:10', '14:00'), why: 'faster' }) }))
  expect(summaryOf(moved)).toEqual(['13:10 to 14:00', 'The round is running early.'])
  expect(summaryOf(hear(moved, stop({ arrivalRange: range('12:45', '13:30') })))).toEqual(['13:10 to 14:00', 'The round is running early.'])
})

test('a range that narrows is no news, and ends the range before', () => {
  const moved = hear(first, stop({ arrivalRange: range('14:00', '15:00', { why: 'slower' }) }))
  expect(summaryOf(hear(moved, stop({ arrivalRange: range('14:15', '15:00') })))).toEqual([null, null])
})

test('another place in the round is named as the reason', () => {
  const later = range('14:00', '15:00')
  expect(summaryOf(hear(first, stop({ callNumber: 6, totalStops: 7, arrivalRange: later })))[1]).toBe('A stop was added before yours.')
  expect(summaryOf(hear(first, stop({ callNumber: 6, arrivalRange: later })))[1]).toBe('The order of the round has changed.')
  expect(summaryOf(hear(first, stop({ callNumber: 4, totalStops: 5 })))[1]).toBe('A stop before yours is off.')
  expect(hear(first, stop({ totalStops: 7 })).news).toBeNull()
})

test('after a pause the range is compared with the one before it', () => {
  const paused = hear(first, stop({ arrivalRange: null, note: { state: 'paused', reason: null, lateMinutes: null } }))
  expect(summaryOf(paused)).toEqual([null, null])
  expect(summaryOf(hear(paused, stop({ arrivalRange: range('14:30', '15:30', { why: 'slower' }) })))[0]).toBe('13:10 to 14:00')
})

test('whether the place was kept is known only on a phone that showed it before', () => {
  expect(first.hasKeptPlace).toBe(false)
  expect(hear(first, stop()).hasKeptPlace).toBe(true)
  expect(hear(first, stop({ callNumber: 6 })).hasKeptPlace).toBe(false)
})
