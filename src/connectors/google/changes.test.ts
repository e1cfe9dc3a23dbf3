import { describe, expect, test } from 'vitest'
import { google } from '#connectors/google/connector.ts'
import { faultOf } from '#connectors/google/far-side.ts'
import { manifest } from '#connectors/google/manifest.ts'
import { type Answer, type Json, type JsonRequest, toldServer } from '#testing/told-server.ts'

const WINDOW = { fromDay: '2027-01-01', toDay: '2028-01-01', zone: 'Europe/London' }
const HOUR = { start: { dateTime: '2027-03-01T09:00:00Z' }, end: { dateTime: '2027-03-01T10:00:00Z' } }
const entry = (id: string, more: Json = {}): Json => ({ id, etag: '"1"', status: 'confirmed', summary: id, ...HOUR, ...more })
const last = (...items: unknown[]): Answer => ({ body: { items, nextSyncToken: 's' } })
const fault = (status: number, reason: string): Answer => ({ status, body: faultOf(status, reason) })
const place = (id: string) => `calendars/ours/events/${id}`

async function changesFrom(answerTo: (asked: JsonRequest) => Answer, cursor: string | null = null, limits = {}) {
  const told = await toldServer(manifest, answerTo, limits)
  const read = () => google.calendar.changes(told.wire, 'ours', cursor, () => false, WINDOW)
  return { ...told, read }
}
/** What is found in a calendar of one entry. */
const readOne = async (more: Json) => (await (await changesFrom(() => last(entry('abcde', more)))).read()).items[0]

describe('what has changed', () => {
  test('is fetched page by page with the same query, and without notes and guests', async () => {
    const pages: Answer[] = [
      { body: { items: [entry('aaaaa'), entry('bbbbb'), entry('ccccc')], nextPageToken: 'p1', nextSyncToken: 'early' } },
      { body: { nextPageToken: 'p2' } },
      last(entry('bbbbb', { status: 'cancelled' }), entry('aaaaa', { summary: 'Later' }), { id: 'ddddd', status: 'cancelled' }),
    ]
    const { read, asked } = await changesFrom(() => pages.shift() ?? { status: 500 }, 'c')
    const { cursor, isWhole, items, gone } = await read()
    expect({ cursor, isWhole, gone }).toEqual({ cursor: 's', isWhole: false, gone: [place('bbbbb'), place('ddddd')] })
    expect(items.map(({ title }) => title)).toEqual(['Later', 'ccccc'])
    const questions = asked.map(({ path }) => new URL(path, 'http://x').searchParams)
    expect(questions.map((query) => query.get('pageToken'))).toEqual([null, 'p1', 'p2'])
    for (const query of questions) {
      query.delete('pageToken')
      expect(query.toString()).toBe(questions[0]?.toString())
      expect(query.get('syncToken')).toBe('c')
      expect(query.get('fields')).not.toMatch(/attendees|description/)
    }
  })

  test('is not fetched for ever', async () => {
    const same = await changesFrom(() => ({ body: { nextPageToken: 'p' } }))
    await expect(same.read()).rejects.toMatchObject({ name: 'Refusal', kind: 'later' })
    expect(same.asked).toHaveLength(2)
    let page = 0
    const endless = await toldServer({ pace: { atOnce: 1, perMinute: 10_000 } }, () => ({ body: { nextPageToken: `p${++page}` } }))
    await expect(google.calendar.changes(endless.wire, 'ours', null, () => false, WINDOW)).rejects.toMatchObject({ kind: 'later' })
    expect(endless.asked).toHaveLength(200)
  })

  test.for([
    [null, 410],
    [null, 400],
    ['c', 410],
    ['c', 400],
  ] as const)('is read from the start when a page is not known any more: since %s, %i', async ([cursor, status]) => {
    const pages: Answer[] = [{ body: { items: [entry('aaaaa')], nextPageToken: 'p1' } }, fault(status, 'invalid')]
    const { read } = await changesFrom(() => pages.shift() ?? { status: 500 }, cursor)
    await expect(read()).rejects.toMatchObject({ name: 'Refusal', kind: 'resync' })
  })

  test('of a whole calendar is what its window holds, and nothing of what is deleted', async () => {
    const days = ['2026-12-31', '2027-01-01', '2027-12-31', '2028-01-01']
    const items = days.map((date) => entry(`day${date.replaceAll('-', '')}`, { start: { date }, end: null }))
    const dropped = { id: 'abcde_20270301', status: 'cancelled', recurringEventId: 'abcde' }
    const idsSince = async (cursor: string | null) => {
      const found = await (await changesFrom(() => last(...items, dropped), cursor)).read()
      return [found.items.map(({ id }) => id.slice(-8)), found.gone.length]
    }
    expect(await idsSince(null)).toEqual([['20270101', '20271231'], 0])
    expect(await idsSince('c')).toEqual([['20261231', '20270101', '20271231', '20280101'], 1])
  })

  test.for([
    ['resync', 'c', fault(410, 'fullSyncRequired')],
    ['resync', 'c', fault(410, 'updatedMinTooLongAgo')],
    ['resync', 'c', fault(400, 'invalid')],
    ['refused', null, fault(400, 'invalid')],
    ['gone', null, fault(410, 'deleted')],
    ['gone', 'c', fault(404, 'notFound')],
    ['sign_in', 'c', fault(401, 'authError')],
    ['not_allowed', 'c', fault(403, 'forbiddenForNonOrganizer')],
    ['not_allowed', 'c', fault(403, 'insufficientPermissions')],
    ['not_allowed', 'c', { status: 403, text: '<html>rateLimitExceeded' }],
    ['not_allowed', 'c', { status: 403, text: '{"error":{"errors":[]}}' }],
    ['later', 'c', fault(403, 'rateLimitExceeded')],
    ['later', 'c', fault(403, 'userRateLimitExceeded')],
    ['later', 'c', fault(403, 'quotaExceeded')],
    ['later', 'c', fault(500, 'backendError')],
    ['later', 'c', { status: 502, text: '<html>' }],
  ] as const)('is refused as %s, since %s, by %o', async ([kind, cursor, answer]) => {
    const { read } = await changesFrom(() => answer as Answer, cursor)
    await expect(read()).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test.for([
    ['7', 7000],
    [undefined, undefined],
  ] as const)('waits as long as it is asked to: Retry-After %s', async ([after, afterMs]) => {
    const { read } = await changesFrom(() => ({ ...fault(429, 'rateLimitExceeded'), headers: after ? { 'retry-after': after } : {} }))
    await expect(read()).rejects.toMatchObject({ kind: 'later', afterMs })
  })
})

describe('a hostile answer', () => {
  test.for([
    ['no JSON', { text: '<html>Sign in</html>' }],
    ['half of it', { text: '{"items":[{"id":"abc' }],
    ['nothing', { text: '' }],
    ['a list', { body: [] }],
    ['null', { body: null }],
    ['no token at its end', { body: { items: [] } }],
    ['items that are none', { body: { items: 'x', nextSyncToken: 's' } }],
    ['a connection that breaks', { text: '{"items":[', cut: true }],
    ['silence', { hang: true }],
  ] as const)('%s is no answer, and we come back', async ([, answer]) => {
    const { read } = await changesFrom(() => answer, 'c', { mostMs: 300 })
    await expect(read()).rejects.toMatchObject({ name: 'Refusal', kind: 'later' })
  })

  test('too large is refused', async () => {
    const { read } = await changesFrom(() => ({ text: 'x'.repeat(20_000) }), 'c', { mostBytes: 10_000 })
    await expect(read()).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('too large') })
  })

  test('with ids that lead elsewhere leads nowhere', async () => {
    const ids = ['..', '.', '', 5, null, 'a b', 'a\nb', 'x'.repeat(2000), '../../x', 'abc?d#e']
    const { read } = await changesFrom(() => last(...ids.map((id) => ({ ...HOUR, id })), 'x', null, 7))
    expect((await read()).items.map(({ id }) => id)).toEqual([place('..%2F..%2Fx'), place('abc%3Fd%23e')])
  })

  test('has words cut to what we can keep', async () => {
    const half = String.fromCharCode(0xd83d)
    expect(await readOne({ summary: ` a\0<b>${half}${'x'.repeat(999)}`, location: { x: 1 }, etag: 5 })).toMatchObject({
      title: `a<b>\ufffd${'x'.repeat(193)}`,
      ...{ place: null, tag: null },
    })
    expect(await readOne({ summary: null, location: 'y'.repeat(999) })).toMatchObject({ title: '', place: 'y'.repeat(500) })
  })
})

describe('an entry', () => {
  const span = (start: unknown, end: unknown) => ({ start, end }) as Json
  const at = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) })
  test.for([
    ['no start', span(undefined, HOUR.end), null],
    ['no end', span(HOUR.start, undefined), at('2027-03-01T09:00:00Z', '2027-03-01T09:00:00Z')],
    ['an end before its start', span(HOUR.end, HOUR.start), null],
    ['a start that is none', span({ dateTime: 'soon' }, HOUR.end), null],
    ['an end that is none', span(HOUR.start, { dateTime: 7 }), null],
    ['a year 10007', span({ dateTime: '+010007-01-01T00:00:00Z' }, HOUR.end), null],
    ['a year 1', span({ date: '0001-01-01' }, { date: '0001-01-02' }), null],
    ['a day that is none', span({ date: '2027-02-31' }, { date: '2027-03-04' }), null],
    ['a day without an end', span({ date: '2027-02-28' }, {}), { fromDay: '2027-02-28', toDay: '2027-03-01' }],
    ['a day that ends as it begins', span({ date: '2027-03-28' }, { date: '2027-03-28' }), { fromDay: '2027-03-28', toDay: '2027-03-29' }],
    [
      'another offset, and parts of a second',
      span({ dateTime: '2027-06-01T09:00:00.500-04:00' }, { dateTime: '2027-06-01T19:00:00+05:30' }),
      at('2027-06-01T13:00:00.500Z', '2027-06-01T13:30:00Z'),
    ],
    [
      'no offset, by its zone and by ours',
      span({ dateTime: '2027-06-01T09:00:00', timeZone: 'Europe/Paris' }, { dateTime: '2027-06-01T09:00:00' }),
      at('2027-06-01T07:00:00Z', '2027-06-01T08:00:00Z'),
    ],
    ['a zone nobody knows', span({ dateTime: '2027-06-01T09:00:00', timeZone: 'Mars/North' }, { dateTime: '2027-06-01T09:00:00' }), null],
    ['a series', { recurrence: ['RRULE:FREQ=SECONDLY'] }, null],
    ['a series that is no list', { recurrence: 'RRULE:FREQ=DAILY' }, null],
    ['an occurrence that was changed', { recurringEventId: 'abcde' }, null],
  ] as const)('with %s', async ([, more, when]) => {
    expect((await readOne(more))?.when).toEqual(when)
  })

  test('is ours by its id only: a copy of it is not', async () => {
    const uid = '019f2a1c-0000-7000-8000-000000000001@pritchel'
    const id = Buffer.from(uid).toString('hex')
    const uidOf = async (entryId: string, iCalUID: unknown) =>
      (await (await changesFrom(() => last(entry(entryId, { iCalUID })))).read()).items[0]?.uid
    expect(await uidOf(id, `${id}@google.com`)).toBe(uid)
    expect(await uidOf('4k3j2h1g', `${id}@google.com`)).toBe(`${id}@google.com`)
    expect(await uidOf('616263', 'x@google.com')).toBe('x@google.com')
    expect(await uidOf('abcde', { uid })).toBe('')
  })
})
