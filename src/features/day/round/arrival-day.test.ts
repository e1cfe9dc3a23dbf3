import { expect, test } from 'vitest'
import type { WorkingDay } from '#features/core/practice/contract.ts'
import { arrivalDay, type PlannedVisit, plannedMinutes } from '#features/day/round/arrival-day.ts'

const visit = (more: Partial<PlannedVisit> = {}): PlannedVisit => ({
  id: 'v',
  isCallOnly: false,
  callPeriod: 'AM',
  startTime: '2026-11-24T09:30:00.000Z',
  endTime: '2026-11-24T10:15:00.000Z',
  localStart: '09:30',
  onDay: '2026-11-24',
  zone: 'Europe/London',
  isCallComplete: false,
  completedAt: null,
  lines: [],
  position: null,
  ...more,
})
const line = (plannedWork: string | null, outcome: 'done' | 'not_done' | null = null) => ({ plannedWork, outcome })
const workingHours: WorkingDay[] = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  isWorking: true,
  startTime: '07:30',
  endTime: '17:00',
}))
const settings = { workingHours, travelBufferMinutes: 20 }

test('a visit takes as long as in the diary, a stop without a time as long as its horses', () => {
  expect(plannedMinutes(visit({ lines: [line('Full set new')] }))).toBe(45)
  const stop = { isCallOnly: true, endTime: '2026-11-24T09:30:00.000Z' }
  expect(plannedMinutes(visit({ ...stop, lines: [line('Full set new'), line('Trim'), line('Bar shoes')] }))).toBe(90 + 30 + 45)
  expect(plannedMinutes(visit({ ...stop, lines: [line('Full set new', 'done'), line('Trim')] }))).toBe(30)
  expect(plannedMinutes(visit(stop))).toBe(30)
})

test('a stop is skipped when it is finished and none of its horses was done', () => {
  const isSkipped = (...outcomes: ('done' | 'not_done')[]) =>
    arrivalDay([visit({ isCallComplete: true, lines: outcomes.map((outcome) => line('Trim', outcome)) })], null, settings)?.stops[0]
      ?.isSkipped
  expect([isSkipped('not_done', 'not_done'), isSkipped('done', 'not_done'), isSkipped()]).toEqual([true, false, false])
})

test('a round begins with its first fixed time, else with the working day, an afternoon at noon', () => {
  const begins = (more: Partial<PlannedVisit>) =>
    new Date(arrivalDay([visit(more)], null, settings)?.startsAt ?? 0).toISOString().slice(11, 16)
  expect(begins({})).toBe('09:30')
  expect(begins({ isCallOnly: true })).toBe('07:30')
  expect(begins({ isCallOnly: true, callPeriod: 'PM' })).toBe('12:00')
  expect(begins({ isCallOnly: true, onDay: '2026-06-23' })).toBe('06:30')
  expect(arrivalDay([], null, settings)).toBeUndefined()
})
