import { describe, expect, test } from 'vitest'
import { readCalendar } from '#lib/ics-read.ts'

const WINDOW = { fromDay: '2027-01-01', toDay: '2027-12-31', zone: 'Europe/London' }
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', 'UID:1', 'SUMMARY:Trim', ...lines, 'END:VEVENT')
const MONDAY = 'DTSTART:20270301T090000Z'
const startsOf = (text: string) =>
  readCalendar(text, WINDOW).occurrences.map(({ when }) => ('fromDay' in when ? when.fromDay : when.start.toISOString().slice(0, 16)))

describe('what would be followed for ever', () => {
  /** Each of them held the reader for minutes, or for good. */
  test.for([
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'RRULE:FREQ=DAILY;INTERVAL=999999999999',
    'RRULE:FREQ=HOURLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=31',
    'RRULE:FREQ=YEARLY;BYMONTHDAY=28;BYDAY=53SU,-1MO',
    'RRULE:FREQ=YEARLY;BYMONTH=1,9;BYDAY=5TH;BYSETPOS=300,5',
    'RDATE;VALUE=PERIOD:20270301T090000Z/P99999999999D',
    'DURATION:P99999999999D',
    'DTEND:99990101T000000Z\r\nRRULE:FREQ=DAILY',
  ])('%s is left out', (line) => {
    const { occurrences, unreadable } = readCalendar(event(MONDAY, line), WINDOW)
    expect(occurrences).toEqual([])
    expect(unreadable).toEqual(["“Trim” couldn't be read."])
  })

  test('a series that leaves out twenty thousand days is left out', () => {
    const days = 'EXDATE:20270301T090000Z\r\n'.repeat(20_000)
    expect(readCalendar(event(MONDAY, `${days}RRULE:FREQ=DAILY`), WINDOW)).toMatchObject({
      occurrences: [],
      unreadable: [expect.anything()],
    })
  })

  test('a property of a million parameters is no calendar', () => {
    expect(() => readCalendar(event(MONDAY, `X-A${';B=1'.repeat(1_000_000)}:1`), WINDOW)).toThrow("isn't a calendar")
    const quoted = `X-A;B="${';B=1:'.repeat(1000)}":1`
    expect(startsOf(event(MONDAY, quoted, `DESCRIPTION:${';'.repeat(5000)}`))).toHaveLength(1)
  })

  test.for(['FREQ=SECONDLY', 'FREQ=YEARLY;BYYEARDAY=1,2,3', 'FREQ=YEARLY;BYMONTH=1,2,3'])(
    'a zone whose clocks change by %s is not believed',
    (rule) => {
      const zone = ['DTSTART:19000101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0500', `RRULE:${rule}`]
      const observance = ['BEGIN:STANDARD', ...zone, 'END:STANDARD']
      const text = calendar(
        ...['BEGIN:VTIMEZONE', 'TZID:Europe/Paris', ...observance, 'END:VTIMEZONE'],
        ...['BEGIN:VEVENT', 'UID:1', 'DTSTART;TZID=Europe/Paris:20270301T090000', 'END:VEVENT'],
      )
      expect(startsOf(text)).toEqual(['2027-03-01T08:00'])
    },
  )
})

describe('what calendar programs let repeat', () => {
  test.for([
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=6', ['01', '02', '03', '04', '05', '08']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU;COUNT=3', ['01', '05', '15']],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15;UNTIL=20270331T000000Z', ['01', '15']],
    ['FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270331T000000Z', ['01']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;UNTIL=20270331T000000Z', ['01']],
    ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1', ['01']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=1MO', ['01']],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=MO;BYSETPOS=1', ['01']],
  ] as const)('%s is read', ([rule, days]) => {
    expect(startsOf(event(MONDAY, `RRULE:${rule}`))).toEqual(days.map((day) => `2027-03-${day}T09:00`))
  })
})

test('an entry says whether it takes time, and who declined', () => {
  const [occurrence] = readCalendar(
    event(MONDAY, 'TRANSP:TRANSPARENT', 'ATTENDEE;PARTSTAT=DECLINED:mailto:Me@Example.org', 'ATTENDEE:mailto:vet@example.org'),
    WINDOW,
  ).occurrences
  expect(occurrence).toMatchObject({
    isFree: true,
    about: { attendees: ['me@example.org', 'vet@example.org'], declined: ['me@example.org'] },
  })
})
