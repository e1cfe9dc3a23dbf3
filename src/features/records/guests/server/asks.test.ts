import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { listGuestHorses } from '#features/records/guests/server/reading.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type OwnerAskInput = Parameters<typeof addOwnerAsk>[2]
const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const ask = (asked: OwnerAskInput) =>
  server.gareth.inPractice((tx, actor) => addOwnerAsk(tx, { ...actor, memberId: null, opId: uuidv7() }, asked))
const asksOf = async (clientId: string, more = '') =>
  (await server.gareth.get(`/api/owner-asks?clientId=${clientId}${more}`)).json<OwnerAsk[]>()
const answer = (id: string, body: object) => server.gareth.put(`/api/owner-asks/${id}`, body)
const horsesSeenBy = async (personId: string) =>
  (await server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, listGuestHorses)).map(({ name }) => name)

test('an owner’s request counts once until it is seen to, alerts who may answer, and stays as it was written', async () => {
  const clientId = await made('/api/clients', { name: 'Ffion Rees' })
  const horseId = await made('/api/horses', { name: 'Seren', clientId })
  const { memberId, practiceId } = server.gareth
  await server.asOwner(`insert into push_subscriptions (practice_id, id, member_id, endpoint, p256dh, auth)
    values ('${practiceId}', gen_random_uuid(), '${memberId}', 'https://push.example/1', 'k', 'a')`)
  const sold = { clientId, personId: uuidv7(), kind: 'sold', horseId, facts: { name: 'Huw Bevan', onDay: '2026-11-20' } } as const
  const first = await ask(sold)
  expect(await ask(sold)).toBe(first)
  const rung = await server.asOwner(`select subject, body from notices where kind = 'alert' and member_id = '${memberId}'`)
  expect(rung).toEqual([{ subject: 'Ffion Rees', body: 'Seren has been sold or moved on, Fri 20 Nov, to Huw Bevan' }])
  const answered = await answer(first, { outcome: 'done' })
  expect(answered.json<OwnerAsk>()).toMatchObject({ ...sold, words: null, outcome: 'done', seenBy: memberId })
  expect(await asksOf(clientId, '&unseen=true')).toEqual([])
  expect(await ask(sold)).not.toBe(first)
  expect(await asksOf(clientId)).toHaveLength(2)
  expect((await server.other.get(`/api/owner-asks?clientId=${clientId}`)).json()).toEqual([])
  expect((await server.other.put(`/api/owner-asks/${first}`, { outcome: 'done' })).statusCode).toBe(404)
})

test('a person who requests access sees nothing until the farrier answers who it is, and nothing more once that is undone', async () => {
  const clientId = await made('/api/clients', { name: 'Nia Pugh' })
  await made('/api/horses', { name: 'Mellt', clientId })
  const personId = uuidv7()
  await server.asOwner(`insert into directory.people (id, email) values ('${personId}', null)`)
  await server.asOwner(`insert into client_access (practice_id, client_id, person_id, since, proven_how)
    values ('${server.gareth.practiceId}', '${clientId}', '${personId}', clock_now(), 'address')`)
  const id = await ask({ clientId, personId, kind: 'access', facts: { email: 'nia@example.com' } })
  expect(await horsesSeenBy(personId)).toEqual([])
  expect(
    (await (await server.gareth.addMember('Apprentice', 'apprentice')).put(`/api/owner-asks/${id}`, { outcome: 'done' })).statusCode,
  ).toBe(403)
  await answer(id, { outcome: 'done' })
  expect(await horsesSeenBy(personId)).toEqual(['Mellt'])
  await answer(id, { outcome: 'done' })
  await answer(id, { outcome: null })
  expect(await horsesSeenBy(personId)).toEqual([])
  await answer(id, { outcome: 'done' })
  expect(await horsesSeenBy(personId)).toEqual(['Mellt'])
  await answer(id, { outcome: 'declined' })
  expect(await horsesSeenBy(personId)).toEqual([])
})

test('an owner who makes request after request is stopped, and a wrong answer is refused', async () => {
  const clientId = await made('/api/clients', { name: 'Elin Huws' })
  for (let turn = 0; turn < 20; turn++) await ask({ clientId, personId: null, kind: 'details', facts: { address: `${turn} High Street` } })
  await expect(ask({ clientId, personId: null, kind: 'details', facts: { address: 'Elsewhere' } })).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  const [last] = await asksOf(clientId)
  expect((await answer(last?.id ?? '', { outcome: 'perhaps' })).statusCode).toBe(400)
  expect((await answer(uuidv7(), { outcome: 'done' })).statusCode).toBe(404)
})
