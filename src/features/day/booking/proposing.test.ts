import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBeside, dueAfter, endFor, proposeDay, titleFor, together } from '#features/day/booking/proposing.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { againstDay, type WorkingLife } from '#features/visits/appointments/availability.ts'
import { addDays, daysBetween } from '#lib/dates.ts'

const TODAY = '2026-11-24'
const life = (timeOff: { fromDay: string; toDay: string }[] = []): WorkingLife => ({
  memberId: 'gareth',
  hours: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    dayOfWeek,
    isWorking: dayOfWeek > 0 && dayOfWeek < 6,
    startTime: '09:00',
    endTime: '17:00',
  })),
  busy: [],
  timeOff: timeOff.map((off) => ({
    id: off.fromDay,
    memberId: null,
    localStart: null,
    localEnd: null,
    kind: 'holiday',
    title: 'Anglesey',
    coverNote: null,
    ...off,
  })),
  nation: 'england',
  bufferMinutes: 15,
})
const horse = (more: Partial<HorseRow>) =>
  ({
    nextDue: null,
    goneOn: null,
    lastService: null,
    cycleDays: 42,
    winterCycleDays: null,
    cycleRules: [],
    pauses: [],
    ...more,
  }) as HorseRow

test('the first day a horse falls due is proposed when it is worked', () => {
  expect(proposeDay(['2027-01-14', '2027-01-07', null], TODAY, life())).toEqual({ onDay: '2027-01-07', dueOn: '2027-01-07', because: null })
})

test('a weekend moves to the nearest working day, the earlier of two, and gives the reason', () => {
  expect(proposeDay(['2027-01-09'], TODAY, life())).toEqual({
    onDay: '2027-01-08',
    dueOn: '2027-01-09',
    because: "Due Sat 9 Jan, but Saturday isn't a working day.",
  })
  expect(proposeDay(['2027-01-10'], TODAY, life()).onDay).toBe('2027-01-11')
})

test('a bank holiday and a holiday are stepped over', () => {
  expect(proposeDay(['2026-12-25'], TODAY, life())).toMatchObject({
    onDay: '2026-12-24',
    because: "Due Fri 25 Dec, but it's a bank holiday (Christmas Day).",
  })
  const away = life([{ fromDay: '2026-12-07', toDay: '2026-12-18' }])
  expect(proposeDay(['2026-12-10'], TODAY, away)).toMatchObject({
    onDay: '2026-12-04',
    because: "Due Thu 10 Dec, but you're away (Anglesey).",
  })
})

test('an overdue horse goes on the next working day', () => {
  expect(proposeDay(['2026-11-01'], '2026-11-28', life())).toMatchObject({
    onDay: '2026-11-30',
    because: 'Due Sun 1 Nov, now past: this is your next working day.',
  })
})

test('without any cycle it is six weeks', () => {
  expect(proposeDay([null], TODAY, life())).toEqual({ onDay: '2027-01-05', dueOn: null, because: 'No cycle set, so 6 weeks.' })
})

test('law: the day proposed is worked, not before today, and no worked day is nearer', () => {
  const day = fc.integer({ min: 0, max: 500 }).map((count) => addDays('2026-06-01', count))
  fc.assert(
    fc.property(day, day, fc.integer({ min: 0, max: 14 }), (due, awayFrom, length) => {
      const of = life([{ fromDay: awayFrom, toDay: addDays(awayFrom, length) }])
      const { onDay } = proposeDay([due], TODAY, of)
      const target = due < TODAY ? TODAY : due
      expect(againstDay(onDay, of)).toBeNull()
      expect(onDay >= TODAY).toBe(true)
      const distance = Math.abs(daysBetween(target, onDay))
      for (let nearer = -distance + 1; nearer < distance; nearer++) {
        const other = addDays(target, nearer)
        expect(other < TODAY || againstDay(other, of) !== null).toBe(true)
      }
    }),
  )
})

test('days before and after a span in which no one works', () => {
  const span = { from: '2026-12-07', to: '2026-12-11' }
  expect(daysBeside(span, TODAY, life([{ fromDay: span.from, toDay: span.to }]))).toEqual({ before: '2026-12-04', after: '2026-12-14' })
  expect(daysBeside(span, '2026-12-05', life()).before).toBeNull()
})

test('after work planned today a horse is due its cycle from today, else by its record', () => {
  const biscuit = horse({ lastService: '2026-10-13', nextDue: TODAY })
  expect(dueAfter(biscuit, TODAY)).toBe(TODAY)
  expect(dueAfter(biscuit, TODAY, { on: TODAY, work: 'Trim' })).toBe(addDays(TODAY, 42))
  expect(dueAfter(horse({ cycleDays: null }), TODAY, { on: TODAY, work: 'Trim' })).toBeNull()
})

test('a paused horse is due when it is back, a gone horse never', () => {
  const pause = { fromOn: '2026-11-01', untilOn: '2027-02-01', reason: 'Box rest' }
  expect(dueAfter(horse({ nextDue: '2026-12-01', pauses: [pause] }), TODAY)).toBe('2027-02-01')
  expect(dueAfter(horse({ nextDue: '2026-12-01', goneOn: '2026-11-01' }), TODAY)).toBeNull()
})

test('horses due within a fortnight of the first go together', () => {
  const due = (name: string, day: string | null) => ({ name, due: day })
  const yard = [due('a', '2026-12-01'), due('b', '2026-12-15'), due('c', '2026-12-16'), due('d', null)]
  expect(together(yard, '2026-12-01').map((one) => one.name)).toEqual(['a', 'b'])
})

test.each([
  [[], null, ''],
  [[{ name: 'Solo', work: 'Full set refit' }], null, 'Solo, full set refit'],
  [[{ name: 'Solo', work: '' }], 'Hollybush', 'Solo'],
  [
    [
      { name: 'Solo', work: 'Trim' },
      { name: 'Finn', work: 'Trim' },
    ],
    'Hollybush',
    'Solo and Finn, trim',
  ],
  [
    [
      { name: 'Solo', work: 'Trim' },
      { name: 'Finn', work: 'Full set new' },
    ],
    null,
    'Solo, trim; Finn, full set new',
  ],
  [['a', 'b', 'c'].map((name) => ({ name, work: 'Trim' })), 'Hollybush Farm', 'Hollybush Farm'],
  [['Ash', 'b', 'c'].map((name) => ({ name, work: 'Trim' })), null, 'Ash and 2 more, trim'],
])('case %#: the title names horses and work', (horses, yard, title) => {
  expect(titleFor(horses, yard)).toBe(title)
})

test('the end follows from the work, an hour where none is planned', () => {
  expect(endFor('09:00', [])).toBe('10:00')
  expect(endFor('09:00', ['Trim', 'Full set new'])).toBe('11:00')
  expect(endFor('09:00', ['bar shoes and pads'])).toBe('09:45')
  expect(endFor('23:30', ['Full set new'])).toBe('23:59')
})
