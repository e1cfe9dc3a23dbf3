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

test('a member who looks as a client does sees what they see, and no line says that the client did', async () => {
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
