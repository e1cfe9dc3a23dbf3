import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { endYardAccess, letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Sharers of a horse and managers of a yard write to the farrier, and read the replies there. */

let server: TestServer
let portal: App
beforeAll(async () => {
  server = await startTestServer({ own: true })
  portal = await startPortal(server.app.setup)
})
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const plain = ({ body }: { body: string }) => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const at = (path: string) => `/my/at/${server.gareth.practiceId}${path}`

const ANSWER = 'Rest her until Tuesday, and ring me if she is hot.'
let [clientId, horseId] = ['', '']
let sharer: Awaited<ReturnType<typeof makeGuest>>
const sharerOf = (role: { horseId: string; clientId: string }) => makeGuest(portal, { practice: server.gareth, role: 'sharer', ...role })
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  sharer = await sharerOf({ clientId, horseId })
})
const page = () => at(`/horses/${horseId}`)

/** What waits for the farrier, the last first. */
const waiting = async () => (await server.gareth.get('/api/owner-asks?unseen=true')).json<OwnerAsk[]>()
const answer = (id: string | undefined, reply = ANSWER) => server.gareth.put(`/api/owner-asks/${id}`, { reply })
async function asked(words = 'She is footsore.') {
  expect((await sharer.submit(`${page()}/words`, { words })).statusCode).toBe(303)
  return (await waiting())[0]?.id
}

test('a sharer reads the answer with the horse, where they wrote, and the farrier has it off the list', async () => {
  const id = await asked()
  const answered = await answer(id, `  ${ANSWER} `)
  expect(answered.json()).toMatchObject({ kind: 'words', reply: ANSWER, repliedBy: server.gareth.memberId, seenBy: server.gareth.memberId })
  expect((await waiting()).map((ask) => ask.id)).not.toContain(id)
  expect(plain(await sharer.get(page()))).toMatch(
    /She is footsore\. You, \w+ \d.*Rest her until Tuesday, and ring me if she is hot\. Your farrier,/,
  )
  const journal = await server.asOwner(`select verb, member_id from activity where entity_id = '${id}' order by at desc limit 1`)
  expect(journal).toEqual([{ verb: 'replied', member_id: server.gareth.memberId }])
})

test('no one else reads it: another sharer of the same horse, its owner, their helper, a sharer of another horse, a member who looks as the owner', async () => {
  const bess = await add('/api/horses', { name: 'Bess', clientId })
  const others = {
    other: await sharerOf({ clientId, horseId }),
    holder: await makeGuest(portal, { practice: server.gareth, clientId }),
    helper: await makeGuest(portal, { practice: server.gareth, clientId, role: 'helper' }),
    ofBess: await sharerOf({ clientId, horseId: bess }),
    stranger: await makeGuest(portal),
  }
  await answer(await asked())
  expect(plain(await sharer.get(page()))).toContain(ANSWER)
  for (const [who, guest] of Object.entries(others))
    for (const url of [page(), '/my', '/my/messages', '/my/data', '/my/sharing'])
      expect((await guest.get(url)).body, `${who} ${url}`).not.toMatch(/footsore|Rest her/)
  const { personId } = others.other
  const read = (eyes: { personId: string } | { asClient: string }) =>
    server.db.withGuest({ practiceId: server.gareth.practiceId, ...eyes }, (tx) => tx.selectFrom('owner_asks').select('reply').execute())
  expect(await read({ personId: sharer.personId })).toEqual([{ reply: ANSWER }])
  expect([await read({ personId }), await read({ asClient: clientId })]).toEqual([[], []])
})

test.each([
  ['it is no longer shared', () => server.gareth.inPractice((tx, actor) => endLooks(tx, actor, { personId: sharer.personId }))],
  ['it is sold', async () => server.gareth.put(`/api/horses/${horseId}`, { clientId: await add('/api/clients', { name: 'Huw Bevan' }) })],
  ['the portal is off for its owner', () => server.gareth.put(`/api/clients/${clientId}`, { portal: false })],
])('once %s a sharer reads their words and the answer no more', async (_, end) => {
  await answer(await asked())
  expect((await sharer.get(page())).body).toContain(ANSWER)
  await end()
  expect((await sharer.get(page())).statusCode).toBe(404)
  const { practiceId } = server.gareth
  const read = server.db.withGuest({ practiceId, personId: sharer.personId }, (tx) => tx.selectFrom('owner_asks').select('id').execute())
  expect(await read).toEqual([])
})

test('the manager of a yard reads the answer on its board, another manager of it does not, and no one does once it ended', async () => {
  const yardId = await add('/api/yards', { name: 'Hollybush' })
  const [manager, other] = [await makeGuest(portal), await makeGuest(portal)]
  for (const { personId } of [manager, other])
    await server.gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId, yardId, toName: 'Non' }))
  const board = at(`/yards/${yardId}`)
  await manager.submit(`${board}/message`, { words: 'The top gate is chained.' })
  const id = (await waiting()).find((ask) => ask.yardId === yardId)?.id
  expect((await answer(id, 'Thanks, I’ll come in by the lane.')).statusCode).toBe(200)
  expect(plain(await manager.get(board))).toMatch(
    /The top gate is chained\. You,.*Thanks, I’ll come in by the lane\. Gareth Probert Farriery,/,
  )
  expect((await other.get(board)).body).not.toMatch(/chained|by the lane/)
  await server.gareth.inPractice((tx) => endYardAccess(tx, { personId: manager.personId, yardId }))
  expect((await manager.get(board)).statusCode).toBe(404)
  const { practiceId } = server.gareth
  const read = server.db.withGuest({ practiceId, personId: manager.personId }, (tx) => tx.selectFrom('owner_asks').select('id').execute())
  expect(await read).toEqual([])
})

test('a client’s question takes no reply, because no one would read it, nor does one without words', async () => {
  await server.asOwner(`insert into owner_asks (practice_id, id, client_id, kind, asked_at, rev, seq)
    values ('${server.gareth.practiceId}', gen_random_uuid(), '${clientId}', 'vet_invite', clock_now(), 1, 1)`)
  const ask = (await waiting()).find(({ kind }) => kind === 'vet_invite')
  const refused = await answer(ask?.id)
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    400,
    expect.stringContaining('Send the client a message'),
  ])
  expect((await answer(await asked(), ' ')).statusCode).toBe(400)
})
