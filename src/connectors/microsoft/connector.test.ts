import { describe, expect, onTestFinished, test } from 'vitest'
import { microsoft } from '#connectors/microsoft/connector.ts'
import { graphDouble, startGraph } from '#connectors/microsoft/far-side.ts'
import { EVENT, fault, NOW, utc, VISIT, WINDOW } from '#connectors/microsoft/far-side-sample.ts'
import { calendarSuite } from '#testing/calendar-suite.ts'
import { type Answer, type Json, type JsonRequest, toldServer, wireTo } from '#testing/told-server.ts'

calendarSuite('Microsoft Graph, a double of it', microsoft, graphDouble)

const { calendar } = microsoft
const nothingKnown = () => false

const fake = (answerTo: (asked: JsonRequest, origin: string) => Answer, limits?: Parameters<typeof toldServer>[2]) =>
  toldServer(microsoft.manifest, answerTo, limits)

/** The double, and the way to it. */
async function double() {
  const far = await startGraph()
  onTestFinished(far.stop)
  const way = wireTo(microsoft.manifest, far.credentials)
  return { ...far, ...way, id: (await calendar.ensure(way.wire, 'pritchel', 'Pritchel')).id }
}

describe('an entry', () => {
  const putBy = async (there: Json, written: Answer = { body: EVENT }, tag: string | null = 'W/"1"') => {
    const one = await fake(({ method }) => (method === 'GET' ? { body: { ...EVENT, ...there } } : written))
    return { ...one, result: await calendar.put(one.wire, 'C', VISIT, { id: 'E', tag }, NOW).catch((error) => error) }
  }

  test('is made without a reminder, guests or a rule, by a request that names it', async () => {
    const one = await fake(({ method }) => (method === 'GET' ? { body: { value: [] } } : { status: 201, body: EVENT }))
    await calendar.put(one.wire, "C/..'?", { ...VISIT, when: { fromDay: '2027-07-01', toDay: '2027-07-02' } }, undefined, NOW)
    const [search, made] = one.asked
    expect(search?.path).toContain(`ep/value eq '${VISIT.uid}'`)
    expect(made).toMatchObject({ method: 'POST', path: "/v1.0/me/calendars/C/..'?/events", headers: { authorization: 'Bearer secret' } })
    expect(made?.body).toEqual({
      ...{ subject: 'Visit', showAs: 'busy', location: { displayName: 'Hill Farm' }, isAllDay: true, isReminderOn: false },
      start: { dateTime: '2027-07-01T00:00:00', timeZone: 'Europe/London' },
      end: { dateTime: '2027-07-02T00:00:00', timeZone: 'Europe/London' },
      transactionId: expect.stringMatching(new RegExp(`^${VISIT.uid}#[0-9a-f]{8}$`)),
      singleValueExtendedProperties: [{ id: expect.stringMatching(/^String \{.+\} Name \w+$/), value: VISIT.uid }],
    })
  })

  test('is written over by its version, and what is not ours is not sent', async () => {
    const { asked, result } = await putBy({ '@odata.etag': 'W/"1"' }, { body: { ...EVENT, '@odata.etag': 'W/"2"' } })
    expect(result).toEqual({ id: 'E', tag: 'W/"2"' })
    expect(asked[1]).toMatchObject({ method: 'PATCH', headers: { 'if-match': 'W/"1"' } })
    expect(Object.keys(asked[1]?.body ?? {}).sort()).toEqual(['end', 'isAllDay', 'showAs', 'start', 'subject'])
  })

  test('that others made repeat is a single one again, and its place is put back', async () => {
    const { asked } = await putBy({ type: 'seriesMaster', recurrence: { pattern: {} }, location: null })
    expect(asked[1]?.body).toMatchObject({ recurrence: null, location: { displayName: 'Hill Farm' } })
  })

  test('that others were invited to is left, for they would be mailed', async () => {
    const me = { emailAddress: { address: 'Me@example.org' } }
    const guest = { emailAddress: { address: 'vet@example.org' } }
    const { asked, result } = await putBy({ organizer: me, attendees: [me, guest] })
    expect(result).toMatchObject({ name: 'Refusal', kind: 'refused', sentence: expect.stringContaining('invited') })
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
    for (const attendees of [['vet'], [{ emailAddress: { address: null } }]])
      expect((await putBy({ attendees })).result).toMatchObject({ kind: 'refused' })
    const alone = await putBy({ organizer: me, attendees: [{ emailAddress: { address: 'me@EXAMPLE.org' } }] })
    expect(alone.result).toEqual({ id: 'E', tag: 'W/"1"' })
  })

  test.for([
    ['another version is there', { '@odata.etag': 'W/"9"' }, undefined],
    ['it changes between our reading and our writing', {}, fault(412, 'ErrorIrresolvableConflict')],
    ['so Outlook says', {}, fault(409, 'ErrorIrresolvableConflict')],
    ['so Outlook says by its status', {}, fault(409, 'Conflict')],
    ['so Outlook says by its code', {}, fault(400, 'resourceModified')],
  ] as const)('is a conflict when %s', async ([, there, written]) => {
    expect((await putBy(there, written)).result).toMatchObject({ name: 'Refusal', kind: 'conflict' })
  })

  test('is not deleted in another version, even where a version in a request does not count', async () => {
    const one = await fake(({ method }) => (method === 'GET' ? { body: { ...EVENT, '@odata.etag': 'W/"9"' } } : { status: 204 }))
    await expect(calendar.remove(one.wire, { id: 'E', tag: 'W/"1"' })).rejects.toMatchObject({ kind: 'conflict' })
    expect(one.asked.map(({ method }) => method)).toEqual(['GET'])
    await calendar.remove(one.wire, { id: 'E', tag: 'W/"9"' })
    expect(one.asked.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1.0/me/events/E', headers: { 'if-match': 'W/"9"' } })
  })

  test('is there once, however often its answer is lost', async () => {
    const far = await double()
    const put = (title: string) => calendar.put(far.wire, far.id, { ...VISIT, title }, undefined, NOW)
    for (const [method, title] of [
      ['POST', 'First'],
      ['PATCH', 'Second'],
    ] as const) {
      far.loseAnswer(method)
      await expect(put(title)).rejects.toMatchObject({ kind: 'later' })
    }
    const known = await put('Third')
    expect(await far.phone.count(far.id)).toBe(1)
    const { items } = await calendar.changes(far.wire, far.id, null, nothingKnown, WINDOW)
    expect(items).toMatchObject([{ ...known, title: 'Third', uid: VISIT.uid }])
    far.loseAnswer('DELETE')
    await expect(calendar.remove(far.wire, known)).rejects.toMatchObject({ kind: 'later' })
    await calendar.remove(far.wire, known)
    expect(await far.phone.count(far.id)).toBe(0)
  })

  test('is put back after it was deleted, and into another calendar, though Outlook remembers the request that made it', async () => {
    const far = await double()
    const first = await calendar.put(far.wire, far.id, VISIT, undefined, NOW)
    await far.phone.remove(first.id)
    const again = await calendar.put(far.wire, far.id, VISIT, undefined, NOW)
    const other = await calendar.ensure(far.wire, 'other', 'Other')
    const third = await calendar.put(far.wire, other.id, VISIT, undefined, NOW)
    expect(new Set([first.id, again.id, third.id]).size).toBe(3)
    expect([await far.phone.count(far.id), await far.phone.count(other.id)]).toEqual([1, 1])
  })
})

describe('an account', () => {
  test('is called by its address, else by its name', async () => {
    const accountOf = async (body: Json) => (await microsoft.check((await fake(() => ({ body }))).wire)).account
    expect(await accountOf({ owner: { name: 'A farrier', address: 'me@outlook.com' } })).toBe('me@outlook.com')
    expect(await accountOf({ owner: { name: 'A farrier', address: null } })).toBe('A farrier')
    expect(await accountOf({ owner: 7 })).toBe('Microsoft account')
  })

  test('without a calendar is refused with a sentence', async () => {
    const { wire } = await fake(() => fault(404, 'ResourceNotFound'))
    await expect(microsoft.check(wire)).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('no Outlook calendar') })
  })

  test('lists its calendars to the last page', async () => {
    const far = await double()
    for (const number of [1, 2, 3, 4, 5]) await calendar.ensure(far.wire, `more-${number}`, `More ${number}`)
    const names = (await calendar.calendars(far.wire)).map(({ name }) => name)
    expect(names).toEqual(['Calendar', 'Pritchel', 'More 1', 'More 2', 'More 3', 'More 4', 'More 5'])
  })

  test('has ours once though its answer was lost, and beside another of its name', async () => {
    const far = await double()
    far.loseAnswer('POST')
    await expect(calendar.ensure(far.wire, "it's", 'Ours')).rejects.toMatchObject({ kind: 'later' })
    const made = await calendar.ensure(far.wire, "it's", 'Ours')
    expect(made.name).toBe('Ours')
    expect((await calendar.ensure(far.wire, 'another', 'Ours')).name).toBe('Ours 2')
    expect((await calendar.calendars(far.wire)).map(({ name }) => name)).toEqual(['Calendar', 'Pritchel', 'Ours', 'Ours 2'])
  })

  test('that makes no calendar for us is refused with a sentence', async () => {
    const ensureBy = async (answer: Answer) => {
      const { wire } = await fake(({ method }) => (method === 'GET' ? { body: { value: [] } } : answer))
      return calendar.ensure(wire, 'pritchel', 'Pritchel').catch(({ sentence, kind }) => sentence ?? kind)
    }
    expect(await ensureBy(fault(409, 'ErrorFolderExists'))).toBe('Outlook makes no calendar for us in this account.')
    expect(await ensureBy(fault(403, 'ErrorAccessDenied'))).toBe('not_allowed')
    expect(await ensureBy(fault(400, 'ErrorInvalidRequest'))).toBe("Outlook won't do this (ErrorInvalidRequest).")
  })
})

describe('busy times', () => {
  test('are fetched without their titles, and are those that take time', async () => {
    const shown = (id: string, more: Json) => ({ ...EVENT, id, ...more })
    const one = await fake(() => ({
      body: {
        value: [
          ...['busy', 'tentative', 'oof', 'unknown', 'free', 'workingElsewhere'].map((showAs) => shown(showAs, { showAs })),
          shown('declined', { responseStatus: { response: 'declined' } }),
          shown('accepted', { responseStatus: { response: 'accepted' } }),
          ...[shown('off', { isCancelled: true }), shown('unread', { start: utc('x') }), shown('no time', { end: EVENT.start })],
        ],
      },
    }))
    const blocks = await calendar.busy(one.wire, ['C', 'D'], WINDOW)
    expect(blocks).toHaveLength(10)
    expect(new Set(blocks.map(({ title }) => title))).toEqual(new Set(['']))
    expect(one.asked.map(({ path }) => path.split('?')[0])).toEqual([
      '/v1.0/me/calendars/C/calendarView',
      '/v1.0/me/calendars/D/calendarView',
    ])
    const selected = new URL(`${one.origin}${one.asked[0]?.path}`).searchParams.get('$select')
    expect(selected).toBe('id,start,end,isAllDay,isCancelled,showAs,responseStatus')
  })

  test('of a calendar that is gone are refused', async () => {
    const { wire } = await fake(() => fault(404, 'ErrorItemNotFound'))
    await expect(calendar.busy(wire, ['C'], WINDOW)).rejects.toMatchObject({ name: 'Refusal', kind: 'gone' })
  })
})
