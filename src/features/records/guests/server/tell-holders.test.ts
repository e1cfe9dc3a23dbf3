import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { acceptInvite } from '#features/records/guests/server/accepting.ts'
import { type InvitedOther, inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* The owners of the horses are notified of whom the farrier lets in. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const owner = async (name: string, more: object = { phone: '07700 900118' }, yardId?: string) => {
  const clientId = await made('/api/clients', { name, ...more })
  return { clientId, horseId: await made('/api/horses', { name: `${name.split(' ')[0]}’s cob`, clientId, yardId }) }
}
const holderOf = (clientId: string) => makeGuest(server.app, { practice: server.gareth, clientId })

let people = 0
/** A person who has proven an address, and accepts what they are invited to: by the farrier, or by the client themselves. */
async function letIn(asked: Partial<InvitedOther>, { byPerson, as }: { byPerson?: string; as?: string } = {}) {
  const to = `non${++people}@example.com`
  const personId = as ?? (await makeGuest(server.app)).personId
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'email', address: to }, personId))
  const { inviteId } = await server.gareth.inPractice((tx, actor) =>
    inviteOther(
      tx,
      { ...actor, opId: uuidv7(), ...(byPerson && { memberId: null, byPerson }) },
      {
        ...{ role: 'helper', clientId: null, horseId: null, yardId: null, toName: 'Non Bevan', to, seesMoney: false, mayAnswer: false },
        ...asked,
      },
    ),
  )
  const session = { sessionId: uuidv7(), personId, onlyPractice: null, provedAt: currentTime(), isShared: false }
  const accept = () => acceptInvite(server.app, session, { practiceId: server.gareth.practiceId, inviteId })
  return { personId, accept }
}
const told = async (clientId: string) =>
  (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>().filter(({ kind }) => kind === 'let_in')

test('a client is notified by their preferred channel of a helper the farrier let in, once they are in, with where to end it', async () => {
  const { clientId } = await owner('Sarah Penrose', { phone: '07700 900118', email: 'sarah@example.com', preferredChannel: 'email' })
  await holderOf(clientId)
  const { accept } = await letIn({ clientId, seesMoney: true })
  expect(await told(clientId)).toEqual([])
  await accept()
  const [mail, ...more] = await told(clientId)
  expect([mail?.channel, mail?.address, mail?.purpose, more.length]).toEqual(['email', 'sarah@example.com', 'service', 0])
  expect(mail?.body).toMatch(
    /^Hi Sarah, Non Bevan can now see your horses, visits and bills\. .*\nEnd it: \S+\/my\/sharing\nGareth Probert Farriery$/s,
  )
  await expect(accept()).rejects.toMatchObject({ code: 'not_found' })
  expect(await told(clientId)).toHaveLength(1)
})

test('of a sharer it names the horse; who is not in the portal is given no link that opens nothing, and the farrier’s own words are used', async () => {
  const { clientId, horseId } = await owner('Huw Rees')
  await server.gareth.put('/api/settings', { wording: { let_in: '{name}: {who} sees {sees}.\nEnd: {link}\n{practice}' } })
  await (await letIn({ role: 'sharer', clientId, horseId })).accept()
  await server.gareth.put('/api/settings', { wording: {} })
  expect(await told(clientId)).toMatchObject([{ channel: 'sms', body: "Huw: Non Bevan sees Huw's cob.\nGareth Probert Farriery" }])
})

test('whom a client lets in themselves they are not notified of', async () => {
  const { clientId, horseId } = await owner('Nia Rees')
  const { personId: byPerson } = await holderOf(clientId)
  await (await letIn({ clientId }, { byPerson })).accept()
  await (await letIn({ role: 'sharer', clientId, horseId }, { byPerson })).accept()
  expect(await told(clientId)).toEqual([])
})

test('an owner who can’t be reached or wants no texts is sent none, and no one is kept out by it', async () => {
  const none = await owner('Gwen Rees', {})
  const stopped = await owner('Megan Rees', { phone: '07700 900444' })
  await server.asOwner(`update clients set stopped_at = clock_now() where id = '${stopped.clientId}'`)
  for (const { clientId, horseId } of [none, stopped]) {
    const { accept, personId } = await letIn({ role: 'sharer', clientId, horseId })
    await accept()
    expect(await told(clientId)).toEqual([])
    expect(await server.asOwner(`select 1 as one from horse_grants where person_id = '${personId}'`)).toHaveLength(1)
  }
})

test('a yard’s manager is notified to all whose horses they see there: not who hides theirs, has none there, or is the manager', async () => {
  const yardId = await made('/api/yards', { name: 'Hollybush' })
  const [ffion, hides, theirs] = [
    await owner('Ffion Rees', {}, yardId),
    await owner('Dai Rees', undefined, yardId),
    await owner('Non Bevan', undefined, yardId),
  ]
  const elsewhere = await owner('Eleri Rees')
  const visits = await owner('Owen Rees', { phone: '07700 900222' })
  await server.gareth.put(`/api/clients/${ffion.clientId}`, { phone: '07700 900333' })
  await holderOf(ffion.clientId)
  await server.asOwner(`update clients set hides_from_yard = true where id = '${hides.clientId}'`)
  const onDay = currentTime().toISOString().replace(/T.*/, '')
  const visit = { isCallOnly: true, callNumber: 1, callPeriod: 'PM', onDay, title: 'Trim', yardId, clientId: visits.clientId }
  await made('/api/appointments', { ...visit, horses: [{ horseId: visits.horseId }] })
  const manager = await holderOf(theirs.clientId)
  const asked = { role: 'yard', yardId, toName: 'Non Bevan' } as const
  await (await letIn(asked, { as: manager.personId })).accept()
  const bodies = async () =>
    Promise.all([ffion, hides, theirs, elsewhere, visits].map(async ({ clientId }) => (await told(clientId)).map(({ body }) => body)))
  const once = await bodies()
  expect(once).toEqual([
    [expect.stringMatching(/^Hi Ffion, Non Bevan can now see when your horses are to be in at Hollybush\. .*\/my\/settings#farriers\n/s)],
    ...[[], [], []],
    [expect.not.stringContaining('/my/')],
  ])
  // Manager already, they come in again: no one is notified twice.
  await (await letIn(asked, { as: manager.personId })).accept()
  expect(await bodies()).toEqual(once)
})
