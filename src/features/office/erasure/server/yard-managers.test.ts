import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { forgetWordsOfAll } from '#features/office/erasure/server/forgetting.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import { letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { takeOver } from '#features/records/guests/server/taking-over.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const yard = (name = 'Hollybush') => add('/api/yards', { name })
const manage = (personId: string, yardId: string) =>
  server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId, yardId, toName: 'Non' }))
const openYards = async (personId: string) =>
  (await server.asOwner(`select yard_id as id from yard_access where person_id = '${personId}' and until is null`)).map(({ id }) => id)
const hasWay = async (personId: string) => (await practicesOfGuest(server.db, { personId, onlyPractice: null })).length > 0
const isKnown = async (personId: string) => (await server.asOwner(`select 1 from directory.people where id = '${personId}'`)).length > 0

async function erase(clientId: string, clientName: string) {
  const { id: erasureId } = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName })).json<Erasure>()
  const { files, keyedHash, origin } = server.app.setup
  const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-erased-'))
  await eraseClients({ db: server.db, files, keyedHash, origin, dataFolder }).handle({ practiceId: server.gareth.practiceId, erasureId })
}

test('who turns out to be one with a manager takes over the yard', async () => {
  const yardId = await yard()
  const [from, to] = [await makeGuest(server.app), await makeGuest(server.app)]
  await manage(from.personId, yardId)
  const address = { kind: 'email' as const, address: 'non@example.com' }
  await server.db.withDirectory((tx) => keepProof(tx, address, from.personId))
  const proven = { address, addressHash: Buffer.from('x'), onlyPractice: null }
  await takeOver(server.app, proven as unknown as Parameters<typeof takeOver>[1], from.personId, to.personId)
  expect(await openYards(from.personId)).toEqual([])
  expect(await openYards(to.personId)).toEqual([yardId])
  expect(await server.asOwner(`select to_name from yard_access where person_id = '${to.personId}'`)).toEqual([{ to_name: 'Non' }])
  expect(await hasWay(to.personId)).toBe(true)
})

test('a manager who closes their account manages nothing, and the farrier reads it', async () => {
  const [yardId, { personId }] = [await yard('Lower Barn'), await makeGuest(server.app)]
  await manage(personId, yardId)
  await closeAccount({ db: server.db, origin: 'http://localhost' }, { personId, onlyPractice: null })
  expect(await openYards(personId)).toEqual([])
  expect([await hasWay(personId), await isKnown(personId)]).toEqual([false, false])
  const journal = (await server.gareth.get('/api/dashboard/activity')).json<{ title: string }[]>().map(({ title }) => title)
  expect(journal).toContain('Non wants no more to see the board of Lower Barn')
})

test('a client who is erased takes the yards they manage and their words along; a helper of theirs who manages one stays', async () => {
  const yardId = await yard('Upper Barn')
  const clientId = await add('/api/clients', { name: 'Ffion Gone' })
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  const groom = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  for (const { personId } of [holder, groom]) {
    await manage(personId, yardId)
    const said = { yardId, personId, kind: 'yard' as const, facts: { name: 'Non' }, words: `By ${personId}` }
    await server.gareth.inPractice((tx, actor) => addOwnerAsk(tx, { ...actor, memberId: null }, said))
  }
  await erase(clientId, 'Ffion Gone')
  expect(await openYards(holder.personId)).toEqual([])
  expect(await openYards(groom.personId)).toEqual([yardId])
  expect([await isKnown(holder.personId), await isKnown(groom.personId)]).toEqual([false, true])
  expect(await hasWay(groom.personId)).toBe(true)
  const left = await server.asOwner(`select person_id, words, deleted_at is not null as gone from owner_asks where yard_id = '${yardId}'`)
  expect(left).toEqual(
    expect.arrayContaining([
      { person_id: null, words: null, gone: true },
      { person_id: groom.personId, words: `By ${groom.personId}`, gone: false },
    ]),
  )
  expect(await server.asOwner(`select 1 from activity where after::text like '%By ${holder.personId}%'`)).toEqual([])
})

test('who managed a yard is forgotten when the time of openings is over, from its end on or the yard’s', async () => {
  const [first, second] = [await yard('Ended'), await yard('Removed')]
  const people = [await makeGuest(server.app), await makeGuest(server.app), await makeGuest(server.app)]
  const [ended, removed, stays] = people.map(({ personId }) => personId) as [string, string, string]
  await manage(ended, first)
  await manage(removed, second)
  await manage(stays, first)
  await server.gareth.delete(`/api/yards/${second}`)
  await server.asOwner(`update yard_access set until = clock_now() - interval '20 years' where person_id = '${ended}';
    update yards set deleted_at = clock_now() - interval '20 years' where id = '${second}'`)
  await forgetWordsOfAll(server.db, 'http://localhost:3000').handle({})
  const rows = await server.asOwner(`select person_id from yard_access where yard_id in ('${first}', '${second}')`)
  expect(rows).toEqual([{ person_id: stays }])
  expect([await hasWay(ended), await hasWay(removed), await hasWay(stays)]).toEqual([false, false, true])
})

test('of two clients who are merged, one of whom hides from the yard’s board, the other does from then on, until it is undone', async () => {
  const [kept, other] = [await add('/api/clients', { name: 'Ann Pugh' }), await add('/api/clients', { name: 'Anne Pugh' })]
  await server.asOwner(`update clients set hides_from_yard = true where id = '${other}'`)
  const hides = async () => (await server.asOwner(`select hides_from_yard as h from clients where id = '${kept}'`))[0]?.h
  const merged = await server.gareth.post(`/api/clients/${kept}/merge`, { otherId: other, fields: {} })
  expect(await hides()).toBe(true)
  await server.gareth.post(`/api/activity/${merged.json<{ activityId: string }>().activityId}/undo`, {})
  expect(await hides()).toBe(false)
})
