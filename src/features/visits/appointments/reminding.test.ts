import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quietSince, quietUntil } from '#features/core/notices/quiet.ts'
import { REMINDER_HOURS } from '#features/records/clients/rules.ts'
import { reminderDueAt } from '#features/visits/appointments/reminding.ts'
import { addDays, instantOf } from '#lib/dates.ts'

const ZONE = 'Europe/London'
const QUIET = { quietFrom: '21:00', quietTo: '08:00' }
const NEVER = { quietFrom: '00:00', quietTo: '00:00' }
const at = (day: string, time: string) => instantOf(day, time, ZONE)
const due = (onDay: string, time: string | null, hours: number, quiet = QUIET) =>
  reminderDueAt({ onDay, time, period: time === null ? 'PM' : 'AM' }, hours, quiet, ZONE)

test.each([
  ['the day before, over the clocks going forward', '2027-03-28', '09:00', 24, '2027-03-27', '09:00'],
  ['the day before, over the clocks going back', '2027-10-31', '09:00', 24, '2027-10-30', '09:00'],
  ['three days before', '2027-03-30', '14:30', 72, '2027-03-27', '14:30'],
  ['on the day', '2027-03-28', '13:00', 4, '2027-03-28', '09:00'],
  ['waits for the end of the quiet hours', '2027-03-28', '10:00', 4, '2027-03-28', '08:00'],
  ['goes before they began when their end would be too late', '2027-03-28', '08:00', 4, '2027-03-27', '20:45'],
  ['their first minute is quiet', '2027-10-31', '09:00', 12, '2027-10-31', '08:00'],
  ['their end is not', '2027-10-31', '12:00', 4, '2027-10-31', '08:00'],
])('a reminder goes %s', (_, day, time, hours, dueDay, dueTime) => {
  expect(due(day, time, hours)).toEqual(at(dueDay, dueTime))
})

test('a stop without a time counts from when its half of the day begins', () => {
  expect(due('2027-03-28', null, 24)).toEqual(at('2027-03-27', '12:00'))
})

test('without quiet hours the clock on the wall decides alone', () => {
  expect(due('2027-03-28', '03:00', 4, NEVER)).toEqual(at('2027-03-27', '23:00'))
})

test('for every visit and wish, it goes before the visit and outside the quiet hours', () => {
  const visits = fc.record({
    day: fc.integer({ min: 0, max: 400 }).map((days) => addDays('2027-01-01', days)),
    minutes: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    hours: fc.constantFrom(...REMINDER_HOURS),
    from: fc.integer({ min: 0, max: 23 }),
    to: fc.integer({ min: 0, max: 23 }),
  })
  fc.assert(
    fc.property(visits, ({ day, minutes, hours, from, to }) => {
      const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      // Quiet hours that leave less of a day than a backlog needs are no case, nor those that leave one hour: once a year the clocks skip it.
      fc.pre((from - to + 24) % 24 >= 2 || from === to)
      const quiet = { quietFrom: clock(from * 60), quietTo: clock(to * 60) }
      const goes = due(day, clock(minutes), hours, quiet)
      expect(goes.getTime()).toBeLessThan(at(day, clock(minutes)).getTime())
      expect(quietUntil(goes, quiet, ZONE)).toBeNull()
      expect(quietSince(goes, quiet, ZONE)).toBeNull()
    }),
  )
})
