import { expect, test } from 'vitest'
import type { Member } from '#features/core/practice/contract.ts'
import { busyLines, marksOf } from '#features/day/diary/day-marks.ts'
import type { Busy } from '#features/visits/appointments/busy.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'

const member = (id: string, initials: string): Member => ({ id, personId: id, name: initials, role: 'farrier', initials, isActive: true })
const off = (change: Partial<TimeOff>): TimeOff => ({
  id: 'o1',
  memberId: null,
  fromDay: '2027-03-25',
  toDay: '2027-03-27',
  localStart: null,
  localEnd: null,
  kind: 'holiday',
  title: '',
  coverNote: null,
  ...change,
})
const known = {
  timeOff: [] as TimeOff[],
  busy: [] as Busy[],
  readerId: 'm1',
  members: [member('m1', 'GP')],
  memberId: null,
  nation: 'england',
  zone: 'Europe/London',
} as const
const marks = (day: string, change: Partial<Parameters<typeof marksOf>[2]>) => marksOf(day, day, { ...known, ...change }).get(day)

test('a bank holiday of the practice’s nation and a clock change are marked; an ordinary day has no marks', () => {
  expect([...marksOf('2027-03-25', '2027-03-29', known)]).toEqual([
    ['2027-03-26', { away: [], busy: [], holiday: 'Good Friday', clocks: undefined }],
    ['2027-03-28', { away: [], busy: [], holiday: undefined, clocks: 'Clocks go forward 01:00' }],
    ['2027-03-29', { away: [], busy: [], holiday: 'Easter Monday', clocks: undefined }],
  ])
  expect(marks('2027-03-29', { nation: 'scotland' })).toBeUndefined()
})

test('time off of several days has its hours at its ends only', () => {
  const timeOff = [off({ localStart: '13:00', localEnd: '11:00', title: 'Cornwall' })]
  const hours = (day: string) => marks(day, { timeOff })?.away.map(({ title, hours, span }) => ({ title, hours, span }))
  expect(hours('2027-03-25')).toEqual([{ title: 'Cornwall', hours: 'from 13:00', span: { from: 780, to: 1440 } }])
  expect(hours('2027-03-26')).toEqual([{ title: 'Cornwall', hours: null, span: { from: 0, to: 1440 } }])
  expect(hours('2027-03-27')).toEqual([{ title: 'Cornwall', hours: 'until 11:00', span: { from: 0, to: 660 } }])
})

test('an entry of a morning shows its hours, and its kind where it has no title', () => {
  const timeOff = [off({ fromDay: '2027-03-25', toDay: '2027-03-25', localStart: '09:00', localEnd: '12:30', kind: 'course' })]
  expect(marks('2027-03-25', { timeOff })?.away[0]).toMatchObject({ title: 'Course', hours: '09:00 to 12:30', who: null })
})

test('where several go out it names the member, and one farrier sees their own and what holds for everyone', () => {
  const members = [member('m1', 'GP'), member('m2', 'TH')]
  const timeOff = [off({ id: 'a', memberId: 'm2' }), off({ id: 'b', memberId: null })]
  const who = (memberId: string | null) => marks('2027-03-25', { timeOff, members, memberId })?.away.map((away) => away.who)
  expect(who(null)).toEqual(['TH', 'Everyone'])
  expect(who('m2')).toEqual(['TH', 'Everyone'])
  expect(who('m1')).toEqual(['Everyone'])
  const isClosed = (memberId: string | null) => marks('2027-03-25', { timeOff, members, memberId })?.away.map((away) => away.isClosed)
  expect([isClosed(null), isClosed('m2')]).toEqual([
    [false, true],
    [true, true],
  ])
})

test('busy times are marked in their hours; what a calendar is called only for its own member', () => {
  const hours = { fromDay: '2027-03-25', toDay: '2027-03-25', localStart: '14:00', localEnd: '15:00' }
  const all = { fromDay: '2027-03-25', toDay: '2027-03-26', localStart: null, localEnd: null }
  const busy: Busy[] = [
    { id: 'a', memberId: 'm1', source: 'Family', ...hours },
    { id: 'b', memberId: 'm2', source: 'Doctor', ...hours },
    { id: 'c', memberId: 'm2', source: 'Doctor', ...all },
  ]
  const members = [member('m1', 'GP'), member('m2', 'TH')]
  const lines = (change: Partial<Parameters<typeof marksOf>[2]>) => busyLines(marks('2027-03-25', { busy, ...change })?.busy ?? [])
  expect(lines({ memberId: 'm1', members: [member('m1', 'GP')] })).toEqual(['Busy 14:00 to 15:00 (Family)'])
  expect(lines({ members })).toEqual(['Busy all day, 14:00 to 15:00, TH', 'Busy 14:00 to 15:00 (Family), GP'])
  expect(marks('2027-03-25', { busy, members, memberId: 'm1' })?.busy).toEqual([
    { id: 'a', hours: '14:00 to 15:00', span: { from: 840, to: 900 }, source: 'Family', who: 'GP' },
  ])
})
