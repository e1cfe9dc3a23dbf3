import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Owner, ownerCalendarOf, startOwnerCalendar, visitsFile } from '#features/visits/calendars/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
let server: TestServer
let day: string
let ids: Record<'sarah' | 'tom' | 'biscuit' | 'merlin' | 'shared' | 'pencilled', string>
beforeAll(async () => {
  server = await startTestServer()
  day = addDays(dayOf(currentTime(), ZONE), 5)
  const sarah = await made('/api/clients', { name: 'Sarah Penrose' })
  const tom = await made('/api/clients', { name: 'Tom Haddon', phone: '07700 900119' })
  const yard = await made('/api/yards', { name: 'Hollybush', address: 'Hollybush Lane', gateCode: '4711' })
  const biscuit = await made('/api/horses', { name: 'Biscuit', clientId: sarah })
  const merlin = await made('/api/horses', { name: 'Merlin', clientId: tom })
  const horses = [{ horseId: biscuit, plannedWork: 'Trim' }, { horseId: merlin }]
  const shared = await made('/api/appointments', {
    ...at('09:00'),
    title: 'Merlin and others',
    clientId: tom,
    yardId: yard,
    notes: 'Owes us',
    horses,
  })
  const pencilled = await made('/api/appointments', { ...at('11:00'), title: 'Perhaps', clientId: sarah, status: 'pencilled' })
  await made('/api/appointments', { ...at('12:00'), title: 'Merlin alone', clientId: tom })
  ids = { sarah, tom, biscuit, merlin, shared, pencilled }
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const at = (time: string) => {
  const start = instantOf(day, time, ZONE)
  return { startTime: start.toISOString(), endTime: new Date(start.getTime() + 3_600_000).toISOString() }
}
const places = () => ({ db: server.db, vault: server.app.setup.vault, origin: 'http://localhost:3000' })
const ownerOf = (clientId: string): Owner => ({ practiceId: server.gareth.practiceId, clientId })
const read = (address: string, headers = {}) => server.app.inject({ url: new URL(address).pathname, headers })
async function calendarOf(clientId: string): Promise<string> {
  await startOwnerCalendar(places(), ownerOf(clientId))
  return (await ownerCalendarOf(places(), ownerOf(clientId))) ?? ''
}
const wordsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => ['summary', 'location', 'status'].map((name) => event.getFirstPropertyValue(name)))

test('an owner’s calendar has their booked visits, with their horses alone, and nothing else that is on record', async () => {
  expect(await ownerCalendarOf(places(), ownerOf(ids.sarah))).toBeNull()
  const answer = await read(await calendarOf(ids.sarah))
  expect(wordsOf(answer.body)).toEqual([['Farrier: Biscuit, trim', 'Hollybush', 'CONFIRMED']])
  const lines = answer.body.split('\r\n').filter((line) => !/^[ A-Z-]+[;:]/.test(line) && line !== '')
  expect(lines).toEqual([])
  for (const never of ['Merlin', 'Tom', 'Haddon', '900119', '4711', 'Owes', 'Perhaps', 'Hollybush Lane', 'DESCRIPTION', 'ATTENDEE'])
    expect(answer.body).not.toContain(never)
  expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
})

test('requested again it is the same; each owner has their own, and a stranger’s address opens nothing', async () => {
  const [sarah, again, tom] = [await calendarOf(ids.sarah), await calendarOf(ids.sarah), await calendarOf(ids.tom)]
  expect([sarah === again, sarah === tom]).toEqual([true, false])
  expect(wordsOf((await read(tom)).body).map(([title]) => title)).toEqual(['Farrier: Merlin', 'Farrier: Merlin alone'])
  expect((await read('http://localhost:3000/my/calendar/nothing.ics')).statusCode).toBe(404)
  const first = await read(sarah)
  expect((await read(sarah, { 'if-none-match': first.headers.etag })).statusCode).toBe(304)
})

test('a visit as a file has that visit alone; one that is not booked, or is another owner’s, has none', async () => {
  const file = (owner: string, ...visits: string[]) => visitsFile(places(), ownerOf(owner), async () => visits)
  expect(wordsOf((await file(ids.sarah, ids.shared)) ?? '')).toEqual([['Farrier: Biscuit, trim', 'Hollybush', 'CONFIRMED']])
  expect(await file(ids.sarah, ids.pencilled)).toBeUndefined()
  const other = await made('/api/clients', { name: 'Nobody’s owner' })
  expect(await file(other, ids.shared)).toBeUndefined()
})
