import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCalendar } from '#features/office/imports/server/calendar.ts'
import { textOf } from '#features/office/imports/server/text.ts'
import { readCards } from '#features/office/imports/server/vcard.ts'

const EXPORTS = new URL('../../../../../../shared/data/import/', import.meta.url)
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Trim', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR'].join('\r\n')
const window = { fromDay: '2026-01-01', toDay: '2026-12-31', zone: 'Europe/London' }

test('the first phone is the mobile, and a fax is none', () => {
  const { cards } = readCards(card('FN:Ann', 'TEL;TYPE=FAX:1', 'TEL;TYPE=HOME:2', 'item1.TEL;TYPE=CELL:3'))
  expect(cards[0]?.phones).toEqual(['3', '2'])
})

test('a UK postcode is found in an address written on one line', () => {
  const { cards } = readCards(card('FN:Ann', 'ADR;TYPE=HOME:;;Lower Barn\\, Kingsland\\, HR6 9QS;;;;'))
  expect(cards[0]).toMatchObject({ address: 'Lower Barn, Kingsland, HR6 9QS', postcode: 'HR6 9QS' })
})

test('one damaged contact is named and the others are read', () => {
  const { cards, unreadable } = readCards(`${card('FN:Ann')}${card('FN:Bob', 'TEL;=;;:')}${card('FN:Cy')}`)
  expect(cards.length + unreadable.length).toBe(3)
  expect(cards.map((each) => each.name)).toContain('Cy')
})

test('a file that is no text, card or calendar is refused with a sentence', () => {
  expect(() => textOf(Buffer.from([1, 0, 2]))).toThrow("isn't a text file")
  expect(() => textOf(Buffer.from(''))).toThrow('empty')
  expect(() => readCards('hello')).toThrow('no contacts')
  expect(() => readCalendar('BEGIN:VCALENDAR\r\nnonsense', window)).toThrow("isn't a calendar")
})

test('text is read in any encoding', () => {
  expect(textOf(Buffer.from('Siân'))).toBe('Siân')
  expect(textOf(Buffer.from('Siân', 'latin1'))).toBe('Siân')
  expect(textOf(Buffer.from('\uFEFFSiân', 'utf16le'))).toBe('Siân')
})

test('times come out in the wall time of the practice, summer and winter', () => {
  const { entries } = readCalendar(
    calendar(
      event('UID:a', 'DTSTART:20260615T080000Z', 'DTEND:20260615T090000Z'),
      event('UID:b', 'DTSTART;TZID=Europe/Paris:20260115T100000', 'DTEND;TZID=Europe/Paris:20260115T113000'),
      event('UID:c', 'DTSTART:20260701T093000', 'DURATION:PT45M'),
    ),
    window,
  )
  expect(entries.map(({ onDay, localStart, localEnd }) => [onDay, localStart, localEnd])).toEqual([
    ['2026-01-15', '09:00', '10:30'],
    ['2026-06-15', '09:00', '10:00'],
    ['2026-07-01', '09:30', '10:15'],
  ])
})

test('an all-day entry is on each of its days', () => {
  const { entries } = readCalendar(calendar(event('DTSTART;VALUE=DATE:20260803', 'DTEND;VALUE=DATE:20260806')), window)
  expect(entries.map((entry) => entry.onDay)).toEqual(['2026-08-03', '2026-08-04', '2026-08-05'])
  expect(entries.every((entry) => entry.isAllDay)).toBe(true)
})

test('a repeating entry is read inside the window, with its changed and cancelled days', () => {
  const { entries, outsideWindow, cancelled } = readCalendar(
    calendar(
      event('DTSTART:20251229T090000Z', 'DTEND:20251229T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260105T090000Z'),
      event('RECURRENCE-ID:20260112T090000Z', 'DTSTART:20260113T140000Z', 'DTEND:20260113T150000Z'),
      event('RECURRENCE-ID:20260119T090000Z', 'DTSTART:20260119T090000Z', 'STATUS:CANCELLED'),
    ),
    window,
  )
  expect(entries.map((entry) => `${entry.onDay} ${entry.localStart}`)).toEqual(['2026-01-13 14:00'])
  expect({ outsideWindow, cancelled }).toEqual({ outsideWindow: 1, cancelled: 1 })
})

test('a rule without end stops at the window, and one every second or minute is refused', () => {
  const daily = readCalendar(calendar(event('DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY')), window)
  expect(daily.entries).toHaveLength(365)
  const mad = ['SECONDLY', 'MINUTELY'].flatMap(
    (often) => readCalendar(calendar(event('DTSTART:20000101T090000Z', `RRULE:FREQ=${often}`)), window).unreadable,
  )
  expect(mad).toEqual(["“Trim” repeats every second, so it's left out.", "“Trim” repeats every minute, so it's left out."])
})

test('a rule of long ago is entered shortly before the window, on its own days', () => {
  const days = (rule: string, first = '19000101') =>
    readCalendar(calendar(event(`DTSTART:${first}T090000Z`, `RRULE:${rule}`, 'EXDATE:20260103T090000Z')), window).entries.map(
      ({ onDay }) => onDay,
    )
  const daily = days('FREQ=DAILY')
  expect([daily.length, daily[0], daily.includes('2026-01-03'), daily.at(-1)]).toEqual([364, '2026-01-01', false, '2026-12-31'])
  // Every sixth week from a Monday of 2006, and from one of 1900 and its like of 2005.
  const since = (first: string) => days('FREQ=WEEKLY;INTERVAL=6;BYDAY=MO,TH', first)
  expect(since('20061030').slice(0, 3)).toEqual(['2026-01-12', '2026-01-15', '2026-02-23'])
  expect(since('19000101').slice(0, 3)).toEqual(since('20051017').slice(0, 3))
  expect(days('FREQ=DAILY;UNTIL=20100101T000000Z')).toEqual([])
})

test('entries that repeat too often together are refused before they are all walked', () => {
  const counted = ['a', 'b'].map((uid) => event(`UID:${uid}`, 'DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY;COUNT=100'))
  expect(readCalendar(calendar(...counted), window, 200).entries).toEqual([])
  expect(() => readCalendar(calendar(...counted), window, 199)).toThrow('repeat too often to be read')
})

/** What held the server for seconds, growing with the square of its size. */
test.each([
  ['cards that are never closed', card('FN:Ann') + 'BEGIN:VCARD\r\n'.repeat(40_000)],
  ['a name with a hundred thousand blanks in it', card(`FN:Ann${' '.repeat(100_000)}b`)],
  ['a note of a hundred thousand line ends', card('FN:Ann', `NOTE:a${'\\n '.repeat(100_000)}b`)],
  ['commas in an address', card('FN:Ann', `ADR:;;${'\\,'.repeat(100_000)}x${'\\, '.repeat(100_000)};;;;`)],
])('of %s the contact is read', (_what, text) => {
  expect(readCards(text).cards.map(({ name }) => name.slice(0, 3))).toEqual(['Ann'])
})

test.each([
  ['an end of repeating that is none', 'DTSTART:20260302T090000Z', 'RRULE:FREQ=WEEKLY;UNTIL=garbage'],
  ['a day that is none', 'DTSTART:garbage'],
])('an entry with %s is named, and the others are read', (_what, ...lines) => {
  const { entries, unreadable } = readCalendar(calendar(event(...lines), event('UID:2', 'DTSTART:20260303T090000Z')), window)
  expect([entries.map(({ onDay }) => onDay), unreadable]).toEqual([['2026-03-03'], ["“Trim” couldn't be read."]])
})

test.each(['RECURRENCE-ID:', 'RECURRENCE-ID:garbage'])('a changed occurrence with %s is named, and its event is read', (line) => {
  const weekly = event('DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=2')
  const { entries, unreadable } = readCalendar(calendar(weekly, event(line, 'DTSTART:20261202T090000Z')), window)
  expect([entries.map(({ onDay }) => onDay), unreadable]).toEqual([['2026-12-01', '2026-12-08'], ["“Trim” couldn't be read."]])
})

test('the text of an entry is read regardless of its declared type', () => {
  const odd = ['STATUS;VALUE=DATE:garbage', 'LOCATION;VALUE=INTEGER:8', 'DESCRIPTION;VALUE=DATE-TIME:x']
  const text = calendar(['BEGIN:VEVENT', 'UID:1', 'SUMMARY;VALUE=INTEGER:7', ...odd, 'DTSTART:20260302T090000Z', 'END:VEVENT'].join('\r\n'))
  const { entries, unreadable } = readCalendar(text, window)
  expect([entries.map(({ about: { title, location } }) => [title, location]), unreadable]).toEqual([[['7', '8']], []])
})

test('a changed occurrence belongs to its own event alone', () => {
  const weekly = 'RRULE:FREQ=WEEKLY;COUNT=2'
  const other = ['BEGIN:VEVENT', 'UID:2', 'SUMMARY:Shoeing', 'DTSTART:20261201T090000Z', weekly, 'END:VEVENT'].join('\r\n')
  const moved = event('RECURRENCE-ID:20261208T090000Z', 'DTSTART:20261209T090000Z')
  const { entries } = readCalendar(calendar(event('DTSTART:20261201T090000Z', weekly), moved, other), window)
  expect(entries.map(({ onDay, about }) => `${onDay} ${about.title}`).sort()).toEqual([
    '2026-12-01 Shoeing',
    '2026-12-01 Trim',
    '2026-12-08 Shoeing',
    '2026-12-09 Trim',
  ])
})

test('calendars that are never closed are no calendar', () => {
  expect(() => readCalendar('BEGIN:VCALENDAR\r\n'.repeat(100_000), window)).toThrow("isn't a calendar")
})

test.skipIf(!existsSync(EXPORTS))('real exports of address books and calendars are read whole (skipped without the shared exports)', () => {
  const wide = { ...window, fromDay: '2010-01-01', toDay: '2030-12-31' }
  for (const name of readdirSync(EXPORTS)) {
    const text = () => textOf(readFileSync(new URL(name, EXPORTS)))
    if (name.endsWith('.vcf')) {
      const { cards, unreadable } = readCards(text())
      expect({ name, unreadable }).toEqual({ name, unreadable: [] })
      expect(cards.length, name).toBeGreaterThan(0)
      expect(
        cards.every((each) => each.phones.length + each.emails.length > 0),
        name,
      ).toBe(true)
    }
    if (name.endsWith('.ics')) {
      const { entries, unreadable } = readCalendar(text(), wide)
      expect({ name, unreadable }).toEqual({ name, unreadable: [] })
      expect(entries.length, name).toBeGreaterThan(0)
    }
  }
})
