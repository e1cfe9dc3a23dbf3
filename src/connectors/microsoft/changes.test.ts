import { describe, expect, onTestFinished, test } from 'vitest'
import type { Changes } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { microsoft } from '#connectors/microsoft/connector.ts'
import { startGraph } from '#connectors/microsoft/far-side.ts'
import { EVENT, fault, NOW, utc, VISIT, WINDOW } from '#connectors/microsoft/far-side-sample.ts'
import { type Answer, type Json, type JsonRequest, toldServer, wireTo } from '#testing/told-server.ts'

const { calendar } = microsoft
const view = (origin: string, ...value: unknown[]): Answer => ({
  body: { value, '@odata.deltaLink': `${origin}/v1.0/me/calendars/C/calendarView/delta?$deltatoken=2` },
})
const nothingKnown = () => false
const changesOf = ({ wire }: { wire: Wire }, cursor: string | null = null): Promise<Changes> =>
  calendar.changes(wire, 'C', cursor, nothingKnown, WINDOW)
/** A cursor of the days that are looked at. */
const cursorAt = ({ origin }: { origin: string }) => `2027-01-01 ${origin}/v1.0/me/calendars/C/calendarView/delta?$deltatoken=1`

const fake = (answerTo: (asked: JsonRequest, origin: string) => Answer, limits?: Parameters<typeof toldServer>[2]) =>
  toldServer(microsoft.manifest, answerTo, limits)

/** The double, and the way to it. */
async function double() {
  const far = await startGraph()
  onTestFinished(far.stop)
  const way = wireTo(microsoft.manifest, far.credentials)
  return { ...far, ...way, id: (await calendar.ensure(way.wire, 'pritchel', 'Pritchel')).id }
}

describe('a hostile server', () => {
  test.for([
    ['nothing', ''],
    ['a page', '<html>Sign in</html>'],
    ['half an answer', '{"value":[{"id":"E"'],
    ['another root', '[]'],
    ['no thing at all', 'null'],
    ['no list', '{"value":{"length":1}}'],
    ['a million depths', `${'['.repeat(1_000_000)}`],
    ['a link of another kind', '{"value":[],"@odata.deltaLink":1}'],
    ['no link to go on with', '{"value":[]}'],
    ['bytes', '\u0000\u0001\ufffd'],
  ] as const)('%s is refused', async ([, text]) => {
    const refusal = await changesOf(await fake(() => ({ text }))).catch((error) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ kind: 'refused', sentence: "What answered is not Outlook's calendar." })
  })

  test.for(['@odata.nextLink', '@odata.deltaLink'])('leads nowhere else with the key by %s', async (name) => {
    const other = await fake(() => ({ body: { value: [] } }))
    const links = [
      `${other.origin}/v1.0/me/calendars`,
      'https://graph.microsoft.com.evil.example/v1.0/me',
      'file:///etc/passwd',
      'http://[/',
      '/v1.0/me/calendars',
      '',
    ]
    for (const link of links.filter((each) => each || name !== '@odata.nextLink')) {
      const one = await fake(() => ({ body: { value: [], [name]: link } }))
      await expect(changesOf(one)).rejects.toMatchObject({ name: 'Refusal', kind: 'refused' })
      expect(one.asked).toHaveLength(1)
    }
    const outside = await fake((_, origin) => ({ body: { value: [], [name]: `${origin}/beta/me/calendars` } }))
    await expect(changesOf(outside)).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('another address') })
    expect(other.asked).toEqual([])
  })

  test('whose cursor leads elsewhere is read from scratch', async () => {
    const one = await fake((_, origin) => view(origin))
    for (const cursor of ['', '2027-01-01', 'x', '2027-01-01 https://evil.example/v1.0/me', `2027-01-01 ${one.origin}/beta/me`])
      await expect(changesOf(one, cursor)).rejects.toMatchObject({ name: 'Refusal', kind: 'resync' })
    expect(one.asked).toEqual([])
  })

  test('that never comes to an end is left', async () => {
    let page = 0
    const one = await fake((_, origin) => ({ body: { value: [EVENT], '@odata.nextLink': `${origin}/v1.0/me?$skiptoken=${++page}` } }))
    await expect(changesOf(one)).rejects.toMatchObject({ kind: 'later' })
    expect(one.asked).toHaveLength(200)
  })

  test.for([
    ['later', 'is silent', { hang: true }],
    ['later', 'cuts its answer', { text: '{"value":[', cut: true }],
    ['refused', 'answers without end', { text: ' '.repeat(300_000) }],
  ] as const)('is refused as %s when it %s', async ([kind, , answer]) => {
    const one = await fake(() => answer, { mostMs: 400, mostBytes: 200_000 })
    await expect(changesOf(one)).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test('writes words that a database takes, and none too long', async () => {
    const one = await fake((_, origin) =>
      view(
        origin,
        { ...EVENT, subject: ' a\u0000b\ud800 <b>&amp;</b> ', location: { displayName: 'x'.repeat(9_999) }, transactionId: 7 },
        { ...EVENT, id: 'F', subject: ['x'], location: 'y', '@odata.etag': 5, isCancelled: 'yes', type: {} },
        ...[{ ...EVENT, id: '..' }, { ...EVENT, id: '' }, { ...EVENT, id: 'a b' }, { ...EVENT, id: 9 }, null, 'E', ['E']],
      ),
    )
    const { items } = await changesOf(one)
    expect(items).toEqual([
      expect.objectContaining({ id: 'E', title: 'ab\ufffd <b>&amp;</b>', place: 'x'.repeat(500), uid: '' }),
      expect.objectContaining({ id: 'F', title: '', place: null, tag: null, isCancelled: false }),
    ])
    expect(one.asked).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test.for([
    ['sign_in', fault(401, 'InvalidAuthenticationToken')],
    ['not_allowed', fault(403, 'ErrorAccessDenied')],
    ['gone', fault(404, 'ErrorItemNotFound')],
    ['resync', fault(410, 'SyncStateNotFound'), true],
    ['resync', fault(410, 'resyncRequired'), true],
    ['resync', fault(410, 'gone'), true],
    ['resync', fault(400, 'syncStateNotFound'), true],
    ['resync', { status: 400, body: { error: { code: 'badRequest', innererror: { code: 'resyncRequired' } } } }, true],
    ['resync', fault(404, 'ErrorItemNotFound'), true],
    ['gone', fault(410, 'SyncStateNotFound')],
    ['refused', fault(400, 'ErrorInvalidUrlQuery'), true],
    ['later', fault(423, 'locked')],
    ['later', fault(429, 'ApplicationThrottled')],
    ['later', fault(500, 'ErrorInternalServerError')],
    ['later', fault(503, 'ErrorServerBusy')],
    ['later', fault(504, 'UnknownError')],
    ['refused', { status: 302, text: '<html>' }],
  ] as [string, Answer, boolean?][])('is %s by %o, with the calendar there: %s', async ([kind, answer, isThere = false]) => {
    const one = await fake(({ path }) => (isThere && !path.includes('delta') ? { body: { id: 'C' } } : answer))
    await expect(changesOf(one, cursorAt(one))).rejects.toMatchObject({ name: 'Refusal', kind })
  })

  test('returns how long to wait, where the server gives that', async () => {
    const waits = async (headers: Record<string, string>) => {
      const { wire } = await fake(() => fault(429, 'ApplicationThrottled', headers))
      return calendar.put(wire, 'C', VISIT, undefined, NOW).catch(({ kind, afterMs }) => [kind, afterMs])
    }
    expect(await waits({ 'retry-after': '17' })).toEqual(['later', 17_000])
    expect(await waits({})).toEqual(['later', undefined])
  })

  test('names which, without what a stranger wrote', async () => {
    const sentenceBy = async (answer: Answer) => {
      const { wire } = await fake(() => answer)
      return calendar.put(wire, 'C', VISIT, { id: 'E', tag: null }, NOW).catch(({ sentence }) => sentence)
    }
    expect(await sentenceBy(fault(400, 'ErrorInvalidRequest'))).toBe("Outlook won't do this (ErrorInvalidRequest).")
    expect(await sentenceBy(fault(400, '<b>Call 0900</b>'))).toBe("Outlook won't do this (400).")
    expect(await sentenceBy({ status: 400, text: '<html>' })).toBe("Outlook won't do this (400).")
    expect(await sentenceBy(fault(400, 'MailboxNotEnabledForRESTAPI'))).toBe('This Microsoft account has no Outlook calendar.')
  })
})

describe('what has changed', () => {
  test('may come in pages that are empty, and more than once', async () => {
    const at = (origin: string, page: number) => `${origin}/v1.0/me/calendars/C/calendarView/delta?$skiptoken=${page}`
    const one = await fake(({ path }, origin) => {
      if (path.endsWith('skiptoken=1')) return { body: { value: [], '@odata.nextLink': at(origin, 2) } }
      if (path.endsWith('skiptoken=2')) return view(origin, { ...EVENT, subject: 'Later' })
      return { body: { value: [EVENT, { id: 'G', '@removed': { reason: 'deleted' } }], '@odata.nextLink': at(origin, 1) } }
    })
    const { items, gone, cursor, isWhole } = await changesOf(one)
    expect(items.map(({ title }) => title)).toEqual(['Later'])
    expect({ gone, isWhole, day: cursor.split(' ')[0] }).toEqual({ gone: [], isWhole: true, day: '2027-01-01' })
    expect(one.asked.map(({ headers }) => headers.prefer)).toEqual(Array(3).fill('outlook.timezone="UTC", odata.maxpagesize=50'))
  })

  test('is fetched one by one where a row leaves something out', async () => {
    const { start: _, ...slim } = EVENT
    const one = await fake(({ path }, origin) => (path.includes('/me/events/') ? { body: EVENT } : view(origin, slim)))
    expect((await changesOf(one, cursorAt(one))).items).toMatchObject([{ id: 'E', when: { start: new Date('2027-03-01T09:00:00Z') } }])
  })

  test('was deleted, though the row still shows how it was, and though a new view that was listed just before still has it', async () => {
    const removed = { ...EVENT, '@removed': { reason: 'deleted' } }
    const one = await fake(({ path }, origin) => {
      if (path.includes('/me/events/')) return fault(404, 'ErrorItemNotFound')
      return path.includes('deltatoken') ? view(origin, removed) : view(origin, EVENT)
    })
    const deleted = { items: [], known: [], gone: ['E'], isWhole: false }
    expect(await changesOf(one, cursorAt(one))).toMatchObject(deleted)
    expect(await changesOf(one, cursorAt(one).replace('2027-01-01', '2026-11-01'))).toMatchObject(deleted)
  })

  test('of a series is the entry it is made of, listed or not', async () => {
    const occurrence = { ...EVENT, id: 'O', type: 'occurrence', seriesMasterId: 'S' }
    const master = { ...EVENT, id: 'S', type: 'seriesMaster', recurrence: { pattern: {} } }
    for (const rows of [[occurrence], [occurrence, master], [{ id: 'O', type: 'exception', seriesMasterId: 'S' }]]) {
      const one = await fake(({ path }, origin) => (path.includes('/me/events/') ? { body: master } : view(origin, ...rows)))
      expect((await changesOf(one)).items).toEqual([expect.objectContaining({ id: 'S', when: null })])
    }
  })

  test('is not gone when it was just moved out of the days that are looked at', async () => {
    const far = await double()
    const known = await calendar.put(far.wire, far.id, VISIT, undefined, NOW)
    const read = (cursor: string | null) => calendar.changes(far.wire, far.id, cursor, nothingKnown, WINDOW)
    const first = await read(null)
    await far.phone.move(known.id, new Date('2029-03-01T09:00:00Z'), new Date('2029-03-01T10:00:00Z'))
    const moved = await read(first.cursor)
    expect(moved.gone).toEqual([])
    expect(moved.items).toMatchObject([{ id: known.id, uid: VISIT.uid, when: { start: new Date('2029-03-01T09:00:00Z') } }])
    await far.phone.remove(known.id)
    expect(await read(moved.cursor)).toMatchObject({ items: [], gone: [known.id] })
  })

  test('is looked for in the days of now, however old the cursor: nothing is missed, and nothing deleted comes back', async () => {
    const far = await double()
    const known = await calendar.put(far.wire, far.id, VISIT, undefined, NOW)
    const lines = ['DTSTART:20280210T090000', 'DTEND:20280210T100000', 'SUMMARY:Far ahead']
    const ahead = await far.phone.add(far.id, 'ahead', lines)
    const read = (cursor: string | null, fromDay: string, toDay: string) =>
      calendar.changes(far.wire, far.id, cursor, nothingKnown, { ...WINDOW, fromDay, toDay })
    const first = await read(null, '2027-01-01', '2028-02-05')
    expect(first.items.map(({ id }) => id)).toEqual([known.id])
    const near = await read(first.cursor, '2027-01-07', '2028-02-11')
    expect(near).toMatchObject({ items: [], gone: [], isWhole: false })
    await far.phone.remove(known.id)
    const moved = await read(near.cursor, '2027-01-08', '2028-02-12')
    expect(moved).toMatchObject({ isWhole: false, gone: [known.id], cursor: expect.stringMatching(/^2027-01-08 /) })
    expect(moved.items.map(({ id }) => id)).toEqual([ahead])
    const before = far.requests()
    expect(await read(moved.cursor, '2027-01-08', '2028-02-12')).toMatchObject({ items: [], gone: [] })
    expect(far.requests() - before).toBe(1)
  })
})

describe('when an entry is', () => {
  const whenOf = async (more: Json) => {
    const one = await fake((_, origin) => view(origin, { ...EVENT, ...more }))
    return (await changesOf(one)).items[0]?.when
  }
  const days = (start: string, end: string) => ({ isAllDay: true, start: utc(start), end: utc(end) })
  test.for([
    ['in London in winter', days('2027-01-04T00:00:00', '2027-01-05T00:00:00'), '2027-01-04', '2027-01-05'],
    ['in London in summer', days('2027-06-30T23:00:00', '2027-07-02T23:00:00'), '2027-07-01', '2027-07-03'],
    ['told without a zone', days('2027-07-01T00:00:00', '2027-07-03T00:00:00'), '2027-07-01', '2027-07-03'],
    ['in California', days('2027-07-01T07:00:00', '2027-07-02T07:00:00'), '2027-07-01', '2027-07-02'],
    ['in Tokyo', days('2027-06-30T15:00:00', '2027-07-01T15:00:00'), '2027-07-01', '2027-07-02'],
    ['over the clock change', days('2027-03-27T00:00:00', '2027-03-28T23:00:00'), '2027-03-27', '2027-03-29'],
    ['no day long', days('2027-07-01T00:00:00', '2027-07-01T00:00:00'), '2027-07-01', '2027-07-02'],
  ] as const)('is whole days: %s', async ([, more, fromDay, toDay]) => {
    expect(await whenOf(more)).toEqual({ fromDay, toDay })
  })

  test.for([
    ['no start', { start: null }],
    ['a start of another kind', { start: 'tomorrow' }],
    ['a time that is none', { start: utc('2027-13-45T99:99:99') }],
    ['a time of the year 1', { start: utc('0001-01-01T00:00:00') }],
    ['a zone of Windows, though it was asked for UTC', { start: utc('2027-03-01T09:00:00', 'Pacific Standard Time') }],
    ['a zone nobody knows', { start: utc('2027-03-01T09:00:00', 'tzone://Microsoft/Custom') }],
    ['an end before its start', { end: utc('2027-03-01T08:00:00') }],
    ['a rule to repeat', { type: 'seriesMaster', recurrence: { pattern: {} } }],
  ] as const)("can't be told by %s", async ([, more]) => {
    expect(await whenOf(more)).toBeNull()
  })

  test('is in UTC for what was made by the clocks of a zone of Windows', async () => {
    const far = await double()
    const made = await fetch(`${far.credentials.address}/v1.0/me/calendars/${encodeURIComponent(far.id)}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${far.credentials.key}` },
      body: JSON.stringify({
        subject: 'By hand',
        start: { dateTime: '2027-07-01T09:00:00', timeZone: 'GMT Standard Time' },
        end: { dateTime: '2027-07-01T10:00:00', timeZone: 'GMT Standard Time' },
      }),
    })
    expect(made.status).toBe(201)
    const { items } = await calendar.changes(far.wire, far.id, null, nothingKnown, WINDOW)
    expect(items[0]?.when).toEqual({ start: new Date('2027-07-01T08:00:00Z'), end: new Date('2027-07-01T09:00:00Z') })
  })
})
