/** What the clock shows when a test file begins, unless `PRITCHEL_TEST_MOMENT` names another moment, or `now` for the machine's own time. */
const USUAL_MOMENT = '2026-11-25T10:07:00Z'

/** Moments at which a diary may go wrong, each with why. `npm run prove -- moments` runs the tests at all of them. */
export const MOMENTS: Readonly<Record<string, string>> = {
  '2026-11-23T09:20:00Z': 'a Monday',
  '2026-11-24T09:20:00Z': 'a Tuesday',
  '2026-11-25T16:40:00Z': 'a Wednesday',
  '2026-11-26T09:20:00Z': 'a Thursday',
  '2026-11-27T13:10:00Z': 'a Friday',
  '2026-11-28T11:00:00Z': 'a Saturday',
  '2026-11-29T19:45:00Z': 'a Sunday evening',
  '2026-11-30T10:00:00Z': 'the last day of a month',
  '2026-12-01T10:00:00Z': 'the first day of a month',
  '2026-12-31T15:00:00Z': 'the last day of a year',
  '2027-01-01T10:00:00Z': 'the first day of a year, a bank holiday',
  '2027-03-27T20:00:00Z': 'the evening before the clocks go forward',
  '2027-03-28T00:40:00Z': 'twenty minutes before the clocks go forward',
  '2027-03-29T09:00:00Z': 'the Monday after the clocks went forward, a bank holiday',
  '2027-04-05T10:00:00Z': 'the last day of a tax year',
  '2027-10-30T20:00:00Z': 'the evening before the clocks go back',
  '2027-10-31T01:20:00Z': 'the hour that comes twice when the clocks go back',
  '2027-12-27T10:00:00Z': 'a bank holiday instead of one at the weekend',
  '2028-02-29T10:00:00Z': '29 February',
  '2027-06-30T22:58:00Z': '23:58 in London, in summer, on the last day of a month',
}

/** The moment this run is set to; empty: the machine's own time. */
export function testMoment(asked = process.env.PRITCHEL_TEST_MOMENT || USUAL_MOMENT): string {
  return asked === 'now' ? '' : new Date(asked).toISOString()
}
