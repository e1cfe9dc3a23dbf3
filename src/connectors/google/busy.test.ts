import { describe, expect, onTestFinished, test } from 'vitest'
import { google } from '#connectors/google/connector.ts'
import { faultOf, startGoogle } from '#connectors/google/far-side.ts'
import { manifest } from '#connectors/google/manifest.ts'
import { type Answer, type JsonRequest, toldServer, wireTo } from '#testing/told-server.ts'

const { calendar } = google
const days = (fromDay: string, toDay: string) => ({ fromDay, toDay, zone: 'Europe/London' })
const MONTH = days('2027-07-01', '2027-08-01')
const idsIn = ({ body }: JsonRequest) => ((body?.items ?? []) as { id: string }[]).map(({ id }) => id)
/** All calendars requested, with the same result. */
const each = (asked: JsonRequest, one: unknown): Answer => ({
  body: { calendars: Object.fromEntries(idsIn(asked).map((id) => [id, one])) },
})

describe('busy times', () => {
  test('of a quarter are fetched in parts, and a span over two is one', async () => {
    const far = await startGoogle()
    onTestFinished(far.stop)
    const { wire, requests } = wireTo(manifest, far.credentials)
    const { id } = await calendar.ensure(wire, 'pritchel-abc', 'Pritchel')
    await far.phone.add(id, 'away', ['DTSTART;VALUE=DATE:20270727', 'DTEND;VALUE=DATE:20270805', 'SUMMARY:Away'])
    await far.phone.add(id, 'back', ['DTSTART:20270806T090000Z', 'DTEND:20270806T100000Z', 'SUMMARY:Back'])
    const before = requests()
    expect(await calendar.busy(wire, [id], days('2027-06-01', '2027-09-01'))).toEqual([
      { start: new Date('2027-07-26T23:00:00Z'), end: new Date('2027-08-04T23:00:00Z'), isAllDay: true, title: '' },
      { start: new Date('2027-08-06T09:00:00Z'), end: new Date('2027-08-06T10:00:00Z'), isAllDay: false, title: '' },
    ])
    expect(requests() - before).toBe(2)
  })

  test('are fetched for fifty calendars at once', async () => {
    const ids = Array.from({ length: 120 }, (_, at) => `c${at}`)
    const busy = [{ start: '2027-07-02T09:00:00Z', end: '2027-07-02T10:00:00Z' }]
    const { wire, asked } = await toldServer(manifest, (one) => each(one, { busy }))
    expect(await calendar.busy(wire, ids, MONTH)).toHaveLength(120)
    expect(asked.map((one) => idsIn(one).length)).toEqual([50, 50, 20])
  })

  test('that can’t be read, or are elsewhere, are left out', async () => {
    const busy = [
      ...[null, 'x', {}, { start: 'soon', end: 'later' }, { start: '2027-07-02T09:00:00Z' }],
      { start: '2027-07-02T10:00:00Z', end: '2027-07-02T09:00:00Z' },
      { start: '2027-06-02T09:00:00Z', end: '2027-06-02T10:00:00Z' },
      { start: '2027-07-02T09:00:00+01:00', end: '2027-07-02T10:00:00+01:00', title: 'Secret' },
    ]
    const { wire } = await toldServer(manifest, (one) => each(one, { busy }))
    expect(await calendar.busy(wire, ['c'], MONTH)).toEqual([
      { start: new Date('2027-07-02T08:00:00Z'), end: new Date('2027-07-02T09:00:00Z'), isAllDay: false, title: '' },
    ])
  })

  test.for([
    ['gone', (one: JsonRequest) => each(one, { errors: [{ reason: 'notFound' }], busy: [] })],
    ['later', (one: JsonRequest) => each(one, { errors: [{ reason: 'internalError' }], busy: [] })],
    ['refused', (one: JsonRequest) => each(one, { errors: [{ reason: 'tooManyCalendarsRequested' }] })],
    ['refused', (one: JsonRequest) => each(one, { errors: [{}] })],
    ['later', (one: JsonRequest) => each({ ...one, body: { items: [] } }, {})],
    ['later', () => ({ body: {} })],
    ['refused', () => ({ status: 400, body: faultOf(400, 'timeRangeTooLong') })],
    ['not_allowed', () => ({ status: 403, body: faultOf(403, 'insufficientPermissions') })],
    ['later', () => ({ status: 403, body: faultOf(403, 'quotaExceeded') })],
    ['later', () => ({ status: 503 })],
  ] as const)('are refused as %s where Google gives a reason: %o', async ([kind, answerTo]) => {
    const { wire } = await toldServer(manifest, answerTo)
    await expect(calendar.busy(wire, ['c'], MONTH)).rejects.toMatchObject({ name: 'Refusal', kind })
  })
})
