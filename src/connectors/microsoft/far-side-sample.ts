import type { CalendarItem } from '#lib/ics-write.ts'

/* For tests only: what is written, and what Graph answers. */

export const WINDOW = { fromDay: '2027-01-01', toDay: '2028-02-05', zone: 'Europe/London' }
export const NOW = new Date('2027-01-02T09:00:00Z')
export const VISIT: CalendarItem = {
  uid: '019f2a1c-0000-7000-8000-000000000001@pritchel',
  when: { start: new Date('2027-03-01T09:00:00Z'), end: new Date('2027-03-01T10:00:00Z'), zone: 'Europe/London' },
  ...{ title: 'Visit', place: 'Hill Farm', status: 'CONFIRMED', isFree: false },
}
export const utc = (dateTime: string, timeZone = 'UTC') => ({ dateTime: `${dateTime}.0000000`, timeZone })
export const EVENT = {
  ...{ id: 'E', '@odata.etag': 'W/"1"', type: 'singleInstance', subject: 'Visit', isAllDay: false, isCancelled: false, attendees: [] },
  ...{ start: utc('2027-03-01T09:00:00'), end: utc('2027-03-01T10:00:00'), location: { displayName: 'Hill Farm' }, recurrence: null },
}
export const fault = (status: number, code: string, headers: Record<string, string> = {}) => ({
  ...{ status, headers },
  body: { error: { code, message: 'What happened.', innerError: { 'request-id': 'r', date: '2027-01-01T00:00:00' } } },
})
