import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { acceptInvite } from '#features/records/guests/server/accepting.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { endOther } from '#features/records/guests/server/ending-others.ts'
import { type InvitedOther, inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
let clientId: string
let horseId: string
let yardId: string
beforeEach(async () => {
  clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  yardId = await made('/api/yards', { name: 'Hollybush Livery' })
  horseId = await made('/api/horses', { name: 'Seren', clientId, yardId })
})

let people = 0
/** A person who came in by an invitation to their own address. */
async function invited(as: Partial<InvitedOther>) {
  const to = `non${++people}@example.com`
  const asked = { clientId: null, horseId: null, yardId: null, toName: 'Non Bevan', seesMoney: false, mayAnswer: false }
  const { inviteId } = await server.gareth.inPractice((tx, actor) =>
    inviteOther(tx, { ...actor, opId: uuidv7() }, { ...asked, role: 'sharer', to, ...as }),
  )
  const { personId } = await makeGuest(server.app)
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'email', address: to }, personId))
  const session = { sessionId: uuidv7(), personId, onlyPractice: null, provedAt: currentTime(), isShared: false }
  await acceptInvite(server.app, session, { practiceId: server.gareth.practiceId, inviteId })
  return { personId, to }
}
const writes = (personId: string, about: { clientId: string; horseId: string } | { yardId: string }) =>
  server.gareth.inPractice((tx, actor) =>
    addOwnerAsk(tx, { ...actor, memberId: null, byPerson: personId, opId: uuidv7() }, {
      ...{ ...about, personId, facts: { name: 'Non Bevan' }, words: `She is footsore ${uuidv7()}` },
      kind: 'yardId' in about ? 'yard' : 'words',
    } as Parameters<typeof addOwnerAsk>[2]),
  )
const answers = (id: string, reply: string) => server.gareth.put(`/api/owner-asks/${id}`, { reply })
const told = async () =>
  (await server.asOwner(
    "select address, body, facts::text as facts from notices where kind = 'answered_other' order by id",
  )) as unknown as Pick<Notice, 'address' | 'body'>[]

test('a sharer is notified, at the address they came in by, that they were answered, once, and without a word of it', async () => {
  const { personId, to } = await invited({ clientId, horseId })
  const id = await writes(personId, { clientId, horseId })
  expect((await answers(id, 'Poultice her till Friday')).statusCode).toBe(200)
  await answers(id, 'Poultice her till Saturday')
  const notices = await told()
  expect(notices.map(({ address }) => address)).toEqual([to])
  expect(notices[0]?.body).toMatch(/^Hi Non, I've answered what you wrote, here:\nhttp\S+\/my\n/)
  expect(JSON.stringify(notices)).not.toMatch(/Poultice|Seren|footsore/)
})

test('so is the manager of a yard; one seen without an answer notifies no one, nor is a former sharer notified', async () => {
  const before = (await told()).length
  const manager = await invited({ role: 'yard', yardId })
  const id = await writes(manager.personId, { yardId })
  await server.gareth.put(`/api/owner-asks/${id}`, { seenAt: currentTime().toISOString() })
  expect(await told()).toHaveLength(before)
  await answers(id, 'Have them in by nine')
  expect((await told()).at(-1)?.address).toBe(manager.to)

  const sharer = await invited({ clientId, horseId })
  const late = await writes(sharer.personId, { clientId, horseId })
  const [grant] = await server.asOwner(`select id from horse_grants where person_id = '${sharer.personId}'`)
  await server.gareth.inPractice((tx, actor) => endOther(tx, actor, clientId, { grantId: String(grant?.id) }))
  await answers(late, 'Too late')
  expect(await told()).toHaveLength(before + 1)
})
