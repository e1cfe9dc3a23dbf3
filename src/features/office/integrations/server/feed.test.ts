import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Integration } from '#features/office/integrations/contract.ts'
import { feedAddress } from '#features/office/integrations/server/feed.ts'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import { forgetConnections } from '#features/office/integrations/server/service.ts'
import { ownerCalendarOf, startOwnerCalendar } from '#features/visits/calendars/server/service.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { openReach } from '#platform/server/reach.ts'
import { openVault } from '#platform/server/vault.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
let server: TestServer
let day: string
let clientId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  day = addDays(dayOf(currentTime(), ZONE), 3)
  const { gareth } = server
  const yard = await made('/api/yards', {
    name: 'Hill Farm',
    address: 'Hill Lane\nLudlow',
    postcode: 'SY8 1AA',
    gateCode: '4711',
    accessNotes: 'Key under the pot',
  })
  clientId = (await made('/api/clients', { name: 'Jane Pryce', phone: '07700 900123', address: '1 Kiln Lane, Clun' })).id
  const horse = await made('/api/horses', { name: 'Biscuit', clientId })
  const own = { startTime: at('09:00'), endTime: at('10:00'), title: 'Biscuit, trim', clientId, yardId: yard.id, memberId: gareth.memberId }
  await made('/api/appointments', {
    ...own,
    horses: [{ horseId: horse.id, plannedWork: 'trim' }],
    location: 'Gate code 4711',
    notes: 'Owes £85',
  })
  await made('/api/appointments', {
    title: '',
    onDay: day,
    isCallOnly: true,
    callNumber: 3,
    callPeriod: 'AM',
    startTime: at('08:00'),
    endTime: at('08:00'),
    clientId,
    memberId: gareth.memberId,
  })
  await made('/api/appointments', { title: 'Dentist', startTime: at('15:00'), endTime: at('16:00'), memberId: gareth.memberId })
  await made('/api/time-off', { fromDay: addDays(day, 4), toDay: addDays(day, 5), kind: 'holiday', memberId: gareth.memberId })
})
afterAll(() => server.stop())

const at = (time: string) => instantOf(day, time, ZONE).toISOString()
async function made(path: string, body: object) {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>()
}
const set = async (body: object, who: Pick<TestServer['gareth'], 'put'> = server.gareth) =>
  (await who.put('/api/integrations/feed', body)).json<Integration>()
const pathOf = async (answer: Promise<{ json: () => unknown }>) => new URL(((await answer).json() as { url: string }).url).pathname
const address = () => pathOf(server.gareth.get('/api/integrations/feed/address'))
/** As a calendar program does, which holds no session. */
const read = (url: string, headers = {}) => server.app.inject({ url, headers })

function entriesOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { summary, location, startDate } = new ICAL.Event(component)
    return [
      summary,
      location,
      startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString(),
      component.getFirstPropertyValue('transp'),
    ]
  })
}

test('a feed holds the member’s visits, stops, own entries and time off, as much of each as its level allows', async () => {
  await set({ enabled: true })
  const path = await address()
  const place = 'Hill Farm, Hill Lane\nLudlow, SY8 1AA'
  const dates = [at('09:00'), addDays(day, 4)]
  const by = async (level: string) => {
    await set({ enabled: true, settings: { level } })
    const answer = await read(path)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    for (const never of ['4711', 'pot', '900123', '£85']) expect(answer.body).not.toContain(never)
    return entriesOf(answer.body)
  }
  expect(await by('where')).toEqual(
    [
      ['AM stop 3: Clun', '1 Kiln Lane, Clun', day, 'TRANSPARENT'],
      ['1 horse, Hill Farm, Ludlow', place, dates[0], 'OPAQUE'],
      ['Dentist', null, at('15:00'), 'OPAQUE'],
      ['Holiday', null, dates[1], 'OPAQUE'],
    ].sort((a, b) => (String(a[2]) < String(b[2]) ? -1 : 1)),
  )
  expect((await by('who')).map(([title]) => title)).toEqual(expect.arrayContaining(['Jane: Biscuit, trim', 'AM stop 3: Jane']))
  expect(await by('busy')).toEqual(
    expect.arrayContaining([
      ['Farrier visit', null, dates[0], 'OPAQUE'],
      ['Busy', null, at('15:00'), 'OPAQUE'],
      ['Away', null, dates[1], 'OPAQUE'],
    ]),
  )
})

test('a program that has it reads it again for nothing, until something changes', async () => {
  const path = await address()
  const first = await read(path)
  const etag = String(first.headers.etag)
  const again = await read(path, { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await made('/api/appointments', { title: 'Coffee', startTime: at('17:00'), endTime: at('17:30'), memberId: server.gareth.memberId })
  const changed = await read(path, { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect((await server.gareth.get('/api/integrations')).json<Integration[]>()[0]).toMatchObject({
    status: 'connected',
    lastSuccessAt: expect.any(String),
  })
})

test('an address that is replaced, off, disconnected or of someone who left opens nothing; on again it is the same', async () => {
  const tom = await server.gareth.addMember('Tom Hill', 'farrier')
  await set({ enabled: true }, tom)
  const own = () => pathOf(tom.get('/api/integrations/feed/address'))
  const first = await own()
  expect((await read(first)).statusCode).toBe(200)
  const second = await pathOf(tom.post('/api/integrations/feed/address'))
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
  await set({ enabled: false }, tom)
  expect((await read(second)).statusCode).toBe(404)
  expect((await tom.get('/api/integrations/feed/address')).statusCode).toBe(409)
  await set({ enabled: true }, tom)
  expect(await own()).toBe(second)
  expect((await read(second)).statusCode).toBe(200)
  expect((await tom.delete('/api/integrations/feed')).json<Integration>().status).toBe('disconnected')
  expect((await read(second)).statusCode).toBe(404)
  await set({ enabled: true }, tom)
  const third = await own()
  expect([third === second, (await read(third)).statusCode]).toEqual([false, 200])
  const members = (await server.gareth.get('/api/members')).json<{ id: string; name: string }[]>()
  const left = await server.gareth.put(`/api/members/${members.find(({ name }) => name === 'Tom Hill')?.id}`, { isActive: false })
  expect([left.statusCode, (await read(third)).statusCode]).toEqual([200, 404])
  expect((await read(`/calendar/${'x'.repeat(43)}.ics`)).statusCode).toBe(404)
})

test('what is off for a month is ended, and has another address when it is on again', async () => {
  const sue = await server.gareth.addMember('Sue Hill', 'farrier')
  await set({ enabled: true }, sue)
  const own = () => pathOf(sue.get('/api/integrations/feed/address'))
  const [path, ours] = [await own(), await address()]
  await set({ enabled: false }, sue)
  const endAfter = async (days: number) => {
    await server.gareth.inPractice((tx) =>
      tx
        .updateTable('connections')
        .set({ off_at: new Date(currentMs() - days * 86_400_000) })
        .where('enabled', '=', false)
        .execute(),
    )
    await forgetConnections({ ...server.app.setup, reach: openReach(), reachable: [], isTestVersion: true })
    await set({ enabled: true }, sue)
  }
  await endAfter(29)
  expect(await own()).toBe(path)
  await set({ enabled: false }, sue)
  await endAfter(31)
  expect(await own()).not.toBe(path)
  expect([(await read(path)).statusCode, (await read(ours)).statusCode]).toEqual([404, 200])
})

test('the secret of an address is nowhere in the database, and no one else’s entry is in a feed', async () => {
  await set({ enabled: true })
  const path = await address()
  const token = path.slice('/calendar/'.length, -'.ics'.length)
  const rows = await server.asOwner(`select c::text, encode(secret, 'escape') as sealed from connections c`)
  const links = await server.asOwner('select l::text from directory.links l')
  expect(JSON.stringify([rows, links])).not.toContain(token)
  await server.other.put('/api/integrations/feed', { enabled: true })
  const others = (await server.other.get('/api/integrations/feed/address')).json<{ url: string }>()
  expect(entriesOf((await read(new URL(others.url).pathname)).body)).toEqual([])
})

test('rotating the vault’s keys loses no address; one whose key is lost is replaced', async () => {
  const [dataFolder, elsewhere] = [mkdtempSync(join(tmpdir(), 'pritchel-rotate-')), mkdtempSync(join(tmpdir(), 'pritchel-rotate-'))]
  const vault = openVault({ dataFolder })
  const own = await startTestServer({ vault })
  try {
    await own.gareth.put('/api/integrations/feed', { enabled: true })
    const address = async () => (await own.gareth.get('/api/integrations/feed/address')).json<{ url: string }>().url
    const owner = {
      practiceId: own.gareth.practiceId,
      clientId: (await own.gareth.post('/api/clients', { name: 'Jane' })).json<{ id: string }>().id,
    }
    const places = { db: own.db, vault, origin: 'http://localhost:3000' }
    await startOwnerCalendar(places, owner)
    const before = [await address(), await ownerCalendarOf(places, owner)]
    for (const _ of [1, 2, 3]) {
      vault.rotate()
      expect(await rotateVault(own.db, vault)).toBe(2)
      expect([await address(), await ownerCalendarOf(places, owner)]).toEqual(before)
    }
    expect(await rotateVault(own.db, vault)).toBe(0)
    const lost = await own.gareth.inPractice((tx, actor) => feedAddress(tx, actor, openVault({ dataFolder: elsewhere })))
    expect(lost.url).not.toBe(before[0])
    expect((await own.app.inject(new URL(before[0] ?? '').pathname)).statusCode).toBe(404)
    expect((await own.app.inject(new URL(lost.url).pathname)).statusCode).toBe(200)
  } finally {
    await own.stop()
    for (const folder of [dataFolder, elsewhere]) rmSync(folder, { recursive: true, force: true })
  }
})
