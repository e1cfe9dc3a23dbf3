import { expect, test } from 'vitest'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { type AskedVisit, changeWords, isAsked, targetOf } from '#features/visits/calendars/asking.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { instantOf } from '#lib/dates.ts'

const ZONE = 'Europe/London'
// The clocks go forward between the two.
const [FRI, MON] = ['2027-03-26', '2027-03-29']
const at = (day: string, from: string, to: string) => whenOn(day, from, to, ZONE)
const visit: AskedVisit = {
  ...at(FRI, '09:00', '10:00'),
  ...{ id: 'visit', title: 'Trim', memberId: 'gareth', clientId: 'sarah', yardId: null },
  ...{ status: 'booked', isCallComplete: false, isCallOnly: false, callPeriod: 'AM' },
}
const stop = { ...visit, isCallOnly: true }
const entry = { ...visit, clientId: null, title: 'Vet at Clun' }

const [was, now] = [at(FRI, '09:00', '10:00'), at(MON, '14:30', '15:30')]
const moved: CalendarChange = {
  ...{ id: 'one', memberId: 'gareth', appointmentId: 'visit', kind: 'moved', calendar: 'Apple and CalDAV', state: 'open', decidedAt: null },
  ...{ wasDay: FRI, wasStart: was.startTime, wasEnd: was.endTime, nowDay: MON, nowStart: now.startTime, nowEnd: now.endTime },
}
const deleted: CalendarChange = { ...moved, kind: 'deleted', nowDay: null, nowStart: null, nowEnd: null }
const added: CalendarChange = { ...moved, kind: 'new', wasDay: null, wasStart: null, wasEnd: null }
const allDay: CalendarChange = { ...moved, wasStart: null, wasEnd: null, nowStart: null, nowEnd: null }

const before = instantOf(FRI, '08:59', ZONE)

test('a question waits until the visit begins, a stop without a time until its day is over', () => {
  expect([isAsked(moved, visit, before), isAsked(moved, visit, instantOf(FRI, '09:00', ZONE))]).toEqual([true, false])
  expect([isAsked(allDay, stop, instantOf(FRI, '23:59', ZONE)), isAsked(allDay, stop, instantOf('2027-03-27', '00:00', ZONE))]).toEqual([
    true,
    false,
  ])
})

test('it dies with the visit, with its answer, and when there is nothing left to decide', () => {
  const asks = (change: Partial<CalendarChange>, of: Partial<AskedVisit>) => isAsked({ ...moved, ...change }, { ...visit, ...of }, before)
  expect(asks({}, { status: 'pencilled' })).toBe(true)
  for (const of of [{ status: 'cancelled' }, { status: 'no_show' }, { status: 'done' }, { isCallComplete: true }, { memberId: 'tom' }, now])
    expect(asks({}, of as Partial<AskedVisit>), JSON.stringify(of)).toBe(false)
  expect([asks({ state: 'applied' }, {}), asks({ state: 'put_back' }, {})]).toEqual([false, false])
  expect(isAsked(moved, { ...visit, ...at(MON, '14:30', '16:00') }, before)).toBe(true)
  expect(isAsked(allDay, { ...stop, ...at(MON, '11:00', '11:00') }, before)).toBe(false)
  expect([isAsked(added, entry, before), isAsked(added, visit, before)]).toEqual([true, false])
  expect(isAsked(deleted, visit, before)).toBe(true)
})

test('a visit goes where the calendar has it; where either has no time, to the day alone, at its own time on the clock', () => {
  expect(targetOf(moved, visit)).toMatchObject({ startTime: now.startTime, endTime: now.endTime, onDay: MON, localStart: '14:30' })
  expect(targetOf({ ...moved, nowStart: null, nowEnd: null }, visit)).toEqual(at(MON, '09:00', '10:00'))
  expect(targetOf(moved, stop)).toEqual(at(MON, '09:00', '10:00'))
})

test('what happened reads in a farrier’s words', () => {
  const words = (change: Partial<CalendarChange>, of: Partial<AskedVisit> = {}) =>
    changeWords({ ...moved, ...change }, { ...visit, ...of }, 'Hill Farm, 2 horses')
  expect(words({})).toBe('Hill Farm, 2 horses: moved in your calendar from Fri 26 Mar, 09:00 to Mon 29 Mar, 14:30.')
  expect(words({ nowEnd: at(MON, '14:30', '16:00').endTime })).toMatch(/to Mon 29 Mar, 14:30, until 16:00\.$/)
  expect(words({ nowDay: FRI, nowStart: was.startTime, nowEnd: at(FRI, '09:00', '09:45').endTime })).toBe(
    'Hill Farm, 2 horses: now ends at 09:45 in your calendar, not 10:00.',
  )
  const later = { nowDay: FRI, nowStart: at(FRI, '11:00', '12:00').startTime }
  expect(words({ ...later, nowEnd: at(FRI, '11:00', '12:00').endTime })).toBe(
    'Hill Farm, 2 horses: moved in your calendar from 09:00 to 11:00 on Fri 26 Mar.',
  )
  expect(words({ ...later, nowEnd: at(FRI, '11:00', '13:00').endTime })).toMatch(/from 09:00 to 11:00 on Fri 26 Mar, until 13:00\.$/)
  expect(words({}, at(FRI, '11:00', '12:00'))).toMatch(/14:30\. Your diary has it on Fri 26 Mar, 11:00\.$/)
  expect(changeWords(allDay, stop, 'Hill Farm')).toBe('Hill Farm: moved in your calendar from Fri 26 Mar to Mon 29 Mar.')
  expect(changeWords(deleted, visit, 'Hill Farm')).toBe('Hill Farm, Fri 26 Mar, 09:00: deleted in your calendar.')
  expect(changeWords(added, entry, 'Vet at Clun')).toBe('“Vet at Clun” was added in your calendar: Mon 29 Mar, 14:30.')
})
