import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarItem, writeCalendar } from '#lib/ics-write.ts'

const LONDON = 'Europe/London'
const NOW = new Date('2026-11-26T17:00:00Z')
const visit: CalendarItem = {
  uid: 'a@pritchel',
  when: { start: new Date('2027-03-28T08:00:00Z'), end: new Date('2027-03-28T09:30:00Z'), zone: LONDON },
  title: '3 horses, Hill Farm',
  place: 'Hill Farm, Ludlow',
  status: 'CONFIRMED',
  isFree: false,
}
const stop: CalendarItem = { ...visit, uid: 'b@pritchel', when: { fromDay: '2027-10-31', toDay: '2027-11-01' }, isFree: true }

/** What a program reads that knows no zone but those of the file. */
function read(text: string) {
  ICAL.TimezoneService.reset()
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const [start, end] = [event.startDate, event.endDate]
    return {
      uid: event.uid,
      title: event.summary,
      place: event.location,
      when: start.isDate
        ? { fromDay: start.toString(), toDay: end.toString() }
        : { start: start.toJSDate().toISOString(), end: end.toJSDate().toISOString() },
      isFree: component.getFirstPropertyValue('transp') === 'TRANSPARENT',
      status: component.getFirstPropertyValue('status'),
    }
  })
}

test('a visit is written with its wall times, its zone and the changes of its clocks', () => {
  const text = writeCalendar([visit, stop], { now: NOW, followed: { name: 'Pritchel', everyMinutes: 60 } })
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'DTSTART;TZID=Europe/London:20270328T090000',
      'DTEND;TZID=Europe/London:20270328T103000',
      'DTSTART;VALUE=DATE:20271031',
      'DTEND;VALUE=DATE:20271101',
      'TZID:Europe/London',
      'DTSTART:20270328T010000',
      'REFRESH-INTERVAL;VALUE=DURATION:PT60M',
      'X-WR-CALNAME:Pritchel',
    ]),
  )
  expect(text).not.toMatch(/ATTENDEE|ORGANIZER|RRULE/)
})

test('any entry is read as it was written: the instant, the days, and every sign of its words', () => {
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }).map((date) => {
    date.setUTCSeconds(0, 0)
    return date
  })
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).map((text) => text.replaceAll(/\p{Cc}/gu, 'x'))
  const item = fc.record({
    start: instants,
    minutes: fc.integer({ min: 0, max: 600 }),
    zone: fc.constantFrom(LONDON, 'Europe/Dublin', 'UTC', 'Australia/Lord_Howe'),
    title: words,
    place: words,
  })
  fc.assert(
    fc.property(item, ({ start, minutes, zone, title, place }) => {
      const end = new Date(start.getTime() + minutes * 60_000)
      const text = writeCalendar([{ ...visit, title, place, when: { start, end, zone } }], { now: NOW })
      expect(read(text)[0]).toMatchObject({ title, place, when: { start: start.toISOString(), end: end.toISOString() } })
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }),
  )
})

test('an instant of the hour that autumn repeats is read as it was written, whichever of the two it is', () => {
  for (const [zone, first] of [
    [LONDON, '2027-10-30T23:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T14:00:00Z'],
  ] as const)
    for (let minutes = 0; minutes < 240; minutes += 15) {
      const start = new Date(new Date(first).getTime() + minutes * 60_000)
      const [entry] = read(writeCalendar([{ ...visit, when: { start, end: start, zone } }], { now: NOW }))
      expect(entry?.when).toMatchObject({ start: start.toISOString(), end: start.toISOString() })
    }
})
