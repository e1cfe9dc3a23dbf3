import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { accessOf, noteOpening, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { listGuestHorses } from '#features/records/guests/server/reading.ts'
import type { GuestTx } from '#platform/server/database/db.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const eyes = (personId: string) => ({ practiceId: server.gareth.practiceId, personId })
const namesSeen = async (personId: string) => (await server.db.withGuest(eyes(personId), listGuestHorses)).map(({ name }) => name)

test('a guest sees the horses of the client they are there for, in that practice, and no other', async () => {
  const ffion = await made('/api/clients', { name: 'Ffion Rees' })
  const huw = await made('/api/clients', { name: 'Huw Bevan' })
  await made('/api/horses', { name: 'Seren', clientId: ffion })
  await made('/api/horses', { name: 'Taran', clientId: huw })
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId: ffion })
  expect(await namesSeen(guest.personId)).toEqual(['Seren'])
  expect(await server.db.withGuest({ practiceId: server.other.practiceId, personId: guest.personId }, listGuestHorses)).toEqual([])
  expect((await practicesOfGuest(server.db, { personId: guest.personId, onlyPractice: null })).map(({ id }) => id)).toEqual([
    server.gareth.practiceId,
  ])
})

test('what has ended, is switched off for a client, or for all, shows nothing from the next request on', async () => {
  const clientId = await made('/api/clients', { name: 'Nia Pugh' })
  await made('/api/horses', { name: 'Mellt', clientId })
  const { personId } = await makeGuest(server.app, { practice: server.gareth, clientId })
  const seen = async () => [await namesSeen(personId), await server.gareth.inPractice((tx) => accessOf(tx, personId))]
  const open = [['Mellt'], [{ clientId, role: 'holder', seesMoney: true }]]
  expect(await seen()).toEqual(open)
  const set = (text: string) => server.asOwner(text)
  await set(`update clients set portal = false where id = '${clientId}'`)
  expect(await seen()).toEqual([[], []])
  await set(`update clients set portal = null where id = '${clientId}'`)
  expect(await seen()).toEqual(open)
  await server.gareth.put('/api/settings', { feet: 'near-off' })
  await set(`update settings set portal = '{"way":"off"}' where practice_id = '${server.gareth.practiceId}'`)
  expect(await seen()).toEqual([[], []])
  await set(`update settings set portal = '{}' where practice_id = '${server.gareth.practiceId}'`)
  expect(await seen()).toEqual(open)
  expect(await server.gareth.inPractice((tx) => endAccess(tx, { personId, clientId }))).toBe(true)
  expect(await seen()).toEqual([[], []])
})

test('a guest reads no column that is not granted, and writes nothing but the line about what they opened', async () => {
  const clientId = await made('/api/clients', { name: 'Elin Huws', notes: 'pays late' })
  const horse = await made('/api/horses', { name: 'Cariad', clientId })
  const { personId } = await makeGuest(server.app, { practice: server.gareth, clientId })
  const as = <T>(work: (tx: GuestTx) => Promise<T>) => server.db.withGuest(eyes(personId), work)
  for (const refused of [
    (tx: GuestTx) => tx.selectFrom('clients').select('notes').execute(),
    (tx: GuestTx) => tx.selectFrom('horses').select('temperament').execute(),
    (tx: GuestTx) => tx.selectFrom('client_access').select('client_id').execute(),
    (tx: GuestTx) => tx.updateTable('horses').set({ name: 'Stolen' }).execute(),
    (tx: GuestTx) => tx.deleteFrom('guest_log').execute(),
  ])
    await expect(as<unknown>(refused)).rejects.toMatchObject({ code: '42501' })
  const twice = { clientId, what: 'horse' as const, subjectId: horse }
  await as((tx) => noteOpening(tx, twice))
  await as((tx) => noteOpening(tx, twice))
  const lines = await server.asOwner(`select person_id, subject_id from guest_log where client_id = '${clientId}'`)
  expect(lines).toEqual([{ person_id: personId, subject_id: horse }])
})

test('a member who looks as a client does sees what they see, and no line records that the client did', async () => {
  const clientId = await made('/api/clients', { name: 'Gwen Parry' })
  const horse = await made('/api/horses', { name: 'Mabli', clientId })
  const seen = await server.db.withGuest({ practiceId: server.gareth.practiceId, asClient: clientId }, async (tx) => {
    await noteOpening(tx, { clientId, what: 'horse', subjectId: horse })
    return listGuestHorses(tx)
  })
  expect(seen.map(({ name }) => name)).toEqual(['Mabli'])
  expect(await server.asOwner(`select id from guest_log where client_id = '${clientId}'`)).toEqual([])
})

test('the transaction after a guest’s is the practice’s own again', async () => {
  const clientId = await made('/api/clients', { name: 'Rhys Ellis', notes: 'gate sticks' })
  const { personId } = await makeGuest(server.app, { practice: server.gareth, clientId })
  for (let turn = 0; turn < 20; turn++) {
    await namesSeen(personId)
    const rows = await server.gareth.inPractice((tx) => tx.selectFrom('clients').select('notes').where('id', '=', clientId).execute())
    expect(rows).toEqual([{ notes: 'gate sticks' }])
  }
})

test('what a guest reads costs the same however many clients, horses and visits the practice has', async () => {
  const clientId = await made('/api/clients', { name: 'Gwen Parry' })
  const horseId = await made('/api/horses', { name: 'Brân', clientId })
  await made('/api/appointments', { title: 'Trim', startTime: '2027-01-05T09:00:00Z', endTime: '2027-01-05T10:00:00Z', clientId, horseId })
  const { personId } = await makeGuest(server.app, { practice: server.gareth, clientId })
  const { practiceId } = server.gareth
  const reads = {
    horses: sql`select id from horses where id in (select g.horse_id from guest_horses() g)`,
    visits: sql`select appointment_id from visit_horses where client_id in (select guest_clients()) and appointment_id in (select guest_visits())`,
  }
  /** Blocks that a read looks at, once its connection knows the plans. */
  const blocks = async (read: keyof typeof reads) => {
    const counts: number[] = []
    await server.db.withGuest(eyes(personId), async (tx) => {
      for (let time = 0; time < 4; time++) {
        const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Actual Rows': number } }] }>`
          explain (analyze, buffers, format json) ${reads[read]}`.execute(tx)
        const plan = rows[0]?.['QUERY PLAN'][0].Plan
        expect(plan?.['Actual Rows']).toBe(1)
        counts.push(plan?.['Shared Hit Blocks'] ?? 0)
      }
    })
    return Math.min(...counts)
  }
  const synced = `1, (select max(seq) + 1 from clients), '{}'::jsonb`
  await server.asOwner(`
    with c as (insert into clients (practice_id, id, name, rev, seq, fw)
      select '${practiceId}', gen_random_uuid(), 'Other ' || n, ${synced} from generate_series(1, 3000) n returning id),
    h as (insert into horses (practice_id, id, client_id, name, rev, seq, fw) select '${practiceId}', gen_random_uuid(), id, 'Other', ${synced} from c returning id, client_id),
    a as (insert into appointments (practice_id, id, member_id, client_id, title, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq, fw)
      select '${practiceId}', gen_random_uuid(), '${server.gareth.memberId}', client_id, 'Trim', '2027-01-06', '09:00', '10:00', 'Europe/London',
        '2027-01-06T09:00Z', '2027-01-06T10:00Z', ${synced} from h returning id, client_id)
    insert into visit_horses (practice_id, id, appointment_id, horse_id, client_id, payer_client_id, place, rev, seq, fw)
      select '${practiceId}', gen_random_uuid(), a.id, h.id, a.client_id, a.client_id, 0, ${synced} from a join h using (client_id)`)
  await server.asOwner('analyze clients, client_access, horses, horse_owners, appointments, visit_horses')
  // To look through three thousand of anything is 300 blocks and more.
  for (const read of ['horses', 'visits'] as const) expect(await blocks(read)).toBeLessThan(150)
})
