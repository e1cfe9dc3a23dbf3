import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FarItem, ItemRef } from '#connectors/kit/calendar.ts'
import type { CalendarConnector } from '#connectors/kit/connector.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import type { CalendarItem } from '#lib/ics-write.ts'
import { openReach } from '#platform/server/reach.ts'

/** Another program on the same calendars. Lines are those of an entry in a calendar file. */
export type Phone = {
  add: (calendarId: string, name: string, lines: readonly string[]) => Promise<string>
  move: (id: string, start: Date, end: Date) => Promise<void>
  /** Sets an alarm, a colour and notes. */
  decorate: (id: string) => Promise<void>
  /** Which of these an entry has lost. */
  lost: (id: string) => Promise<string[]>
  remove: (id: string) => Promise<void>
  removeCalendar: (calendarId: string) => Promise<void>
  count: (calendarId: string) => Promise<number>
  /** Makes the server lose a cursor; it may be another one that is lost. */
  loseCursor: (calendarId: string, cursor: string) => Promise<string>
}

/** A calendar server that runs for a test. */
export type FarSide = {
  host: string
  credentials: Credentials
  hasKey: boolean
  /** Whether busy times come with titles; if not, titles are not requested. */
  busyTitles: boolean
  /** It gives a new cursor each time, also when nothing has changed. */
  renewsCursors?: boolean
  /** A cancelled entry is deleted there, and leaves no trace. */
  deletesCalledOff?: boolean
  phone: Phone
  stop: () => Promise<void>
}

/** How one is started; `missing`: what must be installed first, in which case the tests are skipped. */
export type Starter = { missing: string | null; start: () => Promise<FarSide> }

const ZONE = 'Europe/London'
const NOW = new Date('2027-01-02T09:00:00Z')
const WINDOW = { fromDay: '2026-12-01', toDay: '2028-01-01', zone: ZONE }
const nothingKnown = () => false

const at = (start: string, end: string) => ({ start: new Date(start), end: new Date(end), zone: ZONE })
const VISIT: CalendarItem = {
  uid: '019f2a1c-0000-7000-8000-000000000001@pritchel',
  when: at('2027-03-01T09:00:00Z', '2027-03-01T10:30:00Z'),
  title: '2 horses, Hill Farm',
  place: 'Hill Farm, Ludlow SY8 1AA',
  status: 'CONFIRMED',
  isFree: false,
}
const visit = (number: number, changes: Partial<CalendarItem> = {}): CalendarItem => ({
  ...VISIT,
  uid: VISIT.uid.replace('0001@', `${String(number).padStart(4, '0')}@`),
  ...changes,
})

/** What every calendar connector does, at a server that runs. */
export function calendarSuite(name: string, { calendar, check, manifest }: CalendarConnector, { missing, start }: Starter) {
  describe.skipIf(missing !== null)(`${name}${missing ? ` (missing: ${missing})` : ''}`, () => {
    let far: FarSide
    let wire: Wire
    let requests = 0
    let calendars = 0
    const wireWith = (key: Partial<Credentials>): Wire => {
      const reach = openReach({ reach: [far.host] })
      const fetch = (url: string, init?: RequestInit) => {
        requests += 1
        return reach(url, init)
      }
      return openWire({
        fetch,
        manifest: { ...manifest, pace: { atOnce: 4, perMinute: 10_000 } },
        credentials: { ...far.credentials, ...key },
        ...(manifest.asks.by === 'oauth' && { authorization: `Bearer ${key.key ?? far.credentials.key}` }),
      })
    }
    beforeAll(async () => {
      far = await start()
      wire = wireWith({})
    })
    afterAll(() => far?.stop())

    /** A calendar of its own for each test. */
    const ensure = () => calendar.ensure(wire, `pritchel-${++calendars}`, `Pritchel ${calendars}`)
    const put = (id: string, item = VISIT, known?: ItemRef) => calendar.put(wire, id, item, known, NOW)
    const changes = (id: string, cursor: string | null = null, isKnown: (known: ItemRef) => boolean = nothingKnown) =>
      calendar.changes(wire, id, cursor, isKnown, WINDOW)
    const only = ({ items }: { items: FarItem[] }): FarItem => {
      expect(items).toHaveLength(1)
      return items[0] as FarItem
    }

    test('names the account', async () => {
      const { account } = await check(wire)
      expect(account).toContain(far.host)
    })

    test('refuses a wrong key', async ({ skip }) => {
      skip(!far.hasKey, 'this server asks for none')
      const wrong = wireWith({ key: 'wrong' })
      await expect(check(wrong)).rejects.toMatchObject({ name: 'Refusal', kind: 'sign_in' })
      await expect(calendar.changes(wrong, (await ensure()).id, null, nothingKnown, WINDOW)).rejects.toMatchObject({ kind: 'sign_in' })
    })

    test('makes a calendar once, by its slug', async () => {
      const slug = `pritchel-${++calendars}`
      const made = await calendar.ensure(wire, slug, 'Pritchel & <Söhne> “1”')
      expect(made.name).toBe('Pritchel & <Söhne> “1”')
      expect(await calendar.ensure(wire, slug, 'Another name')).toEqual(made)
      expect((await calendar.calendars(wire)).filter(({ id }) => id === made.id)).toEqual([made])
    })

    test('is found the same again: times, days, and every sign of its words', async () => {
      const { id } = await ensure()
      const items = [
        visit(1),
        visit(2, { when: { fromDay: '2027-10-31', toDay: '2027-11-02' }, isFree: true, place: null, title: 'AM stop 3' }),
        visit(3, { title: 'a;b,c\\d "e" \'f\' <g> & 🐴🇬🇧\nnext: line', place: 'Tŷ’r Felin; Clun, SY7' }),
        visit(4, { title: `${'é'.repeat(60)}🐴${'x'.repeat(100)}`, status: 'TENTATIVE' }),
        // The hour that spring skips, the one that autumn repeats, and across midnight.
        visit(5, { when: at('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z') }),
        visit(6, { when: at('2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z') }),
        visit(7, { when: at('2027-10-31T01:15:00Z', '2027-10-31T02:15:00Z') }),
        visit(8, { when: at('2027-07-01T22:30:00Z', '2027-07-02T01:00:00Z') }),
      ]
      for (const item of items) await put(id, item)
      const whole = await changes(id)
      expect(whole).toMatchObject({ isWhole: true, gone: [] })
      const seen = whole.items.map(({ uid, title, place, when, isCancelled }) => ({ uid, title, place, when, isCancelled }))
      const sent = items.map(({ uid, title, place, when }) => ({
        ...{ uid, title, place, isCancelled: false },
        when: 'fromDay' in when ? when : { start: when.start, end: when.end },
      }))
      expect(seen.sort((a, b) => (a.uid < b.uid ? -1 : 1))).toEqual(sent)
    })

    test('made again after its answer was lost, is there once', async () => {
      const { id } = await ensure()
      const first = await put(id)
      const again = await put(id, { ...VISIT, title: 'Three horses' })
      expect(again.id).toBe(first.id)
      expect(await far.phone.count(id)).toBe(1)
      expect(only(await changes(id)).title).toBe('Three horses')
    })

    test('keeps what others added to it when it is changed', async () => {
      const { id } = await ensure()
      const known = await put(id)
      await far.phone.decorate(known.id)
      const seen = only(await changes(id))
      await put(id, { ...VISIT, title: 'Moved', when: at('2027-07-05T08:00:00Z', '2027-07-05T09:00:00Z'), place: null }, seen)
      expect(await far.phone.lost(known.id)).toEqual([])
      const { title, place, when } = only(await changes(id))
      expect({ title, place, when }).toEqual({
        ...{ title: 'Moved', place: null },
        when: { start: new Date('2027-07-05T08:00:00Z'), end: new Date('2027-07-05T09:00:00Z') },
      })
    })

    test('sees what was moved, added and deleted there since a cursor, and nothing else', async () => {
      const { id } = await ensure()
      const [first, second, third] = [await put(id, visit(1)), await put(id, visit(2)), await put(id, visit(3))]
      const { cursor } = await changes(id)
      const [start, end] = [new Date('2027-03-02T13:00:00Z'), new Date('2027-03-02T14:00:00Z')]
      await far.phone.move(first.id, start, end)
      await far.phone.remove(second.id)
      const added = await far.phone.add(id, 'dentist', ['DTSTART;VALUE=DATE:20270304', 'DTEND;VALUE=DATE:20270305', 'SUMMARY:Dentist'])
      const seen = await changes(id, cursor)
      expect(seen).toMatchObject({ isWhole: false, gone: [second.id] })
      expect(new Map(seen.items.map((item) => [item.id, item.when]))).toEqual(
        new Map<string, unknown>([
          [first.id, { start, end }],
          [added, { fromDay: '2027-03-04', toDay: '2027-03-05' }],
        ]),
      )
      expect(seen.items.map((item) => item.id)).not.toContain(third.id)
      const then = await changes(id, seen.cursor)
      const same = far.renewsCursors ? then.cursor : seen.cursor
      expect(then).toEqual({ cursor: same, isWhole: false, items: [], known: [], gone: [] })
    })

    test('fetches nothing that is known, and makes one request when there is nothing new', async () => {
      const { id } = await ensure()
      const known = await put(id)
      const { tag } = only(await changes(id))
      const { cursor } = await changes(id)
      requests = 0
      expect((await changes(id, cursor)).items).toEqual([])
      expect(requests).toBe(1)
      const whole = await changes(id, null, (one) => one.id === known.id && one.tag === tag)
      expect(whole).toMatchObject({ isWhole: true, items: [], known: [known.id] })
      expect(requests).toBe(2)
    })

    test('does not overwrite what was changed or deleted there since it was known', async () => {
      const { id } = await ensure()
      const [moved, deleted] = [await put(id, visit(1)), await put(id, visit(2))]
      const seen = await changes(id)
      const knownOf = ({ id: one }: ItemRef) => seen.items.find((item) => item.id === one) as ItemRef
      await far.phone.move(moved.id, new Date('2027-03-02T13:00:00Z'), new Date('2027-03-02T14:00:00Z'))
      await far.phone.remove(deleted.id)
      for (const [item, known] of [
        [visit(1, { title: 'Ours' }), knownOf(moved)],
        [visit(2, { title: 'Ours' }), knownOf(deleted)],
      ] as const)
        await expect(put(id, item, known)).rejects.toMatchObject({ name: 'Refusal', kind: 'conflict' })
      await expect(calendar.remove(wire, knownOf(moved))).rejects.toMatchObject({ kind: 'conflict' })
      // Who has seen it may overwrite it.
      await put(id, visit(1, { title: 'Ours' }), only(await changes(id)))
      expect(only(await changes(id)).title).toBe('Ours')
    })

    test('deletes, once and again', async () => {
      const { id } = await ensure()
      const known = await put(id)
      await calendar.remove(wire, known)
      await calendar.remove(wire, known)
      await calendar.remove(wire, { id: known.id, tag: null })
      expect(await far.phone.count(id)).toBe(0)
    })

    test('starts again when its cursor is lost, and takes nothing for deleted', async () => {
      const { id } = await ensure()
      const [first, second] = [await put(id, visit(1)), await put(id, visit(2))]
      const { cursor } = await changes(id)
      await put(id, visit(3))
      await far.phone.remove(second.id)
      const lost = await far.phone.loseCursor(id, cursor)
      await expect(changes(id, lost)).rejects.toMatchObject({ name: 'Refusal', kind: 'resync' })
      const whole = await changes(id)
      expect(whole).toMatchObject({ isWhole: true, gone: [] })
      expect(whole.items.map(({ uid }) => uid).sort()).toEqual([visit(1).uid, visit(3).uid])
      expect(whole.items.map((item) => item.id)).toContain(first.id)
    })

    test('reports when the calendar is gone', async () => {
      const { id } = await ensure()
      const known = await put(id)
      const { cursor } = await changes(id)
      await far.phone.removeCalendar(id)
      await expect(changes(id, cursor)).rejects.toMatchObject({ kind: 'gone' })
      await expect(put(id, VISIT, known)).rejects.toMatchObject({ kind: 'gone' })
      await expect(put(id, visit(2))).rejects.toMatchObject({ kind: 'gone' })
    })

    test('reads a series and what was called off as such, and times without a zone by ours', async () => {
      const { id } = await ensure()
      const hour = ['DTSTART:20270601T090000', 'DTEND:20270601T100000']
      await far.phone.add(id, 'series', [...hour, 'SUMMARY:Series', 'RRULE:FREQ=WEEKLY'])
      await far.phone.add(id, 'off', [...hour, 'SUMMARY:Off', 'STATUS:CANCELLED'])
      const found = new Map((await changes(id)).items.map(({ title, when, isCancelled }) => [title, { when, isCancelled }]))
      expect(found.get('Series')).toEqual({ when: null, isCancelled: false })
      const when = { start: new Date('2027-06-01T08:00:00Z'), end: new Date('2027-06-01T09:00:00Z') }
      expect(found.get('Off')).toEqual(far.deletesCalledOff ? undefined : { when, isCancelled: true })
    })

    test('reports when someone is busy, each occurrence on its own', async () => {
      const { id } = await ensure()
      const zoned = (name: string, stamp: string) => `${name};TZID=Europe/London:${stamp}`
      const lines = (start: string, end: string, ...more: string[]) => [zoned('DTSTART', start), zoned('DTEND', end), ...more]
      await far.phone.add(id, 'weekly', [
        ...lines('20270315T090000', '20270315T100000', 'SUMMARY:College', 'RRULE:FREQ=WEEKLY;COUNT=4', zoned('EXDATE', '20270322T090000')),
        ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:weekly', 'DTSTAMP:20270101T000000Z', zoned('RECURRENCE-ID', '20270329T090000')],
        ...lines('20270330T140000', '20270330T150000', 'SUMMARY:College moved'),
      ])
      await far.phone.add(id, 'free', lines('20270316T090000', '20270316T100000', 'SUMMARY:Free', 'TRANSP:TRANSPARENT'))
      await far.phone.add(id, 'off', lines('20270316T090000', '20270316T100000', 'SUMMARY:Off', 'STATUS:CANCELLED'))
      await far.phone.add(id, 'days', ['DTSTART;VALUE=DATE:20270327', 'DTEND;VALUE=DATE:20270329', 'SUMMARY:Away'])
      const [me, other] = [`mailto:${far.credentials.account}`, 'mailto:vet@example.org']
      const invited = (mine: string, theirs: string) => [
        `ORGANIZER:${other}`,
        `ATTENDEE;PARTSTAT=${mine}:${me}`,
        `ATTENDEE;PARTSTAT=${theirs}:${other}`,
      ]
      const hour = ['20270317T090000', '20270317T100000'] as const
      await far.phone.add(id, 'declined', lines(...hour, 'SUMMARY:Declined', ...invited('DECLINED', 'ACCEPTED')))
      await far.phone.add(id, 'accepted', lines(...hour, 'SUMMARY:Accepted', ...invited('ACCEPTED', 'DECLINED')))
      await far.phone.add(id, 'before', lines('20270101T090000', '20270101T100000', 'SUMMARY:Before'))
      const blocks = await calendar.busy(wire, [id], { fromDay: '2027-03-10', toDay: '2027-04-05', zone: ZONE })
      expect(blocks.map(({ start, end, isAllDay, title }) => [title, start.toISOString(), end.toISOString(), isAllDay])).toEqual(
        [
          ['College', '2027-03-15T09:00:00.000Z', '2027-03-15T10:00:00.000Z', false],
          ['Accepted', '2027-03-17T09:00:00.000Z', '2027-03-17T10:00:00.000Z', false],
          ['Away', '2027-03-27T00:00:00.000Z', '2027-03-28T23:00:00.000Z', true],
          ['College moved', '2027-03-30T13:00:00.000Z', '2027-03-30T14:00:00.000Z', false],
        ].map(([title, ...rest]) => [far.busyTitles ? title : '', ...rest]),
      )
      expect(await calendar.busy(wire, [], WINDOW)).toEqual([])
    })
  })
}
