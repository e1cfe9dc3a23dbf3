import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { radicale } from '#connectors/caldav/far-side.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Exchanged, Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* A farrier's own calendar server, and a phone that changes what is on it. */

const ZONE = 'Europe/London'
type Far = Awaited<ReturnType<typeof radicale.start>>
let far: Far
let server: TestServer
let day: Day

describe.skipIf(radicale.missing)(`a calendar at a real server${radicale.missing ? ` (missing: ${radicale.missing})` : ''}`, () => {
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

  const at = (time: string, on = day) => instantOf(on, time, ZONE)
  const exchanging = () => ({
    db: server.db,
    vault: server.app.setup.vault,
    reach: openReach({ reach: [far.host] }),
    reachable: [far.host],
    isTestVersion: true,
    origin: 'http://localhost:3000',
    log: { error: (details: object) => Promise.reject(details) },
  })
  /** The worker: everything that is due, or that has changed. */
  const pass = async () => {
    await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
    await exchangePractice(exchanging(), server.gareth.practiceId)
  }
  const add = async (path: string, body: object) => {
    const answer = await server.gareth.post(path, body)
    if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  const book = (start: string, end: string, more: object = {}) =>
    add('/api/appointments', { title: 'Trim', startTime: at(start), endTime: at(end), memberId: server.gareth.memberId, ...more })
  const connect = async (settings: object = {}) => {
    const { key: apiKey, ...where } = far.credentials
    const answer = await server.gareth.put('/api/integrations/caldav', { enabled: true, settings: { ...where, apiKey, ...settings } })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    await pass()
    return answer.json<Integration>()
  }
  const card = async () =>
    (await server.gareth.get('/api/integrations')).json<Integration[]>().find(({ id }) => id === 'caldav') as Integration
  const questions = async () =>
    (await server.gareth.get('/api/calendar-changes')).json<CalendarChange[]>().filter(({ state }) => state === 'open')
  const calendarId = async () =>
    (await server.asOwner(`select far_calendar from connections where connector = 'caldav'`))[0]?.far_calendar as string
  const idOf = async (visitId: string) => `${await calendarId()}${visitId}.ics`

  test('connecting sends the diary; a move, a cancellation and a new visit here follow there', async () => {
    const [one, two] = [await book('09:00', '10:00'), await book('11:00', '12:00')]
    expect(await connect()).toMatchObject({ status: 'connected', account: `farrier at ${far.host}`, settings: { apiKey: '••••t, é' } })
    expect(await far.phone.count(await calendarId())).toBe(2)
    expect(await card()).toMatchObject({ status: 'connected', sentence: null, entries: 2, lastSuccessAt: expect.any(String) })
    await server.gareth.put(`/api/appointments/${one}`, { startTime: at('14:00'), endTime: at('15:00') })
    await server.gareth.put(`/api/appointments/${two}`, { status: 'cancelled' })
    await book('16:00', '17:00')
    await pass()
    expect(await far.phone.count(await calendarId())).toBe(2)
    expect(await far.phone.read(await idOf(one))).toContain(`T140000`)
    await expect(far.phone.read(await idOf(two))).rejects.toThrow('404')
    const { json } = await server.gareth.get('/api/integrations/caldav/log')
    expect(json<Exchanged[]>().map(({ verb, count }) => [verb, count])).toEqual(
      expect.arrayContaining([
        ['added', 2],
        ['added', 1],
        ['changed', 1],
        ['removed', 1],
      ]),
    )
  })

  test('two workers at once send everything once', async () => {
    for (const hour of ['09', '10', '11', '12']) await book(`${hour}:00`, `${hour}:30`)
    const { key: apiKey, ...where } = far.credentials
    await server.gareth.put('/api/integrations/caldav', { enabled: true, settings: { ...where, apiKey } })
    await Promise.all([1, 2, 3].map(() => exchangePractice(exchanging(), server.gareth.practiceId)))
    const lines = (await server.gareth.get('/api/integrations/caldav/log')).json<Exchanged[]>()
    expect(lines.filter(({ verb }) => verb === 'added').map(({ count }) => count)).toEqual([4])
    expect(await far.phone.count(await calendarId())).toBe(4)
  })

  test('of an erased client nothing is left there, neither ahead nor gone by, nor in what others share', async () => {
    const { gareth } = server
    const [erased, kept] = [await add('/api/clients', { name: 'Zebedee Quill' }), await add('/api/clients', { name: 'Jane Pryce' })]
    const horse = await add('/api/horses', { name: 'Snowball', clientId: kept })
    const gone = { startTime: at('09:00', addDays(day, -10)), endTime: at('10:00', addDays(day, -10)) }
    await add('/api/appointments', { title: '', ...gone, clientId: erased, memberId: gareth.memberId })
    await book('09:00', '10:00', { title: '', clientId: erased })
    await book('11:00', '12:00', { title: '', clientId: erased, horses: [{ horseId: horse }] })
    await connect({ level: 'who' })
    const texts = async () => {
      const ids = await server.asOwner('select remote_id from connection_items where remote_id is not null')
      return (await Promise.all(ids.map(({ remote_id }) => far.phone.read(String(remote_id))))).join('\n')
    }
    expect((await texts()).match(/Zebedee/g)).toHaveLength(3)
    const erasureId = await add(`/api/clients/${erased}/erasure`, { clientName: 'Zebedee Quill' })
    const files = server.app.setup.files
    await eraseClients({
      db: server.db,
      files,
      dataFolder: server.filesFolder,
      keyedHash: server.app.setup.keyedHash,
      origin: 'http://localhost:3000',
    }).handle({
      practiceId: gareth.practiceId,
      erasureId,
    })
    await pass()
    expect(await texts()).not.toContain('Zebedee')
    expect(await texts()).toContain('Jane')
  })

  test('what is moved there raises one question, and follows only the answer', async () => {
    const id = await book('09:00', '10:00')
    await connect()
    await far.phone.move(await idOf(id), at('13:00'), at('14:00'))
    await pass()
    await pass()
    const [question, ...more] = await questions()
    expect(more).toEqual([])
    expect(question).toMatchObject({ kind: 'moved', appointmentId: id, nowStart: at('13:00').toISOString(), calendar: 'Apple and CalDAV' })
    expect((await server.gareth.get(`/api/appointments/${id}`)).json()).toMatchObject({ startTime: at('09:00').toISOString() })
    // Until it is answered the phone keeps its own.
    expect(await far.phone.read(await idOf(id))).toContain('T130000Z')
    await server.gareth.put(`/api/calendar-changes/${question?.id}`, { state: 'put_back' })
    await pass()
    expect(await far.phone.read(await idOf(id))).toContain('T090000')
    expect(await questions()).toEqual([])
  })

  test('moved here as well, ours is written there, and theirs raises a question', async () => {
    const id = await book('09:00', '10:00')
    await connect()
    await far.phone.move(await idOf(id), at('13:00'), at('14:00'))
    await server.gareth.put(`/api/appointments/${id}`, { startTime: at('15:00'), endTime: at('16:00') })
    await pass()
    expect(await far.phone.read(await idOf(id))).toContain('T150000')
    expect(await questions()).toMatchObject([{ kind: 'moved', nowStart: at('13:00').toISOString() }])
  })

  test('what is deleted there raises a question, and is there again if it is put back', async () => {
    const id = await book('09:00', '10:00')
    await connect()
    await far.phone.remove(await idOf(id))
    await pass()
    const [question] = await questions()
    expect(question).toMatchObject({ kind: 'deleted', appointmentId: id })
    expect(await far.phone.count(await calendarId())).toBe(0)
    await server.gareth.put(`/api/calendar-changes/${question?.id}`, { state: 'put_back' })
    await pass()
    expect(await far.phone.count(await calendarId())).toBe(1)
  })

  test('an entry added there is an own entry here, and stays there as it was written', async () => {
    await connect()
    const stamp = (time: string) =>
      at(time)
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, '')
    const lines = ['SUMMARY:Vet at Clun', `DTSTART:${stamp('14:30')}`, `DTEND:${stamp('15:00')}`]
    const added = await far.phone.add(await calendarId(), 'vet-at-clun', lines)
    const before = await far.phone.read(added)
    await pass()
    await pass()
    const [question, ...more] = await questions()
    expect(more).toEqual([])
    expect((await server.gareth.get(`/api/appointments/${question?.appointmentId}`)).json()).toMatchObject({
      title: 'Vet at Clun',
      startTime: at('14:30').toISOString(),
      clientId: null,
    })
    expect(await far.phone.read(added)).toBe(before)
    expect(await far.phone.count(await calendarId())).toBe(1)
    // Removed here, it is taken out there.
    await server.gareth.delete(`/api/appointments/${question?.appointmentId}`)
    await pass()
    expect(await far.phone.count(await calendarId())).toBe(0)
  })

  test('by its own setting a move there moves the visit here, or is put back, without a question', async () => {
    const id = await book('09:00', '10:00')
    await connect({ onMoved: 'apply' })
    await far.phone.move(await idOf(id), at('13:00'), at('14:00'))
    await pass()
    expect((await server.gareth.get(`/api/appointments/${id}`)).json()).toMatchObject({ startTime: at('13:00').toISOString() })
    await server.gareth.put('/api/integrations/caldav', { enabled: true, settings: { onMoved: 'back' } })
    await far.phone.move(await idOf(id), at('17:00'), at('18:00'))
    await pass()
    expect(await far.phone.read(await idOf(id))).toContain('T130000')
    expect(await questions()).toEqual([])
  })

  test('very many changed there at once stop the exchange, until a person decides what to do', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await book(`${8 + Math.floor(n / 2)}:${n % 2 ? '30' : '00'}`.padStart(5, '0'), '19:00'))
    await connect()
    for (const id of ids) await far.phone.remove(await idOf(id))
    await pass()
    expect(await card()).toMatchObject({ status: 'error', isVeryMany: true, sentence: expect.stringContaining('12 of 12') })
    expect(await questions()).toEqual([])
    await server.gareth.post('/api/integrations/caldav/check', { many: 'back' })
    await pass()
    expect(await far.phone.count(await calendarId())).toBe(12)
    expect(await card()).toMatchObject({ status: 'connected', isVeryMany: false, sentence: null })
    expect(await questions()).toEqual([])
  })

  test('a person who wants a question for each of very many decides each, also where moves are applied automatically', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await book('08:00', '09:00'))
    await connect({ onMoved: 'apply' })
    for (const id of ids) await far.phone.move(await idOf(id), at('13:00'), at('14:00'))
    await pass()
    expect(await card()).toMatchObject({ isVeryMany: true })
    await server.gareth.post('/api/integrations/caldav/check', { many: 'ask' })
    await pass()
    expect(await questions()).toHaveLength(12)
    expect((await server.gareth.get(`/api/appointments/${ids[0]}`)).json()).toMatchObject({ startTime: at('08:00').toISOString() })
    for (const { id } of await questions()) await server.gareth.put(`/api/calendar-changes/${id}`, { state: 'put_back' })
    await server.gareth.put('/api/integrations/caldav', { enabled: true, settings: { onMoved: 'ask' } })
  })

  test('a lost cursor deletes nothing here, and a calendar that is gone stops and is made again', async () => {
    const id = await book('09:00', '10:00')
    await connect()
    const cursor = (await server.asOwner(`select cursor from connections where connector = 'caldav'`))[0]?.cursor as string
    await far.phone.loseCursor(await calendarId(), cursor)
    await far.phone.move(await idOf(id), at('13:00'), at('14:00'))
    await pass()
    expect(await questions()).toMatchObject([{ kind: 'moved' }])
    await far.phone.removeCalendar(await calendarId())
    await pass()
    expect(await card()).toMatchObject({ status: 'error', sentence: 'The calendar is no longer there.' })
    await pass()
    // Its member has one task of it.
    const tasks = (await server.gareth.get('/api/tasks')).json<{ title: string; notes: string }[]>()
    expect(tasks.filter(({ notes }) => notes.startsWith('The calendar is no longer there.'))).toMatchObject([
      { title: 'Apple and CalDAV has stopped' },
    ])
    await server.gareth.post('/api/integrations/caldav/check', {})
    await pass()
    expect(await card()).toMatchObject({ status: 'connected' })
    expect(await far.phone.count(await calendarId())).toBe(1)
  })

  test('a worker that was taken for dead leaves all to the next, which does it', async () => {
    await connect()
    const id = await book('09:00', '10:00')
    const { reach, ...rest } = exchanging()
    const takenUntil = new Date(currentTime().getTime() + 600_000).toISOString()
    const slow = async (url: string, init?: RequestInit) => {
      await server.asOwner(`update connections set leased_until = '${takenUntil}' where connector = 'caldav'`)
      return reach(url, init)
    }
    await exchangePractice({ ...rest, reach: slow }, server.gareth.practiceId)
    expect(await far.phone.count(await calendarId())).toBe(0)
    const [row] = await server.asOwner(`select leased_until from connections where connector = 'caldav'`)
    expect(row?.leased_until).toEqual(new Date(takenUntil))
    await server.asOwner(`update connections set leased_until = null where connector = 'caldav'`)
    await pass()
    expect(await far.phone.read(await idOf(id))).toContain('T090000')
  })

  test('a wrong password, a missing one and a silent server get different answers, and nothing of them is kept', async () => {
    const put = (settings: object) => server.gareth.put('/api/integrations/caldav', { enabled: true, settings })
    const { key: apiKey, ...where } = far.credentials
    const wrong = await put({ ...where, apiKey: 'wrong' })
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([422, 'key_refused'])
    const none = await put(where)
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([422, 'key_required'])
    const nowhere = await put({ apiKey })
    expect([nowhere.statusCode, nowhere.json<{ code: string }>().code]).toEqual([422, 'address_required'])
    expect(await card()).toMatchObject({ enabled: false, status: 'disconnected' })
    await connect()
    const row = (
      await server.asOwner(`select c::text as text, encode(secret, 'escape') as sealed from connections c where connector = 'caldav'`)
    )[0]
    expect(JSON.stringify(row)).not.toContain(apiKey)
    // The end of it, sent again, leaves it.
    expect((await put({ apiKey: '••••t, é' })).statusCode).toBe(200)
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', sentence: null })
  })

  test('where it may not be reached, the test version sends nothing and shows what would have gone', async () => {
    const { other } = server
    await other.post('/api/appointments', { title: 'Trim', startTime: at('09:00'), endTime: at('10:00'), memberId: other.memberId })
    const settings = { address: 'https://caldav.icloud.com', account: 'olwen', apiKey: 'abcd-efgh' }
    const connected = (await other.put('/api/integrations/caldav', { enabled: true, settings })).json<Integration>()
    expect(connected).toMatchObject({ status: 'connected', isRehearsed: true, account: null, settings: { apiKey: '••••efgh' } })
    await exchangePractice(exchanging(), other.practiceId)
    expect((await other.get('/api/integrations/caldav/rehearsal')).json()).toMatchObject([
      { title: 'Trim', start: at('09:00').toISOString() },
    ])
  })
})
