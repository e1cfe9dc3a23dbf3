import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { accessOf, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { listGuestHorses } from '#features/records/guests/server/reading.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const as = <T>(personId: string, work: Parameters<typeof server.db.withGuest<T>>[1]) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, work)
const seen = async (personId: string) => (await as(personId, listGuestHorses)).map(({ name }) => name)
const count = (personId: string, table: string) =>
  as(personId, async (tx) => (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(tx)).rows[0]?.n)

let clientId: string
let horseId: string
let holder: Awaited<ReturnType<typeof makeGuest>>
let sharer: Awaited<ReturnType<typeof makeGuest>>
beforeEach(async () => {
  clientId = await made('/api/clients', { name: 'Ffion Rees' })
  horseId = await made('/api/horses', { name: 'Seren', clientId })
  await made('/api/horses', { name: 'Mellt', clientId })
  const [holding, sharing] = [await makeGuest(server.app, { practice: server.gareth, clientId }), await makeGuest(server.app)]
  holder = holding
  sharer = sharing
  // Theirs for a while: what is handed over on its first day leaves no trace.
  await server.asOwner(`update horse_owners set from_on = from_on - 60 where horse_id = '${horseId}'`)
  await server.asOwner(`update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', (current_date - 60)::text, 'toOn', null)]
    where id = '${horseId}'`)
  await share(horseId)
})

const share = (of: string) =>
  server.gareth.inPractice((tx, { practiceId }) =>
    tx
      .insertInto('horse_grants')
      .values({
        ...{ practice_id: practiceId, id: uuidv7(), horse_id: of, client_id: clientId, person_id: sharer.personId },
        ...{ role: 'sharer', to_name: 'Non', from_at: currentTime(), until_at: null, by_person: holder.personId, by_member: null },
        ...{ ended_at: null, ended_by_person: null, ended_by_member: null },
      })
      .execute(),
  )

test('a sharer sees the one horse that is shared with them, its work, photos and coming visits, and nothing of its owner', async () => {
  const { memberId } = server.gareth
  await made('/api/work-entries', { horseId, serviceType: 'Trim', workDate: '2026-10-01', memberId })
  for (const [startTime, endTime] of [
    ['2030-01-05T09:00:00Z', '2030-01-05T10:00:00Z'],
    ['2026-01-05T09:00:00Z', '2026-01-05T10:00:00Z'],
  ])
    await made('/api/appointments', { startTime, endTime, title: 'Trim', clientId, horses: [{ horseId }] })
  expect(await seen(sharer.personId)).toEqual(['Seren'])
  expect(await count(sharer.personId, 'work_entries')).toBe(1)
  expect(await count(sharer.personId, 'appointments')).toBe(1)
  for (const closed of ['clients', 'invoices', 'threads', 'messages', 'payments', 'owner_asks', 'terms_acceptances'])
    expect(await count(sharer.personId, closed), closed).toBe(0)
  expect(await server.gareth.inPractice((tx) => accessOf(tx, sharer.personId))).toEqual([])
  await as(sharer.personId, (tx) => noteOpening(tx, { clientId, what: 'horse', subjectId: horseId }))
  expect(await server.asOwner(`select role, person_id from guest_log where client_id = '${clientId}'`)).toEqual([
    { role: 'sharer', person_id: sharer.personId },
  ])
})

test.each([
  ['it is sold', () => server.gareth.put(`/api/horses/${horseId}`, { clientId: buyer })],
  ['it has died', () => server.asOwner(`update horses set gone_on = '2026-01-01', gone_reason = 'deceased' where id = '${horseId}'`)],
  ['who shared it is out', () => server.gareth.inPractice((tx) => endAccess(tx, { personId: holder.personId, clientId }))],
  ['the portal is off for its owner', () => server.asOwner(`update clients set portal = false where id = '${clientId}'`)],
  ['it was ended', () => server.asOwner(`update horse_grants set ended_at = clock_now() where horse_id = '${horseId}'`)],
  ['its time is over', () => server.asOwner(`update horse_grants set until_at = clock_now() where horse_id = '${horseId}'`)],
])('nothing of a horse is shared any more once %s', async (_why, end) => {
  buyer = await made('/api/clients', { name: 'Huw Bevan' })
  await end()
  expect(await seen(sharer.personId)).toEqual([])
  expect(await count(sharer.personId, 'members')).toBe(0)
})
let buyer: string

test('a horse that is sold and bought back is not shared again with whom it was before', async () => {
  buyer = await made('/api/clients', { name: 'Huw Bevan' })
  await server.asOwner(`update horse_grants set from_at = clock_now() - interval '30 days' where horse_id = '${horseId}'`)
  const today = dayOf(currentTime(), 'Europe/London')
  await server.gareth.put(`/api/horses/${horseId}`, { clientId: buyer, ownedFrom: addDays(today, -20) })
  await server.gareth.put(`/api/horses/${horseId}`, { clientId, ownedFrom: addDays(today, -10) })
  expect(await seen(holder.personId)).toEqual(['Mellt', 'Seren'])
  expect(await seen(sharer.personId)).toEqual([])
})

test('a helper loses sight of a horse that is sold, its old owner keeps their time, and a helper goes with that owner', async () => {
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  await server.asOwner(`update client_access set by_person = '${holder.personId}' where person_id = '${helper.personId}'`)
  buyer = await made('/api/clients', { name: 'Huw Bevan' })
  expect(await seen(helper.personId)).toEqual(['Mellt', 'Seren'])
  await server.gareth.put(`/api/horses/${horseId}`, { clientId: buyer })
  expect(await seen(helper.personId)).toEqual(['Mellt'])
  expect(await seen(holder.personId)).toEqual(['Mellt', 'Seren'])
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: holder.personId, clientId }))
  expect(await seen(helper.personId)).toEqual([])
  expect(await server.gareth.inPractice((tx) => accessOf(tx, helper.personId))).toEqual([])
})
