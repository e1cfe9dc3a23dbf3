import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Opening, OwnerAsk, YardPortal } from '#features/records/guests/contract.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { guestYard, guestYardVisits, listGuestYards } from '#features/records/guests/server/guest-yards.ts'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { accessOf, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { requireManager } from '#features/records/guests/server/require-manager.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openDoor, rowsSeen } from '#testing/guest-door.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const TODAY = dayOf(currentTime(), 'Europe/London')
const TOMORROW = addDays(TODAY, 1)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode > 201) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const as = <T>(personId: string, work: Parameters<typeof server.db.withGuest<T>>[1]) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, work)
const horse = (name: string, clientId: string) => made('/api/horses', { name, clientId, yardId })
const visit = (horseIds: string[], more: object = {}) =>
  made('/api/appointments', {
    ...{ startTime: `${TOMORROW}T09:00:00Z`, endTime: `${TOMORROW}T10:00:00Z`, title: 'Full set for Huw', yardId, clientId: ffion },
    ...{ notes: 'Owes us', horses: horseIds.map((horseId) => ({ horseId, plannedWork: 'Trim' })), ...more },
  })
const board = (personId = manager.personId) => as(personId, (tx) => guestYardVisits(tx, yardId, TODAY))
const horsesIn = async (personId?: string) => (await board(personId)).map(({ horses }) => horses)
const manage = (personId: string, of = yardId, toName = 'Non') =>
  server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId, yardId: of, toName }))

let [yardId, ffion, huw, seren, mabli] = ['', '', '', '', '']
let manager: Awaited<ReturnType<typeof makeGuest>>
beforeEach(async () => {
  yardId = await made('/api/yards', { name: 'Hollybush', gateCode: '4471', accessNotes: 'Key under the trough' })
  ffion = await made('/api/clients', { name: 'Ffion Rees' })
  huw = await made('/api/clients', { name: 'Huw Bevan' })
  seren = await horse('Seren', ffion)
  mabli = await horse('Mabli', huw)
  manager = await makeGuest(server.app)
  await manage(manager.personId)
  await server.gareth.put('/api/settings', { prepLine: 'Clean and dry, please', portal: { way: 'invited' } })
})

test('a manager reads of the yard its coming visits by day and time and the names of horses still to be done, and no row of any table', async () => {
  const timed = await visit([seren, mabli])
  const half = await visit([seren], { isCallOnly: true, callNumber: 1, callPeriod: 'PM', onDay: addDays(TODAY, 3) })
  await visit([seren], { startTime: `${addDays(TODAY, -1)}T09:00:00Z`, endTime: `${addDays(TODAY, -1)}T10:00:00Z` })
  await visit([seren], { yardId: await made('/api/yards', { name: 'Elsewhere' }) })
  const off = await visit([seren])
  await server.gareth.put(`/api/appointments/${off}`, { status: 'cancelled' })
  await visit([seren], { status: 'pencilled' })
  const columns = await as(manager.personId, async (tx) =>
    (await sql<object>`select * from guest_yard_stops(${yardId}, ${TODAY})`.execute(tx)).rows.map((row) => Object.keys(row).join()),
  )
  expect(new Set(columns)).toEqual(new Set(['visit_id,on_day,is_call_only,call_period,local_start,horse']))
  expect(await board()).toEqual([
    { id: timed, onDay: TOMORROW, isCallOnly: false, period: null, start: '09:00', horses: ['Seren', 'Mabli'] },
    { id: half, onDay: addDays(TODAY, 3), isCallOnly: true, period: 'PM', start: null, horses: ['Seren'] },
  ])
  expect(await as(manager.personId, (tx) => guestYard(tx, yardId))).toEqual({
    id: yardId,
    name: 'Hollybush',
    prepLine: 'Clean and dry, please',
  })
  expect(await as(manager.personId, (tx) => listGuestYards(tx, TODAY))).toMatchObject([{ id: yardId, name: 'Hollybush', visitId: timed }])
  const door = await openDoor(server.owner)
  try {
    expect(await door.after('', () => rowsSeen(door, server.gareth.practiceId, { personId: manager.personId }))).toEqual({})
  } finally {
    await door.close()
  }
  expect(await server.gareth.inPractice((tx) => accessOf(tx, manager.personId))).toEqual([])
})

test('a horse that is done, gone or removed is not to have in, and its visit stays', async () => {
  const id = await visit([seren, mabli])
  const { horses } = (await server.gareth.get(`/api/appointments/${id}`)).json<{ horses: { id: string }[] }>()
  await server.gareth.put(`/api/visit-horses/${horses[0]?.id}`, { outcome: 'done' })
  expect(await horsesIn()).toEqual([['Mabli']])
  await server.asOwner(`update horses set gone_on = '${TOMORROW}', gone_reason = 'deceased' where id = '${mabli}'`)
  expect(await horsesIn()).toEqual([[]])
})

test('who hides theirs is left out, and a visit of hidden horses alone is not there', async () => {
  await visit([seren, mabli])
  await visit([mabli], { clientId: huw })
  await visit([], { clientId: huw })
  expect(await horsesIn()).toEqual([['Seren', 'Mabli'], ['Mabli'], []])
  await server.asOwner(`update clients set hides_from_yard = true where id = '${huw}'`)
  expect(await horsesIn()).toEqual([['Seren']])
  // Of the horse's owner now.
  await server.gareth.put(`/api/horses/${seren}`, { clientId: huw })
  expect(await horsesIn()).toEqual([])
})

const ENDS: [string, () => Promise<unknown>][] = [
  ['it was ended', () => server.gareth.inPractice((tx) => endYardAccess(tx, { yardId, personId: manager.personId }))],
  ['the portal is off', () => server.gareth.put('/api/settings', { portal: { way: 'off' } })],
  ['the yard is removed', () => server.gareth.delete(`/api/yards/${yardId}`)],
]
test.each(ENDS)('nothing of a yard is seen, written or noted any more once %s', async (_why, end) => {
  const note = () => as(manager.personId, (tx) => noteOpening(tx, { clientId: null, what: 'yard', subjectId: yardId }))
  const count = async () => (await server.asOwner(`select role from guest_log where subject_id = '${yardId}'`)).map(({ role }) => role)
  await visit([seren])
  await note()
  expect(await count()).toEqual(['yard'])
  const write = () => server.gareth.inPractice((tx) => requireManager(tx, manager, 'message', { yardId }))
  expect(await write()).toEqual({ id: yardId, name: 'Hollybush', toName: 'Non' })
  await server.asOwner('delete from guest_log')
  await end()
  expect(await as(manager.personId, (tx) => guestYard(tx, yardId))).toBeUndefined()
  expect(await as(manager.personId, (tx) => listGuestYards(tx, TODAY))).toEqual([])
  expect(await board()).toEqual([])
  await note()
  expect(await count()).toEqual([])
  await expect(write()).rejects.toMatchObject({ code: 'yard_not_found' })
})

test('one person manages several yards and is a client too; a stranger, and a manager of another yard, see nothing of this one', async () => {
  const [second, other] = [await made('/api/yards', { name: 'Lower Barn' }), await makeGuest(server.app)]
  await manage(manager.personId, second)
  await manage(other.personId, second)
  await visit([seren])
  const both = await makeGuest(server.app, { practice: server.gareth, clientId: huw })
  await manage(both.personId)
  expect((await as(manager.personId, (tx) => listGuestYards(tx, TODAY))).map(({ name }) => name)).toEqual(['Hollybush', 'Lower Barn'])
  expect(await horsesIn(other.personId)).toEqual([])
  expect(await horsesIn(uuidv7())).toEqual([])
  expect(await horsesIn(both.personId)).toEqual([['Seren']])
  expect((await server.gareth.inPractice((tx) => accessOf(tx, both.personId))).map(({ clientId }) => clientId)).toEqual([huw])
  // No other kind of opening can be noted of a yard, nor a yard of a client.
  await as(manager.personId, (tx) => noteOpening(tx, { clientId: null, what: 'horse', subjectId: yardId }))
  await as(both.personId, (tx) => noteOpening(tx, { clientId: huw, what: 'yard', subjectId: yardId }))
  expect(await server.asOwner(`select what from guest_log where subject_id = '${yardId}'`)).toEqual([])
})

test('the farrier sees who manages a yard, since when and when they last looked, ends it, and withdraws an invitation', async () => {
  const portal = async () => (await server.gareth.get(`/api/yards/${yardId}/portal`)).json<YardPortal>()
  const end = (body: object, by = server.gareth) => by.post(`/api/yards/${yardId}/portal/end`, body)
  await as(manager.personId, (tx) => noteOpening(tx, { clientId: null, what: 'yard', subjectId: yardId }))
  const invited = await server.gareth.post(`/api/yards/${yardId}/portal/invite`, { toName: 'Sioned', to: '07700 900177' })
  expect(invited.statusCode, invited.body).toBe(200)
  const { people, invites } = await portal()
  expect(people).toMatchObject([{ personId: manager.personId, name: 'Non', until: null, lastOpenedAt: expect.any(String) }])
  expect(invites).toMatchObject([{ toName: 'Sioned', to: '+447700900177' }])
  const log = (await server.gareth.get(`/api/guests/log?yardId=${yardId}`)).json<Opening[]>()
  expect(log).toMatchObject([{ role: 'yard', what: 'yard', name: 'Hollybush', clientId: null, clientName: null }])
  expect((await server.gareth.get('/api/guests/log')).json<Opening[]>().map(({ what }) => what)).toContain('yard')
  const apprentice = await server.gareth.addMember('Apprentice', 'apprentice')
  expect((await apprentice.post(`/api/yards/${yardId}/portal/invite`, { toName: 'X', to: 'x@example.com' })).statusCode).toBe(403)
  expect((await apprentice.post(`/api/yards/${yardId}/portal/end`, {})).statusCode).toBe(403)
  expect((await server.other.get(`/api/yards/${yardId}/portal`)).json()).toMatchObject({ code: 'yard_not_found' })
  await end({ inviteId: invites[0]?.id })
  expect((await portal()).invites).toEqual([])
  expect((await portal()).people).toMatchObject([{ until: null }])
  await end({ personId: manager.personId })
  expect((await portal()).people).toMatchObject([{ until: expect.any(String) }])
  await manage(manager.personId)
  await end({})
  expect((await portal()).people.map(({ until }) => typeof until)).toEqual(['string', 'string'])
  const journal = (await server.gareth.get('/api/dashboard/activity?limit=20')).json<{ title: string }[]>().map(({ title }) => title)
  expect(journal).toEqual(
    expect.arrayContaining(['Non no longer sees the board of Hollybush', 'Sioned is invited as manager of Hollybush']),
  )
})

test('what a manager writes is a to-do with who wrote it and of which yard, that no client has', async () => {
  await server.gareth.inPractice(async (tx, actor) => {
    const said = { yardId, personId: manager.personId, kind: 'yard' as const, facts: { name: 'Non' }, words: 'The top gate is chained.' }
    await addOwnerAsk(tx, { ...actor, memberId: null }, said)
    await addOwnerAsk(tx, { ...actor, memberId: null }, said)
  })
  const [ask, ...more] = (await server.gareth.get('/api/owner-asks?unseen=true')).json<OwnerAsk[]>().filter((one) => one.yardId === yardId)
  expect(more).toEqual([])
  expect(ask).toMatchObject({ kind: 'yard', clientId: null, facts: { name: 'Non' }, words: 'The top gate is chained.' })
  expect((await server.gareth.put(`/api/owner-asks/${ask?.id}`, { outcome: 'done' })).json()).toMatchObject({ outcome: 'done' })
})
