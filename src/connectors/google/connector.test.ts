import { describe, expect, onTestFinished, test } from 'vitest'
import { google } from '#connectors/google/connector.ts'
import { faultOf, googleDouble, startGoogle } from '#connectors/google/far-side.ts'
import { manifest } from '#connectors/google/manifest.ts'
import type { CalendarItem } from '#lib/ics-write.ts'
import { calendarSuite } from '#testing/calendar-suite.ts'
import { toldServer, wireTo } from '#testing/told-server.ts'

calendarSuite('Google Calendar, a double of it', google, googleDouble)

const { calendar } = google
const NOW = new Date('2027-01-02T09:00:00Z')
const WINDOW = { fromDay: '2027-01-01', toDay: '2028-01-01', zone: 'Europe/London' }
const VISIT: CalendarItem = {
  uid: '019f2a1c-0000-7000-8000-000000000001@pritchel',
  when: { start: new Date('2027-07-01T09:00:00Z'), end: new Date('2027-07-01T10:30:00Z'), zone: 'Europe/London' },
  ...{ title: 'Visit', place: 'Hill Farm', status: 'CONFIRMED', isFree: false },
}
const DAY: CalendarItem = { ...VISIT, when: { fromDay: '2027-07-03', toDay: '2027-07-04' }, place: null, status: 'TENTATIVE', isFree: true }

/** The double with our calendar in it. */
async function opened() {
  const far = await startGoogle()
  onTestFinished(far.stop)
  const { wire } = wireTo(manifest, far.credentials)
  const { id } = await calendar.ensure(wire, 'pritchel-abc', 'Pritchel')
  const seen = async () => (await calendar.changes(wire, id, null, () => false, WINDOW)).items
  return { far, wire, id, seen }
}

describe('an entry', () => {
  test('has an id made of its name, and is read back as it was written', async () => {
    const { far, wire, id } = await opened()
    const known = await calendar.put(wire, id, VISIT, undefined, NOW)
    const name = known.id.split('/').at(-1) ?? ''
    expect(name).toMatch(/^[0-9a-v]{5,1024}$/)
    expect(Buffer.from(name, 'hex').toString()).toBe(VISIT.uid)
    expect(await far.phone.read(known.id)).toEqual({
      ...{ summary: 'Visit', location: 'Hill Farm', status: 'confirmed', transparency: 'opaque' },
      start: { dateTime: '2027-07-01T10:00:00+01:00', timeZone: 'Europe/London' },
      end: { dateTime: '2027-07-01T11:30:00+01:00', timeZone: 'Europe/London' },
    })
  })

  test('becomes a day, and a time again', async () => {
    const { far, wire, id, seen } = await opened()
    const timed = await calendar.put(wire, id, VISIT, undefined, NOW)
    const day = await calendar.put(wire, id, DAY, timed, NOW)
    expect((await seen()).map(({ when, place }) => ({ when, place }))).toEqual([{ when: DAY.when, place: null }])
    expect(await far.phone.read(day.id)).toMatchObject({ status: 'tentative', transparency: 'transparent' })
    await calendar.put(wire, id, VISIT, day, NOW)
    const [again] = await seen()
    expect(again).toMatchObject({ when: { start: new Date('2027-07-01T09:00:00Z') }, place: 'Hill Farm' })
  })

  test('that others made repeat or invited people to loses that when it is written', async () => {
    const { far, wire, id, seen } = await opened()
    const known = await calendar.put(wire, id, VISIT, undefined, NOW)
    await far.phone.change(known.id, { recurrence: ['RRULE:FREQ=WEEKLY'], attendees: [{ email: 'vet@example.org' }], colorId: '11' })
    const [item] = await seen()
    expect(item).toMatchObject({ uid: VISIT.uid, when: null })
    await calendar.put(wire, id, VISIT, item, NOW)
    expect(await far.phone.read(known.id)).toMatchObject({ recurrence: [], attendees: [], colorId: '11' })
    expect((await seen())[0]?.when).not.toBeNull()
  })

  test('that was deleted there is put back under its own id', async () => {
    const { far, wire, id, seen } = await opened()
    const known = await calendar.put(wire, id, VISIT, undefined, NOW)
    await far.phone.remove(known.id)
    expect(await seen()).toEqual([])
    expect((await calendar.put(wire, id, VISIT, undefined, NOW)).id).toBe(known.id)
    expect((await seen()).map(({ uid }) => uid)).toEqual([VISIT.uid])
  })

  test.for(['POST', 'PATCH', 'DELETE'] as const)(
    'is as it was wanted when the answer to a %s was lost and it is done again',
    async (method) => {
      const { far, wire, id, seen } = await opened()
      const known = method === 'POST' ? undefined : await calendar.put(wire, id, VISIT, undefined, NOW)
      const item = { ...VISIT, title: 'Changed' }
      const act = () => (method === 'DELETE' && known ? calendar.remove(wire, known) : calendar.put(wire, id, item, known, NOW))
      far.loseAnswer(method)
      await expect(act()).rejects.toMatchObject({ name: 'Refusal', kind: 'later' })
      // What was written is another version now, and is read before it is written again.
      if (method === 'PATCH') await expect(act()).rejects.toMatchObject({ kind: 'conflict' })
      else await act()
      expect((await seen()).map(({ title }) => title)).toEqual(method === 'DELETE' ? [] : ['Changed'])
      expect(await far.phone.count(id)).toBe(method === 'DELETE' ? 0 : 1)
    },
  )

  test('whose version is not known is overwritten, unless it was deleted', async () => {
    const { far, wire, id, seen } = await opened()
    const known = { ...(await calendar.put(wire, id, VISIT, undefined, NOW)), tag: null }
    await far.phone.move(known.id, new Date('2027-07-05T09:00:00Z'), new Date('2027-07-05T10:00:00Z'))
    await calendar.put(wire, id, { ...VISIT, title: 'Ours' }, known, NOW)
    expect(await seen()).toMatchObject([{ title: 'Ours' }])
    await far.phone.remove(known.id)
    await expect(calendar.put(wire, id, VISIT, known, NOW)).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('that someone else adds to our calendar is found, and written over without another name', async () => {
    const { far, wire, id, seen } = await opened()
    const added = await far.phone.add(id, 'dentist', ['DTSTART:20270601T090000Z', 'DTEND:20270601T100000Z', 'SUMMARY:Dentist'])
    const [item] = await seen()
    expect(item).toMatchObject({ id: added, title: 'Dentist', uid: expect.stringMatching(/@google\.com$/) })
    const known = await calendar.put(wire, id, VISIT, item, NOW)
    expect(known.id).toBe(added)
    expect(await seen()).toMatchObject([{ id: added, uid: item?.uid, title: 'Visit' }])
  })

  test.for([
    ['refused', 400, 'invalid'],
    ['not_allowed', 403, 'forbidden'],
    ['later', 403, 'rateLimitExceeded'],
    ['gone', 404, 'notFound'],
    ['later', 429, 'rateLimitExceeded'],
    ['later', 503, 'backendError'],
  ] as const)('is refused as %s by %i %s', async ([kind, status, reason]) => {
    const { wire } = await toldServer(manifest, () => ({ status, body: faultOf(status, reason) }))
    await expect(calendar.put(wire, 'ours', VISIT, undefined, NOW)).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test('is written for its version only, and no one is notified', async () => {
    const { wire, asked } = await toldServer(manifest, () => ({ body: { id: 'abcde', etag: '"2"' } }))
    const place = 'calendars/ours/events/abcde'
    expect(await calendar.put(wire, 'ours', VISIT, { id: place, tag: '"1"' }, NOW)).toEqual({ id: place, tag: '"2"' })
    await calendar.remove(wire, { id: place, tag: '"2"' })
    expect(asked.map(({ method, headers }) => [method, headers['if-match'], headers.authorization])).toEqual([
      ['PATCH', '"1"', 'Bearer secret'],
      ['DELETE', '"2"', 'Bearer secret'],
    ])
    for (const { path } of asked) expect(path).toMatch(/^\/calendar\/v3\/calendars\/ours\/events\/abcde\?sendUpdates=none/)
  })
})

describe('an account', () => {
  test.for([
    ['refused', 404],
    ['sign_in', 401],
    ['not_allowed', 403],
    ['later', 500],
  ] as const)('is refused as %s by %i', async ([kind, status]) => {
    const { wire } = await toldServer(manifest, () => ({ status, body: faultOf(status, 'x') }))
    await expect(google.check(wire)).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test('has calendars by the names its owner gave them, page by page', async () => {
    const pages: Record<string, unknown>[] = [
      { items: [{ id: 'a', summary: 'A', summaryOverride: 'Mine' }, { id: '..' }, 'x'], nextPageToken: '2' },
      { nextPageToken: '3' },
      { items: [{ id: 'b@group.calendar.google.com', summary: ' ' }] },
    ]
    const { wire } = await toldServer(manifest, () => ({ body: pages.shift() }))
    expect(await calendar.calendars(wire)).toEqual([
      { id: 'a', name: 'Mine' },
      { id: 'b@group.calendar.google.com', name: 'Calendar' },
    ])
  })

  test('has one calendar of ours, although no answer confirmed that it was made', async () => {
    const { far, wire } = await opened()
    far.loseAnswer('POST')
    await expect(calendar.ensure(wire, 'pritchel-new', 'Pritchel')).rejects.toMatchObject({ kind: 'later' })
    const there = await calendar.ensure(wire, 'pritchel-new', 'Pritchel')
    expect((await calendar.calendars(wire)).filter(({ name }) => name === 'Pritchel')).toHaveLength(2)
    expect(far.calendars.get(there.id)).toMatchObject({ timeZone: 'Europe/London', description: expect.stringContaining('pritchel-new') })
  })

  test("has no calendar of ours in another's, no matter its description, and one that its owner has hidden", async () => {
    const ours = { id: 'ours', summary: 'Ours', description: 'My diary (pritchel-abc).', accessRole: 'owner' }
    const { wire, asked } = await toldServer(manifest, () => ({ body: { items: [{ ...ours, id: 'theirs', accessRole: 'writer' }, ours] } }))
    expect(await calendar.ensure(wire, 'pritchel-abc', 'Pritchel')).toEqual({ id: 'ours', name: 'Ours' })
    expect(asked.map(({ path }) => path.includes('showHidden=true'))).toEqual([true])
  })

  test('lets us read and write just what we made', async () => {
    const { far, wire } = await opened()
    const why = { kind: 'not_allowed', sentence: expect.stringContaining('only to the calendar it made') }
    await expect(calendar.changes(wire, far.first.id, null, () => false, WINDOW)).rejects.toMatchObject(why)
    await expect(calendar.put(wire, far.first.id, VISIT, undefined, NOW)).rejects.toMatchObject(why)
  })
})
