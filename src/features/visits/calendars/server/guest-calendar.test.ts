import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { guestCalendarOf, renewGuestCalendar } from '#features/visits/calendars/server/guest-calendar.ts'
import { setClock } from '#lib/clock.ts'
import { addDays, instantOf } from '#lib/dates.ts'
import { missingReaders, type Read, readByKhal, readByVobject } from '#testing/calendar-readers.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

/* An owner's calendar of two farriers over a year and both clock changes, with every third visit moved and every fifth called off. */

const ZONE = 'Europe/London'
const FIRST = '2027-03-01'
const VISITS = 400

type ExpectedVisit = { id: string; title: string; start: string; end: string; isOff: boolean }

let server: TestServer
let owner: Awaited<ReturnType<typeof makeGuest>>
let address: string
let folder: string
const known: ExpectedVisit[] = []
beforeAll(async () => {
  setClock(new Date(`${FIRST}T09:00:00Z`))
  server = await startTestServer({ own: true })
  folder = mkdtempSync(join(tmpdir(), 'pritchel-owner-calendar-'))
  const [here, there] = [await clientIn(server.gareth, 'Seren'), await clientIn(server.other, 'Mellt')]
  owner = await makeGuest(
    server.app,
    { practice: server.gareth, clientId: here.clientId },
    { practice: server.other, clientId: there.clientId },
  )
  for (let n = 0; n < VISITS; n++) await book(n, n % 4 === 3 ? there : here)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await renewGuestCalendar({ db: server.db, keyedHash: server.app.setup.keyedHash, dataFolder: undefined }, owner.personId)
  address = await addressNow()
}, 180_000)
afterAll(async () => {
  resetClock()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Practice = TestServer['gareth']
type In = Awaited<ReturnType<typeof clientIn>>

async function clientIn(practice: Practice, horse: string) {
  const clientId = await send(practice, 'POST', '/api/clients', { name: 'Ffion Rees' })
  return { practice, horse, clientId, horseId: await send(practice, 'POST', '/api/horses', { name: horse, clientId }) }
}

/** Each from a network of its own: a year's bookings are more than one may send in a minute. Returns the id. */
async function send({ cookies }: Practice, method: 'POST' | 'PUT', url: string, payload: object): Promise<string> {
  const answer = await server.app.inject({ method, url, cookies, payload, remoteAddress: `10.${sent >> 8}.${sent++ & 255}.1` })
  if (answer.statusCode > 201) throw new Error(`${url}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
let sent = 0

const named = ({ practice, horse }: In, half = '') => `${practice === server.gareth ? 'Gareth Probert Farriery' : OTHER}${half}: ${horse}`
const OTHER = 'Olwen Other Farriery'

/** One a day, around the clock changes in the hours that are skipped and come twice; each seventh without a time. */
async function book(n: number, of: In) {
  const day = addDays(FIRST, n)
  const [start, end] = [
    ['00:30', '02:30'],
    ['01:15', '03:00'],
    ['09:00', '10:15'],
  ][n % 3] as [string, string]
  const isCallOnly = n % 7 === 6
  const at = (on: string) =>
    isCallOnly
      ? { onDay: on, isCallOnly, callNumber: 1, callPeriod: 'PM' }
      : { startTime: instantOf(on, start, ZONE).toISOString(), endTime: instantOf(on, end, ZONE).toISOString() }
  const { practice, clientId, horseId } = of
  const id = await send(practice, 'POST', '/api/appointments', { ...at(day), title: 'Trim', clientId, horses: [{ horseId }] })
  const isMoved = n % 3 === 0
  const on = isMoved ? addDays(day, 1) : day
  if (isMoved) await send(practice, 'PUT', `/api/appointments/${id}`, at(on))
  const isOff = n % 5 === 4
  if (isOff) await send(practice, 'PUT', `/api/appointments/${id}`, { status: 'cancelled' })
  const title = `${isOff ? 'Cancelled: ' : ''}${named(of, isCallOnly ? ', in the afternoon' : '')}`
  const utc = (time: string) => instantOf(on, time, ZONE).toISOString().slice(0, 16).replace('T', ' ')
  known.push(isCallOnly ? { id, title, start: on, end: on, isOff } : { id, title, start: utc(start), end: utc(end), isOff })
}

const addressNow = async () => {
  const { port } = server.app.server.address() as { port: number }
  const { db, setup } = server.app
  const url = await guestCalendarOf({ db, keyedHash: setup.keyedHash, origin: `http://127.0.0.1:${port}` }, owner.personId)
  return url ?? ''
}
const expected = () => known.map(({ title, start, end }): Read => [title, start, end]).toSorted(byText)
const byText = (a: Read, b: Read) => a.join().localeCompare(b.join())

test('holds every visit once, as it is now, for ical.js', async () => {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(address)).text()))
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set(known.map(({ id }) => `${id}@pritchel`)))
  expect(events).toHaveLength(VISITS)
  for (const event of events) {
    const visit = known.find(({ id }) => event.uid.startsWith(id))
    expect(event.summary).toBe(visit?.title)
    expect(event.component.getFirstPropertyValue('status')).toBe(visit?.isOff ? 'CANCELLED' : 'CONFIRMED')
    if (!event.startDate.isDate) expect(event.startDate.toJSDate().toISOString().slice(0, 16).replace('T', ' ')).toBe(visit?.start)
  }
})

describe.skipIf(missingReaders.length > 0)(
  `other programs${missingReaders.length > 0 ? ` (missing: ${missingReaders.join(', ')})` : ''}`,
  () => {
    test('python3-vobject reads each visit as it is', async () => {
      expect((await readByVobject(address)).toSorted(byText)).toEqual(expected())
    })

    test('vdirsyncer fetches it and khal lists each visit as it is', async () => {
      expect((await readByKhal(address, folder, [addDays(FIRST, -1), 430])).toSorted(byText)).toEqual(expected())
    })
  },
)

/** Of one entry: its sequence. */
const sequenceOf = async (id: string) => {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(address)).text()))
  const event = calendar.getAllSubcomponents('vevent').find((each) => each.getFirstPropertyValue('uid') === `${id}@pritchel`)
  return event?.getFirstPropertyValue('sequence')
}

test('an entry keeps its number until its visit changes, and a program learns it by 304', async () => {
  const [visit] = known
  if (!visit) throw new Error('no visit')
  const before = await sequenceOf(visit.id)
  const first = await fetch(address)
  const again = () => fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([(await again()).status, (await again()).status, await sequenceOf(visit.id)]).toEqual([304, 304, before])
  await server.gareth.put(`/api/appointments/${visit.id}`, { yardId: await yard() })
  expect((await again()).status).toBe(200)
  expect(Number(await sequenceOf(visit.id))).toBeGreaterThan(Number(before))
})
const yard = async () => (await server.gareth.post('/api/yards', { name: 'Hill Farm' })).json<{ id: string }>().id

test('an access that ends takes its visits out of the calendar, and a new address ends the old one', async () => {
  const held = async () => (await (await fetch(address)).text()).match(/BEGIN:VEVENT/g)?.length
  await server.other.inPractice((tx) => endAccess(tx, { personId: owner.personId }))
  expect(await held()).toBe(300)
  const old = address
  await owner.submit('/my/settings/calendar')
  address = await addressNow()
  expect(address).not.toBe(old)
  expect([(await fetch(old)).status, await held()]).toEqual([404, 300])
  expect((await owner.submit('/my/settings/calendar/end')).headers.location).toBe('/my/settings#calendar')
  expect([(await fetch(address)).status, await addressNow()]).toEqual([404, ''])
})
