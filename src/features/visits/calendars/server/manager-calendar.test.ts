import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { guestCalendarOf, openGuestCalendar, renewGuestCalendar } from '#features/visits/calendars/server/guest-calendar.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* The one calendar of a yard manager has the yard's visits, as their board has them. */

const TODAY = dayOf(currentTime(), 'Europe/London')
const PRACTICE = 'Farrier'

let server: TestServer
let [yardId, ffion, huw, seren, mabli] = ['', '', '', '', '']
beforeAll(async () => {
  server = await startTestServer({ own: true })
  yardId = await add('/api/yards', { name: 'Hollybush', gateCode: '4471', address: '1 Lane\nBrecon' })
  ffion = await add('/api/clients', { name: 'Ffion Rees' })
  huw = await add('/api/clients', { name: 'Huw Bevan' })
  seren = await add('/api/horses', { name: 'Seren', clientId: ffion, yardId })
  mabli = await add('/api/horses', { name: 'Mabli', clientId: huw, yardId })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode > 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const book = (horseIds: string[], when: object) =>
  add('/api/appointments', {
    ...{ yardId, clientId: ffion, title: 'Full set for Ffion', notes: 'Owes us', ...when },
    horses: horseIds.map((horseId) => ({ horseId, plannedWork: 'Full set new' })),
  })
const noTime = (onDay: string) => ({ isCallOnly: true, callNumber: 1, callPeriod: 'PM', onDay })

/** A yard manager with a calendar, and its current content. */
async function manager(...places: Parameters<typeof makeGuest>[1][]) {
  const { personId } = await makeGuest(server.app, ...places)
  await server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId, yardId, toName: 'Non' }))
  const { db, setup } = server.app
  await renewGuestCalendar({ db, keyedHash: setup.keyedHash, dataFolder: undefined }, personId)
  return { personId, read: () => read(personId) }
}
async function read(personId: string) {
  const { db, setup } = server.app
  const address = await guestCalendarOf({ db, keyedHash: setup.keyedHash, origin: '' }, personId)
  const token = address?.split('/').at(-1)?.replace('.ics', '') ?? ''
  const text = (await openGuestCalendar({ db }, token, undefined))?.text ?? ''
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  return {
    text,
    entries: events.map((event) => ({
      uid: String(event.getFirstPropertyValue('uid')).replace('@pritchel', ''),
      title: event.getFirstPropertyValue('summary'),
      place: event.getFirstPropertyValue('location'),
      status: event.getFirstPropertyValue('status'),
      sequence: event.getFirstPropertyValue('sequence'),
    })),
  }
}

test('it names day, half-day and horses, never owners, work or the way in; a cancelled entry keeps its number and shows it', async () => {
  const at = (start: string) => `${addDays(TODAY, 9)}T${start}:00Z`
  const timed = await book([seren, mabli], { startTime: at('09:00'), endTime: at('10:00') })
  const half = await book([mabli], noTime(addDays(TODAY, 3)))
  const non = await manager()
  const before = await non.read()
  expect(before.entries.map(({ uid, title, place, status }) => ({ uid, title, place, status }))).toEqual([
    { uid: half, title: `${PRACTICE}, in the afternoon: Mabli`, place: 'Hollybush', status: 'CONFIRMED' },
    { uid: timed, title: `${PRACTICE}: Seren, Mabli`, place: 'Hollybush', status: 'CONFIRMED' },
  ])
  for (const secret of ['Ffion', 'Huw', 'Bevan', 'Full set', 'Owes', '4471', 'Brecon']) expect(before.text, secret).not.toContain(secret)
  await server.gareth.put(`/api/appointments/${timed}`, { status: 'cancelled' })
  const after = (await non.read()).entries.find(({ uid }) => uid === timed)
  expect(after).toMatchObject({ title: `Cancelled: ${PRACTICE}: Seren, Mabli`, status: 'CANCELLED' })
  expect(Number(after?.sequence)).toBeGreaterThan(Number(before.entries[1]?.sequence))
  await server.asOwner(`update clients set hides_from_yard = true where id = '${huw}'`)
  expect((await non.read()).entries.map(({ title }) => title)).toEqual([`Cancelled: ${PRACTICE}: Seren`])
  await server.asOwner('update clients set hides_from_yard = false')
  await server.gareth.inPractice((tx) => endYardAccess(tx, { personId: non.personId, yardId }))
  expect((await non.read()).entries).toEqual([])
})

test('fetched each second it is answered for a minute’s worth by one address, and then not until the next; others read on', async () => {
  const { personId } = await manager()
  const { db, setup } = server.app
  const url = (await guestCalendarOf({ db, keyedHash: setup.keyedHash, origin: '' }, personId)) ?? ''
  const fetched = async (remoteAddress: string, known?: string) =>
    server.app.inject({ url, remoteAddress, ...(known && { headers: { 'if-none-match': known } }) })
  const etag = String((await fetched('10.9.0.1')).headers.etag)
  const codes: number[] = []
  for (let n = 1; n < 62; n++) codes.push((await fetched('10.9.0.1', etag)).statusCode)
  expect([new Set(codes.slice(0, 59)), codes.slice(59)]).toEqual([new Set([304]), [429, 429]])
  expect((await fetched('10.9.0.2', etag)).statusCode).toBe(304)
})

test('a manager with a horse of their own on the visit has it once, with the horses of both; a plan without the portal takes the yard’s away', async () => {
  const shared = await book([seren, mabli], noTime(addDays(TODAY, 4)))
  const both = await manager({ practice: server.gareth, clientId: huw })
  const titles = async () => (await both.read()).entries.filter(({ uid }) => uid === shared).map(({ title }) => title)
  expect(await titles()).toEqual([`${PRACTICE}, in the afternoon: Mabli, Seren`])
  const plan = (tier: string) => server.asOwner(`update directory.practices set tier = '${tier}' where id = '${server.gareth.practiceId}'`)
  await plan('essential')
  expect(await titles()).toEqual([`${PRACTICE}, in the afternoon: Mabli`])
  await plan('professional')
})
