import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caldav } from '#connectors/caldav/connector.ts'
import { radicale } from '#connectors/caldav/far-side.ts'
import type { Calendar } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Exchanged, FarCalendars, Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { leaseConnection } from '#features/office/integrations/server/exchange-queries.ts'
import { readBusy } from '#features/office/integrations/server/reading-busy.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncRow } from '#lib/sync.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach, type Reach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* The calendars a member has at their calendar server beside ours: those by which they are busy, and one that is written to instead. */

const ZONE = 'Europe/London'
let far: Awaited<ReturnType<typeof radicale.start>>
let server: TestServer
let day: Day
let requests = 0

const counted: Reach = (url, init) => {
  requests++
  return openReach({ reach: [far.host] })(url, init)
}
const at = (time: string, on = day) => instantOf(on, time, ZONE)
const stamp = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const times = (start: string, end: string, on = day) => [`DTSTART:${stamp(at(start, on))}`, `DTEND:${stamp(at(end, on))}`]
/** A calendar there. */
const make = (slug: string, name: string) =>
  caldav.calendar.ensure(openWire({ fetch: counted, manifest: caldav.manifest, credentials: far.credentials }), slug, name)
/** The worker: everything that is due, or that has changed. */
const pass = async (reach = counted) => {
  await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
  const run = { reachable: [far.host], isTestVersion: true, origin: 'http://localhost:3000' }
  const log = { error: (details: object) => Promise.reject(details) }
  await exchangePractice({ ...run, db: server.db, vault: server.app.setup.vault, reach, log }, server.gareth.practiceId)
}
const put = (settings: object, enabled = true) => server.gareth.put('/api/integrations/caldav', { enabled, settings })
const connect = async (settings: object = {}) => {
  const { key: apiKey, ...where } = far.credentials
  const answer = await put({ ...where, apiKey, ...settings })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  await pass()
}
const check = async () => {
  await server.gareth.post('/api/integrations/caldav/check', {})
  await pass()
}
const card = async () => (await server.gareth.get('/api/integrations')).json<Integration[]>().find(({ id }) => id === 'caldav')
const listed = async () => (await server.gareth.get('/api/integrations/caldav/calendars')).json<FarCalendars>()
const clear = ({ id }: { id: string }) => far.phone.removeCalendar(id)
const calendarId = async () =>
  (await server.asOwner(`select far_calendar from connections where practice_id = '${server.gareth.practiceId}'`))[0]
    ?.far_calendar as string
const book = (start: string, end: string) =>
  server.gareth.post('/api/appointments', { title: 'Trim', startTime: at(start), endTime: at(end), memberId: server.gareth.memberId })
const blocks = async () =>
  (await server.asOwner('select source, starts_at, ends_at, is_all_day from busy_blocks where deleted_at is null order by starts_at')).map(
    (row) => Object.values(row),
  )
/** The place of the last write: while it stays, nothing was written. */
const written = async () => (await server.asOwner('select max(seq) as seq from busy_blocks'))[0]?.seq

describe.skipIf(radicale.missing)(`calendars at a real server${radicale.missing ? ` (missing: ${radicale.missing})` : ''}`, () => {
  beforeAll(async () => {
    far = await radicale.start()
    server = await startTestServer({ own: true, reach: openReach({ reach: [far.host] }), reachable: [far.host] })
    day = addDays(dayOf(currentTime(), ZONE), 3)
  })
  afterAll(async () => {
    await server.stop()
    await far.stop()
  })
  beforeEach(async () => {
    await server.gareth.delete('/api/integrations/caldav?there=remove')
    await pass()
    await server.gareth.inPractice((tx) => tx.updateTable('appointments').set({ deleted_at: currentTime() }).execute())
  })

  describe('calendars that count as busy', () => {
    test('are chosen from those there, are read in their window, and come to devices as times alone', async () => {
      const family = await make('family', 'Family')
      const other = await make('other', 'Other')
      const rule = ['RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${stamp(at('14:00', addDays(day, 1)))}`]
      await far.phone.add(family.id, 'school', ['SUMMARY:School run', ...times('14:00', '15:00'), ...rule])
      await far.phone.add(family.id, 'fair', [
        ...['SUMMARY:Fair', `DTSTART;VALUE=DATE:${addDays(day, 4).replaceAll('-', '')}`],
        `DTEND;VALUE=DATE:${addDays(day, 5).replaceAll('-', '')}`,
      ])
      await far.phone.add(family.id, 'off', ['SUMMARY:Called off', ...times('09:00', '10:00'), 'STATUS:CANCELLED'])
      await far.phone.add(family.id, 'free', ['SUMMARY:Bins', ...times('09:00', '10:00'), 'TRANSP:TRANSPARENT'])
      await far.phone.add(family.id, 'far-off', ['SUMMARY:Wedding', ...times('09:00', '10:00', addDays(day, 95))])
      await far.phone.add(family.id, 'gone-by', ['SUMMARY:Past', ...times('09:00', '10:00', addDays(day, -9))])
      await far.phone.add(other.id, 'work', ['SUMMARY:Not picked', ...times('09:00', '10:00')])
      await book('11:00', '12:00')
      await connect()
      const list = await listed()
      expect(list).toEqual({ calendars: expect.arrayContaining([family, other]), sentence: null })
      expect(list.calendars).toHaveLength(2)
      expect(await blocks()).toEqual([])
      expect((await put({ busyCalendars: [family.id] })).json()).toMatchObject({ settings: { busyCalendars: [family.id] } })
      await pass()
      const expected = [
        ['Family', at('14:00'), at('15:00'), false],
        ['Family', at('14:00', addDays(day, 2)), at('15:00', addDays(day, 2)), false],
        ['Family', at('00:00', addDays(day, 4)), at('00:00', addDays(day, 5)), true],
      ]
      expect(await blocks()).toEqual(expected)
      const pulled = await server.gareth.get(`/api/sync/pull?deviceId=${uuidv7()}&since=0&isNew=true&limit=1000&name=phone`)
      const busy = pulled.json<{ rows: SyncRow[] }>().rows.filter(({ entity, deleted }) => entity === 'busy_blocks' && !deleted)
      expect(busy).toHaveLength(3)
      expect(Object.keys(busy[0]?.data ?? {}).sort()).toEqual(['endTime', 'id', 'isAllDay', 'memberId', 'source', 'startTime'])
      expect(JSON.stringify(await server.asOwner('select * from busy_blocks'))).not.toMatch(/School|Fair|Wedding/)
      expect(await server.asOwner(`select 1 from activity where entity = 'busy_blocks'`)).toEqual([])
      await clear(family)
      await clear(other)
    })

    test('are read again only after a quarter of an hour, or on request, and write only what differs', async () => {
      const family = await make('family', 'Family')
      await far.phone.add(family.id, 'one', times('09:00', '10:00'))
      const two = await far.phone.add(family.id, 'two', times('11:00', '12:00'))
      await connect({ busyCalendars: [family.id] })
      expect(await blocks()).toHaveLength(2)
      const before = await written()
      requests = 0
      await pass()
      expect(requests).toBe(1)
      await check()
      expect(requests).toBeGreaterThan(2)
      expect(await written()).toBe(before)
      await far.phone.move(two, at('13:00'), at('14:00'))
      await pass()
      expect(await written()).toBe(before)
      await server.asOwner(`update connections set busy_read_at = busy_read_at - interval '16 minutes'`)
      await pass()
      expect(await blocks()).toEqual([
        ['Family', at('09:00'), at('10:00'), false],
        ['Family', at('13:00'), at('14:00'), false],
      ])
      expect((await server.asOwner(`select id from busy_blocks where seq > ${before}`)).length).toBe(2)
      // Moved back, it is the block it was.
      await far.phone.move(two, at('11:00'), at('12:00'))
      await check()
      expect((await server.asOwner(`select id from busy_blocks where starts_at = '${at('11:00').toISOString()}'`)).length).toBe(1)
      expect(await blocks()).toHaveLength(2)
      await clear(family)
    })

    test('make no one busy once they are not picked, are gone, the connection is off, or has ended', async () => {
      const family = await make('family', 'Family')
      await far.phone.add(family.id, 'one', times('09:00', '10:00'))
      await connect({ busyCalendars: [family.id] })
      expect(await blocks()).toHaveLength(1)
      await put({ busyCalendars: [] })
      await pass()
      expect(await blocks()).toEqual([])
      requests = 0
      await pass()
      expect(requests).toBe(1)
      await put({ busyCalendars: [family.id] })
      await pass()
      expect(await blocks()).toHaveLength(1)
      await put({}, false)
      expect(await blocks()).toEqual([])
      await put({})
      await pass()
      expect(await blocks()).toHaveLength(1)
      await server.gareth.delete('/api/integrations/caldav?there=leave')
      expect(await blocks()).toEqual([])
      await connect({ busyCalendars: [family.id] })
      await server.gareth.delete('/api/integrations/caldav?there=remove')
      await pass()
      expect(await blocks()).toEqual([])
      await connect({ busyCalendars: [family.id] })
      expect(await blocks()).toHaveLength(1)
      await clear(family)
      await check()
      expect(await blocks()).toEqual([])
      expect(await card()).toMatchObject({ status: 'connected', sentence: null })
    })

    test('switched off while they are read, make no one busy', async () => {
      const family = await make('family', 'Family')
      await far.phone.add(family.id, 'one', times('09:00', '10:00'))
      await connect({ busyCalendars: [family.id] })
      expect(await blocks()).toHaveLength(1)
      await server.asOwner('update connections set busy_read_at = null')
      await pass(async (url, init) => {
        if (url === family.id) await put({}, false)
        return counted(url, init)
      })
      expect(await blocks()).toEqual([])
      expect(await card()).toMatchObject({ enabled: false })
      await put({})
      await clear(family)
    })

    test('one that can’t be read is named in the log, and makes no one busy; silence leaves all as it was', async () => {
      await connect()
      const read = async (busy: Calendar['busy']) => {
        const { row, actor } = await server.gareth.inPractice(async (tx, who) => {
          await tx
            .updateTable('connections')
            .set({ busy_read_at: null, leased_until: null, settings: { busyCalendars: ['a', 'b'] } })
            .execute()
          const { id } = await tx.selectFrom('connections').select('id').executeTakeFirstOrThrow()
          return { row: await leaseConnection(tx, id, currentTime()), actor: who }
        })
        if (!row) throw new Error('no connection')
        const there = [
          { id: 'a', name: 'Family' },
          { id: 'b', name: 'Huge' },
        ]
        const wire = openWire({ fetch: counted, manifest: caldav.manifest, credentials: far.credentials })
        const free = () => server.gareth.inPractice((tx) => tx.updateTable('connections').set({ leased_until: null }).execute())
        await readBusy(
          { db: server.db, row, actor },
          { calendar: { ...caldav.calendar, calendars: async () => there, busy }, wire },
        ).finally(free)
      }
      const hour = { start: at('09:00'), end: at('10:00'), isAllDay: false, title: 'Dentist' }
      await read(async (_, [id]) => {
        if (id === 'b') throw new Refusal('refused', { sentence: 'It holds more than can be read.' })
        return [hour, hour]
      })
      const known = [['Family', at('09:00'), at('10:00'), false]]
      expect(await blocks()).toEqual(known)
      const log = (await server.gareth.get('/api/integrations/caldav/log')).json<Exchanged[]>()
      expect(log.find(({ verb }) => verb === 'failed')?.words).toBe('“Huge”: It holds more than can be read.')
      await expect(
        read(async () => {
          throw new Refusal('later')
        }),
      ).rejects.toThrow('later')
      expect(await blocks()).toEqual(known)
    })

    test('can’t be listed where nothing is connected or nothing may be reached, and a sentence says why', async () => {
      expect((await server.gareth.get('/api/integrations/caldav/calendars')).json()).toEqual({
        calendars: [],
        sentence: 'Connect it first.',
      })
      expect((await server.gareth.get('/api/integrations/feed/calendars')).json()).toMatchObject({ code: 'integration_not_found' })
      const settings = { address: 'https://caldav.icloud.com', account: 'olwen', apiKey: 'abcd-efgh' }
      await server.other.put('/api/integrations/caldav', { enabled: true, settings })
      expect((await server.other.get('/api/integrations/caldav/calendars')).json()).toEqual({
        calendars: [],
        sentence: 'Test version: nothing is sent, so your other calendars are not read.',
      })
      await connect()
      await server.asOwner(
        `update connections set settings = settings || '{"account": "nobody"}' where practice_id = '${server.gareth.practiceId}'`,
      )
      const refused = await server.gareth.get('/api/integrations/caldav/calendars')
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { code: 'key_refused', message: expect.stringContaining('refused') },
      ])
      await server.asOwner(
        `update connections set settings = settings || '{"account": "farrier"}' where practice_id = '${server.gareth.practiceId}'`,
      )
    })
  })

  describe('a calendar of theirs to write to', () => {
    const diary = async () => (await server.asOwner('select title from appointments where deleted_at is null')).map(({ title }) => title)

    test('is chosen: ours are taken out of the other first, and what is there is left alone', async () => {
      const work = await make('work', 'Work')
      const theirs = await far.phone.add(work.id, 'dentist', ['SUMMARY:Dentist', ...times('14:00', '15:00')])
      const stray = '01980000-0000-7000-8000-000000000001@pritchel'
      const another = await far.phone.add(work.id, stray, [...times('16:00', '17:00')])
      await book('09:00', '10:00')
      await book('11:00', '12:00')
      await connect()
      const own = await calendarId()
      expect(await far.phone.count(own)).toBe(2)
      await put({ calendarId: work.id, busyCalendars: [work.id] })
      await pass()
      await pass()
      expect(await calendarId()).toBe(work.id)
      expect(await far.phone.count(own)).toBe(0)
      expect(await far.phone.count(work.id)).toBe(4)
      expect(await far.phone.read(theirs)).toContain('Dentist')
      expect(await far.phone.read(another)).toContain(stray)
      expect(await diary()).toEqual(['Trim', 'Trim'])
      expect((await server.gareth.get('/api/calendar-changes')).json()).toEqual([])
      // What we write ourselves makes no one busy.
      expect(await server.asOwner('select id from busy_blocks where deleted_at is null')).toEqual([])
      await put({ calendarId: null })
      await pass()
      await pass()
      expect([await calendarId(), await far.phone.count(own), await far.phone.count(work.id)]).toEqual([own, 2, 2])
      expect((await listed()).calendars).toEqual([work])
      await clear(work)
    })

    test('that is gone stops, and another one is chosen', async () => {
      const work = await make('work', 'Work')
      await book('09:00', '10:00')
      await connect({ calendarId: work.id })
      expect(await far.phone.count(work.id)).toBe(1)
      await clear(work)
      await pass()
      expect(await card()).toMatchObject({ status: 'error', sentence: 'The calendar is no longer there.' })
      await put({ calendarId: null })
      await pass()
      await pass()
      expect(await card()).toMatchObject({ status: 'connected', sentence: null, entries: 1 })
      expect(await far.phone.count(await calendarId())).toBe(1)
      await put({ calendarId: `${far.credentials.address}/nowhere/` })
      await pass()
      await pass()
      expect(await card()).toMatchObject({ status: 'error', sentence: 'The calendar is no longer there.' })
      await put({ calendarId: null })
      await pass()
    })
  })
})
