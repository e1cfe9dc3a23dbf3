import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guestFiles } from '#features/evidence/files/server/guest-files.ts'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import { guestTimes } from '#features/records/guests/server/guest-horse.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { guestWork } from '#features/visits/work/server/guest-work.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { addFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-erased-owner-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  rmSync(dataFolder, { recursive: true, force: true })
  await server.stop()
})

const today = dayOf(currentTime(), 'Europe/London')
const day = (ago: number) => addDays(today, -ago)
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id

let horseId: string
let sian: Owner
let huw: Owner
let nia: Owner
beforeEach(async () => {
  ;[sian, huw, nia] = [await anOwner('Siân'), await anOwner('Huw'), await anOwner('Nia')]
  horseId = await add('/api/horses', { name: 'Seren', clientId: sian.clientId })
  await server.asOwner(`update horse_owners set from_on = '${day(300)}' where horse_id = '${horseId}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '${day(300)}', 'toOn', null)] where id = '${horseId}'`)
  await doneOn(200, 'hers')
})

type Owner = Awaited<ReturnType<typeof anOwner>>
async function anOwner(name: string) {
  const clientId = await add('/api/clients', { name })
  return { name, clientId, ...(await makeGuest(server.app, { practice: server.gareth, clientId })) }
}

/** Work and a photo of one day, shown. */
async function doneOn(ago: number, whose: string) {
  await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: day(ago), description: whose, memberId: server.gareth.memberId })
  const { id } = await addFile(server.gareth, { horseId, takenOn: day(ago) })
  await server.asOwner(`update attachments set shown_to_owner = true, file_name = '${whose}' where id = '${id}'`)
}

const sell = async (to: Owner, on: Day, brings?: 'record' | 'all') =>
  expect((await server.gareth.put(`/api/horses/${horseId}`, { clientId: to.clientId, ownedFrom: on, brings })).statusCode).toBe(200)

async function erase({ name, clientId }: Owner) {
  const { id } = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: name })).json<Erasure>()
  const { files, keyedHash } = server.app.setup
  await eraseClients({ db: server.db, files, origin: 'http://localhost:3000', dataFolder, keyedHash }).handle({
    practiceId: server.gareth.practiceId,
    erasureId: id,
  })
  expect((await server.gareth.get(`/api/erasures/${id}`)).json()).toMatchObject({ state: 'done' })
}

const readBy = ({ personId }: Owner) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, async (tx) => ({
    work: (await guestWork(tx, horseId)).map(({ description }) => description).toSorted(),
    files: (await guestFiles(tx, horseId)).map(({ fileName }) => fileName).toSorted(),
    since: (await guestTimes(tx, horseId))[0]?.fromOn,
  }))

test.each([
  ['nothing', undefined, { work: ['his'], files: ['his'] }],
  ['the record', 'record' as const, { work: ['hers', 'his'], files: ['his'] }],
  ['everything', 'all' as const, { work: ['hers', 'his'], files: ['hers', 'his'] }],
])('with %s going along, the new owner reads after the seller is erased what they read before', async (_, brings, reads) => {
  await sell(huw, day(100), brings)
  await doneOn(50, 'his')
  expect(await readBy(huw)).toEqual({ ...reads, since: day(100) })
  await erase(sian)
  expect(await readBy(huw)).toEqual({ ...reads, since: day(100) })
})

test('erasing an owner between two passes on no more of the first one’s time than before', async () => {
  await sell(huw, day(100))
  await doneOn(50, 'his')
  await sell(nia, day(20), 'all')
  const before = await readBy(nia)
  expect(before).toEqual({ work: ['his'], files: ['his'], since: day(20) })
  await erase(huw)
  await erase(sian)
  expect(await readBy(nia)).toEqual(before)
  await sell(await anOwner('Mair'), day(10), 'all')
  expect((await server.gareth.get(`/api/horses/${horseId}`)).json<HorseRow>().owners.map(({ clientId }) => clientId)).toHaveLength(4)
})

test('the seller to an owner who is erased reads their own time alone, and it is deleted with the last who had it', async () => {
  await sell(huw, day(100))
  await doneOn(50, 'his')
  await sell(nia, day(20), 'all')
  await erase(nia)
  const rows = () => server.asOwner(`select from horses where id = '${horseId}'`)
  expect(await readBy(huw)).toMatchObject({ work: ['his'], files: ['his'] })
  await erase(sian)
  expect(await rows()).toHaveLength(1)
  await erase(huw)
  expect(await rows()).toEqual([])
  expect(await server.asOwner(`select from horse_owners where horse_id = '${horseId}'`)).toEqual([])
})
