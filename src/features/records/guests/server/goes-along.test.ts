import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guestFiles } from '#features/evidence/files/server/guest-files.ts'
import { guestTimes } from '#features/records/guests/server/guest-horse.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { guestWork } from '#features/visits/work/server/guest-work.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

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
  return { clientId, ...(await makeGuest(server.app, { practice: server.gareth, clientId })) }
}

/** Work, a photo and a vet's letter of one day, all shown. */
async function doneOn(ago: number, whose: string) {
  await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: day(ago), description: whose, memberId: server.gareth.memberId })
  for (const by of ['farrier', 'vet']) {
    const { id } = await addFile(server.gareth, { horseId, takenOn: day(ago) })
    await server.asOwner(
      `update attachments set shown_to_owner = true, uploaded_by = '${by}', file_name = '${by} ${whose}' where id = '${id}'`,
    )
  }
}

const sell = async (to: Owner, on: Day, brings?: 'record' | 'all') =>
  expect((await server.gareth.put(`/api/horses/${horseId}`, { clientId: to.clientId, ownedFrom: on, brings })).statusCode).toBe(200)
const as = <T>(personId: string, work: Parameters<typeof server.db.withGuest<T>>[1]) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, work)
const readBy = ({ personId }: { personId: string }) =>
  as(personId, async (tx) => ({
    work: (await guestWork(tx, horseId)).map(({ description }) => description).toSorted(),
    files: (await guestFiles(tx, horseId)).map(({ fileName }) => fileName).toSorted(),
  }))
const sinceOf = ({ personId }: Owner) => as(personId, async (tx) => (await guestTimes(tx, horseId))[0]?.fromOn)
const ownersOf = async () => (await server.gareth.get(`/api/horses/${horseId}`)).json<HorseRow>().owners

const HERS = { work: ['hers'], files: ['farrier hers', 'vet hers'] }
const HIS = { work: ['his'], files: ['farrier his', 'vet his'] }

test.each([
  ['nothing', undefined, HIS],
  ['the record', 'record' as const, { ...HIS, work: ['hers', 'his'] }],
  ['the record and files, but a vet’s', 'all' as const, { work: ['hers', 'his'], files: ['farrier hers', 'farrier his', 'vet his'] }],
])(
  'with %s going along the new owner reads just that, since the day it is theirs, and the old one their own time',
  async (_, brings, reads) => {
    expect(await readBy(sian)).toEqual(HERS)
    await sell(huw, day(100), brings)
    await doneOn(50, 'his')
    expect(await readBy(huw)).toEqual(reads)
    expect(await sinceOf(huw)).toBe(day(100))
    expect(await readBy(sian)).toEqual(HERS)
    expect(await readBy(nia)).toEqual({ work: [], files: [] })
  },
)

test.each([
  ['record', 'record', { work: ['hers', 'his'], files: [] }],
  ['all', 'all', { work: ['hers', 'his'], files: ['farrier hers', 'farrier his'] }],
  ['all', 'record', { work: ['hers', 'his'], files: [] }],
  ['record', 'all', { work: ['hers', 'his'], files: ['farrier his'] }],
  [undefined, 'all', { work: ['his'], files: ['farrier his'] }],
  ['all', undefined, { work: [], files: [] }],
] as const)(
  'of two sales, by which %s and then %s goes along, the last owner reads as far as each seller did',
  async (first, second, reads) => {
    await sell(huw, day(100), first)
    await doneOn(50, 'his')
    await sell(nia, day(20), second)
    expect(await readBy(nia)).toEqual(reads)
    expect(await sinceOf(nia)).toBe(day(20))
    // What came with the horse has gone on with it.
    expect(await readBy(huw)).toEqual(HIS)
    expect(await readBy(sian)).toEqual(HERS)
  },
)

test('an owner who bought it back reads both their times, and of the one between what went along', async () => {
  await sell(huw, day(100), 'all')
  await doneOn(50, 'his')
  await sell(sian, day(20), 'record')
  expect(await readBy(sian)).toEqual({ work: ['hers', 'his'], files: HERS.files })
})

test('a sharer of the new owner’s reads as far as they do, and sees photos alone', async () => {
  const sharer = await makeGuest(server.app)
  await sell(huw, day(100), 'all')
  await server.gareth.inPractice((tx, { practiceId }) =>
    tx
      .insertInto('horse_grants')
      .values({
        ...{ practice_id: practiceId, id: uuidv7(), horse_id: horseId, client_id: huw.clientId, person_id: sharer.personId },
        ...{ role: 'sharer', to_name: 'Non', from_at: currentTime(), until_at: null, by_person: huw.personId, by_member: null },
        ...{ ended_at: null, ended_by_person: null, ended_by_member: null },
      })
      .execute(),
  )
  await server.asOwner(`update attachments set file_type = 'document' where horse_id = '${horseId}' and uploaded_by = 'vet'`)
  expect(await readBy(sharer)).toEqual({ work: ['hers'], files: ['farrier hers'] })
  await server.asOwner(`update horse_owners set brings = 'record' where horse_id = '${horseId}' and client_id = '${huw.clientId}'`)
  expect(await readBy(sharer)).toEqual({ work: ['hers'], files: [] })
  await sell(nia, day(1), 'all')
  expect(await readBy(sharer)).toEqual({ work: [], files: [] })
})

test('a helper of the old owner’s no longer sees anything of it, and one of the new owner’s reads what they do', async () => {
  const groom = await makeGuest(server.app, { practice: server.gareth, clientId: sian.clientId, role: 'helper' })
  const partner = await makeGuest(server.app, { practice: server.gareth, clientId: huw.clientId, role: 'helper' })
  expect(await readBy(groom)).toEqual(HERS)
  await sell(huw, day(100), 'record')
  expect(await readBy(groom)).toEqual({ work: [], files: [] })
  expect(await readBy(partner)).toEqual({ work: ['hers'], files: [] })
})

test('what went along is in the horse’s history, a sale that is undone leaves it as it was, and merged clients keep it', async () => {
  await sell(huw, day(100), 'record')
  const sold = await ownersOf()
  expect(sold.map(({ brings }) => brings)).toEqual([undefined, 'record'])
  await sell(nia, day(20), 'all')
  const undo = async () => {
    const [line] = await server.asOwner(
      `select id from activity where entity_id = '${horseId}' and verb = 'transferred' order by id desc limit 1`,
    )
    return (await server.gareth.post(`/api/activity/${line?.id}/undo`)).statusCode
  }
  await server.gareth.put(`/api/horses/${horseId}`, { color: 'Grey' })
  expect(await undo()).toBe(204)
  expect(await ownersOf()).toEqual(sold)
  const other = await add('/api/clients', { name: 'Huw again' })
  await server.gareth.post(`/api/clients/${other}/merge`, { otherId: huw.clientId, fields: {}, textsOf: 'kept' })
  expect((await ownersOf()).at(-1)).toEqual({ clientId: other, fromOn: day(100), toOn: null, brings: 'record' })
  expect(await server.asOwner(`select brings from horse_owners where horse_id = '${horseId}' and client_id = '${other}'`)).toEqual([
    { brings: 'record' },
  ])
})

test('an owner who was wrong for a day leaves to the right one again what had come to them', async () => {
  await sell(huw, today, 'all')
  await sell(nia, today)
  expect((await ownersOf()).map(({ clientId, brings }) => [clientId, brings])).toEqual([
    [sian.clientId, undefined],
    [nia.clientId, undefined],
  ])
  const [line] = await server.asOwner(
    `select id from activity where entity_id = '${horseId}' and verb = 'transferred' order by id desc limit 1`,
  )
  await server.gareth.post(`/api/activity/${line?.id}/undo`)
  expect((await ownersOf()).at(-1)).toEqual({ clientId: huw.clientId, fromOn: today, toOn: null, brings: 'all' })
})
