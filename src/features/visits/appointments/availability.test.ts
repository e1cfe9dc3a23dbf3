import { expect, test } from 'vitest'
import { againstDay, driveOf, freeStart, type Placed, type WorkingLife, warningsFor } from '#features/visits/appointments/availability.ts'
import { type Busy, busyFrom } from '#features/visits/appointments/busy.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'

const [THU, FRI, SUN, BOXING] = ['2026-11-26', '2026-11-27', '2026-11-29', '2026-12-28'] as [string, string, string, string]
const TODAY = '2026-11-24'
const LEOMINSTER = { lat: 52.227, lng: -2.738 }
const TENBURY = { lat: 52.309, lng: -2.594 }

const off = (more: Partial<TimeOff>): TimeOff => ({
  id: 'off',
  memberId: null,
  fromDay: THU,
  toDay: THU,
  localStart: null,
  localEnd: null,
  kind: 'holiday',
  title: '',
  coverNote: null,
  ...more,
})
const block = (more: Partial<Busy> = {}): Busy => ({
  ...{ id: 'busy', memberId: 'gareth', source: 'Family' },
  ...{ fromDay: THU, toDay: THU, localStart: null, localEnd: null },
  ...more,
})
const life = (more: Partial<WorkingLife> = {}): WorkingLife => ({
  memberId: 'gareth',
  hours: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, isWorking: dayOfWeek > 0, startTime: '09:00', endTime: '17:00' })),
  timeOff: [],
  busy: [],
  nation: 'england',
  bufferMinutes: 15,
  ...more,
})
const visit = (start: string, end: string, more: Partial<Placed> & { day?: string } = {}): Placed => ({
  id: `${start}-${end}`,
  memberId: 'gareth',
  status: 'booked',
  isCallOnly: false,
  clientId: 'sarah',
  yardId: null,
  title: 'Solo',
  location: null,
  position: null,
  ...whenOn(more.day ?? THU, start, end, 'Europe/London'),
  ...more,
})
const warningTexts = (draft: Placed, others: Placed[] = [], of = life()) =>
  warningsFor(draft, others, of, TODAY).map((warning) => warning.text)

test('an ordinary visit on a working day has no warnings', () => {
  expect(warningTexts(visit('09:00', '10:00'), [visit('12:00', '13:00')])).toEqual([])
})

test.each([
  ['a day that is not worked', SUN, life(), "Sunday isn't a working day"],
  ['a bank holiday', BOXING, life(), "it's a bank holiday (Boxing Day (substitute day))"],
  ['time off of everybody', THU, life({ timeOff: [off({ title: 'Anglesey' })] }), "you're away (Anglesey)"],
  ['time off of a colleague', THU, life({ who: 'Nia', timeOff: [off({ memberId: 'gareth', kind: 'course' })] }), 'Nia is away (Course)'],
  ['time off of another', THU, life({ timeOff: [off({ memberId: 'nia' })] }), null],
  ['the morning of a holiday that begins at noon', THU, life({ timeOff: [off({ toDay: FRI, localStart: '12:00' })] }), null],
  ['a calendar of one’s own', THU, life({ busy: [block()] }), "you're busy all day by your calendar “Family”"],
  ['a calendar of a colleague', THU, life({ who: 'Nia', busy: [block()] }), 'Nia is busy all day'],
  ['a calendar of another', THU, life({ busy: [block({ memberId: 'nia' })] }), null],
  ['some hours in a calendar', THU, life({ busy: [block({ localEnd: '15:00' })] }), null],
  ['the day after it began', FRI, life({ timeOff: [off({ toDay: FRI, localStart: '12:00' })] }), "you're away (Holiday)"],
])('against %s', (_, on, of, words) => {
  expect(againstDay(on, of)).toBe(words)
})

test('a past day has a warning, also that no one is texted', () => {
  expect(warningTexts(visit('09:00', '10:00', { day: '2026-11-23' }))).toEqual(['This day is past, so nobody is texted about it.'])
})

test('hours away warn only where they meet the visit', () => {
  const dentist = life({ timeOff: [off({ localStart: '10:00', localEnd: '11:30', title: 'Dentist' })] })
  expect(warningTexts(visit('09:00', '10:00'), [], dentist)).toEqual([])
  expect(warningTexts(visit('09:00', '10:15'), [], dentist)).toEqual(["You're away 10:00 to 11:30 (Dentist)."])
})

test('before and after working hours', () => {
  expect(warningTexts(visit('08:30', '09:30'))).toEqual(['Outside working hours: 09:00 to 17:00.'])
  expect(warningTexts(visit('16:30', '17:30'))).toEqual(['Outside working hours: 09:00 to 17:00.'])
})

test('a double booking names the other; a stop without a time overlaps none', () => {
  const other = visit('09:30', '11:00', { title: 'Kestrel' })
  expect(warningTexts(visit('10:00', '10:30'), [other])).toEqual(['Double booking: Kestrel 09:30 to 11:00.'])
  expect(warningTexts(visit('10:00', '10:30', { memberId: 'nia' }), [other], life({ memberId: 'nia' }))).toEqual([])
  expect(warningTexts(visit('10:00', '10:00', { isCallOnly: true }), [other])).toEqual([])
})

test('too little time to drive has a warning with how long it takes, either way', () => {
  const { minutes, miles } = driveOf(LEOMINSTER, TENBURY)
  expect(minutes).toBeGreaterThan(15)
  const before = visit('09:00', '10:00', { title: 'Bramble', position: LEOMINSTER, clientId: 'a' })
  const draft = visit('10:05', '11:00', { position: TENBURY })
  const after = visit('11:00', '12:00', { title: 'Otis', position: LEOMINSTER, clientId: 'b' })
  expect(warningTexts(draft, [after, before])).toEqual([
    `Only 5 minutes after Bramble: about ${minutes} minutes to drive, ${miles} miles.`,
    `No time before Otis: about ${minutes} minutes to drive, ${miles} miles.`,
  ])
  expect(warningTexts(visit('10:30', '10:40', { position: TENBURY }), [before])).toEqual([])
})

test('where no position is known the buffer of the settings counts, and the same place needs none', () => {
  const before = visit('09:00', '10:00', { title: 'Bramble', clientId: 'a' })
  const draft = visit('10:05', '11:00')
  expect(warningTexts(draft, [before])).toEqual(['Only 5 minutes after Bramble: you leave 15 minutes between places.'])
  expect(warningTexts(draft, [before], life({ bufferMinutes: 5 }))).toEqual([])
  expect(warningTexts({ ...draft, yardId: 'y' }, [{ ...before, yardId: 'y' }])).toEqual([])
  expect(warningTexts(draft, [visit('09:00', '10:00', { clientId: null, title: 'Dentist' })])).toEqual([])
})

test('a free stretch begins at the wanted time, or a quarter of an hour after a visit in the way', () => {
  const others = [visit('09:00', '10:00'), visit('10:15', '12:05')]
  const wanted = (preferred: string, minutes = 60) => freeStart(others, { memberId: 'gareth', minutes, preferred }, life())
  expect(wanted('13:00')).toBe('13:00')
  expect(wanted('09:00')).toBe('12:30')
  expect(freeStart(others, { memberId: 'nia', minutes: 60, preferred: '09:00' }, life())).toBe('09:00')
  expect(wanted('09:00', 20 * 60)).toBe('09:00')
})

test('a visit at a busy time has a warning: whose calendar only for its member, and nothing before or after', () => {
  const busy = [block({ localStart: '14:00', localEnd: '15:00' })]
  expect(warningTexts(visit('14:30', '15:30'), [], life({ busy }))).toEqual(['Busy then by your calendar “Family”, 14:00 to 15:00.'])
  expect(warningTexts(visit('13:00', '14:00'), [], life({ busy }))).toEqual([])
  expect(warningTexts(visit('15:00', '16:00'), [], life({ busy }))).toEqual([])
  expect(warningTexts(visit('14:30', '15:30', { isCallOnly: true }), [], life({ busy }))).toEqual([])
  const twice = [...busy, block({ source: 'Work', localStart: '14:00', localEnd: '15:00' })]
  expect(warningTexts(visit('14:30', '15:30'), [], life({ who: 'Nia', busy: twice }))).toEqual(['Nia is busy then, 14:00 to 15:00.'])
  expect(
    warningTexts(visit('14:30', '15:30'), [], life({ busy: [block({ localStart: '14:00', localEnd: '15:00', memberId: 'nia' })] })),
  ).toEqual([])
})

test.each([
  ['2026-11-26T14:00:00Z', '2026-11-26T15:00:00Z', [THU, '14:00', THU, '15:00']],
  // All day, and over midnight.
  ['2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z', [THU, null, THU, null]],
  ['2026-11-26T22:00:00Z', '2026-11-27T06:00:00Z', [THU, '22:00', FRI, '06:00']],
  // In summer, and over the change of the clocks.
  ['2026-07-01T23:00:00Z', '2026-07-02T23:00:00Z', ['2026-07-02', null, '2026-07-02', null]],
  ['2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', ['2026-10-25', null, '2026-10-25', null]],
])('busy from %s to %s in days and wall times', (startTime, endTime, expected) => {
  const { fromDay, localStart, toDay, localEnd } = busyFrom(
    { id: 'b', memberId: 'gareth', source: 'Family', startTime, endTime, isAllDay: false },
    'Europe/London',
  )
  expect([fromDay, localStart, toDay, localEnd]).toEqual(expected)
})
