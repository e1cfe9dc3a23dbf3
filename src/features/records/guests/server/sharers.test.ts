import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessToHorse, sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import { addOwnerAsk, answerAsk } from '#features/records/guests/server/asks.ts'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import { letLook } from '#features/records/guests/server/let-look.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { takeOver } from '#features/records/guests/server/taking-over.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Who shares a horse, as their account is closed or becomes one with another, and in the second that it ends. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
let [clientId, seren, bess] = ['', '', '']
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Sarah Penrose' })
  seren = await add('/api/horses', { name: 'Seren', clientId })
  bess = await add('/api/horses', { name: 'Bess', clientId })
})
const sharerOf = (horseId: string, mayAnswer = false) =>
  makeGuest(server.app, { practice: server.gareth, clientId, role: 'sharer', horseId, mayAnswer })
const seenBy = async (personId: string) =>
  (await server.gareth.inPractice((tx) => sharedWith(tx, personId))).map(({ horseName, mayAnswer, asName }) => ({
    horseName,
    mayAnswer,
    asName,
  }))
const SEREN = { horseName: 'Seren', mayAnswer: true, asName: 'Non Bevan' }
const repliesTo = async (personId: string) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, (tx) => tx.selectFrom('owner_asks').select('reply').execute())

/** What a person has written about a horse, and the replies. */
const written = (personId: string, horseId: string) =>
  server.gareth.inPractice(async (tx, actor) => {
    const told = { clientId, personId, kind: 'words', horseId, facts: { name: 'Non Bevan' }, words: 'She is footsore.' } as const
    const id = await addOwnerAsk(tx, { ...actor, memberId: null, byPerson: personId, opId: uuidv7() }, told)
    await answerAsk(tx, actor, id, { reply: 'Rest her.' })
  })

test('a sharer who closes their account no longer sees anything, the client’s record shows it, and the owner and other sharers stay', async () => {
  const [gone, other] = [await sharerOf(seren), await sharerOf(seren)]
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  await closeAccount({ db: server.db, origin: '' }, { personId: gone.personId, onlyPractice: null })
  const grants = await server.asOwner(
    `select ended_at is not null as is_ended, ended_by_person from horse_grants where person_id = '${gone.personId}'`,
  )
  expect(grants).toEqual([{ is_ended: true, ended_by_person: gone.personId }])
  expect([await seenBy(gone.personId), await seenBy(other.personId)]).toEqual([[], [{ ...SEREN, mayAnswer: false }]])
  expect(await server.gareth.inPractice((tx) => accessOf(tx, holder.personId))).toHaveLength(1)
  const journal = await server.asOwner(
    `select verb, after, by_person from activity where entity_id = '${clientId}' and verb = 'other_ended'`,
  )
  expect(journal).toEqual([{ verb: 'other_ended', after: { role: 'sharer', name: 'Non Bevan' }, by_person: gone.personId }])
  for (const table of ['sessions', 'ways', 'people'])
    expect(
      await server.asOwner(`select 1 as one from directory.${table} where ${table === 'people' ? 'id' : 'person_id'} = '${gone.personId}'`),
    ).toEqual([])
})

test('two sign-ins of a sharer that become one see what both saw, with what was written and answered, and the old one nothing', async () => {
  const [from, to] = [await sharerOf(seren, true), await sharerOf(bess)]
  await written(from.personId, seren)
  const ended = await sharerOf(seren)
  await server.asOwner(`update horse_grants set ended_at = clock_now() where person_id = '${ended.personId}'`)
  await become(from.personId, to.personId)
  expect(await seenBy(to.personId)).toEqual([{ ...SEREN, horseName: 'Bess', mayAnswer: false }, SEREN])
  expect([await seenBy(from.personId), await seenBy(ended.personId)]).toEqual([[], []])
  expect(await repliesTo(to.personId)).toEqual([{ reply: 'Rest her.' }])
  expect(await repliesTo(from.personId)).toEqual([])
  // What had ended before is not opened by it.
  const other = await makeGuest(server.app)
  await become(ended.personId, other.personId)
  expect(await seenBy(other.personId)).toEqual([])
})

/** As when an address is added that was signed in with on its own before. */
async function become(from: string, to: string) {
  const address = { kind: 'email' as const, address: `${uuidv7()}@example.com` }
  await server.db.withDirectory((tx) => keepProof(tx, address, from))
  await takeOver(server.app, { address, addressHash: Buffer.alloc(0), onlyPractice: null, addTo: null }, from, to)
}

test('in the second that it ends a look is closed, to each statement of a page and to what is written', async () => {
  const { personId } = await makeGuest(server.app)
  await server.gareth.inPractice((tx, actor) =>
    letLook(tx, actor, { ...{ personId, clientId, horseId: seren, mayAnswer: true, toName: 'Non Bevan' }, byPerson: null, byMember: null }),
  )
  await written(personId, seren)
  const seen = async () => [
    await seenBy(personId),
    await repliesTo(personId),
    await server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, (tx) => tx.selectFrom('horses').select('name').execute()),
    await server.gareth.inPractice(async (tx) => (await accessToHorse(tx, personId, seren))?.role),
  ]
  const until = (when: string) => server.asOwner(`update horse_grants set until_at = ${when} where person_id = '${personId}'`)
  await until(`clock_now() + interval '1 hour'`)
  expect(await seen()).toEqual([[SEREN], [{ reply: 'Rest her.' }], [{ name: 'Seren' }], 'sharer'])
  await until('clock_now()')
  expect(await seen()).toEqual([[], [], [], undefined])
})
