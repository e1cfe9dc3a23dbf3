import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityItem } from '#features/day/round/contract.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { requireGuest } from '#features/records/guests/server/require-guest.ts'
import { uuidv7 } from '#lib/ids.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const client = async (name: string) => (await server.gareth.post('/api/clients', { name })).json<{ id: string }>().id
const refused = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    ({ code }) => code,
  )

test('a guest acts for the clients they are there for, as their role allows, until their access ends', async () => {
  const [clientId, other] = [await client('Ffion Rees'), await client('Huw Bevan')]
  const { practiceId, inPractice } = server.gareth
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  const asks = (who: { personId: string }, act: 'confirm' | 'cancel', of = clientId) =>
    inPractice((tx) => requireGuest(tx, who, act, { clientId: of }))
  expect(await asks(holder, 'cancel')).toEqual({ clientId, role: 'holder', seesMoney: true })
  expect(await asks(helper, 'confirm')).toEqual({ clientId, role: 'helper', seesMoney: false })
  expect(await refused(asks(helper, 'cancel'))).toBe('forbidden')
  for (const notTheirs of [other, practiceId, uuidv7(), 'junk', ''])
    expect(await refused(asks(holder, 'confirm', notTheirs))).toBe('client_not_found')
  const elsewhere = server.app.db.withPractice(server.other.practiceId, (tx) => requireGuest(tx, holder, 'confirm', { clientId }))
  expect(await refused(elsewhere)).toBe('client_not_found')
  await inPractice((tx) => endAccess(tx, { personId: holder.personId, clientId }))
  expect(await refused(asks(holder, 'confirm'))).toBe('client_not_found')
})

test('the journal records that an owner did it, and who, also after their access has ended', async () => {
  const clientId = await client('Mair Owen')
  const { practiceId, inPractice } = server.gareth
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  const helper = await makeGuest(server.app, { practice: server.gareth, clientId, role: 'helper' })
  const practice = await actorOfPractice(server.app.db, practiceId, { origin: 'https://diary.example' })
  for (const byPerson of [holder.personId, helper.personId, uuidv7()])
    await inPractice((tx) =>
      logActivity(tx, { ...practice, byPerson }, { entity: 'clients', entityId: clientId, verb: 'changed', before: null, after: {} }),
    )
  await inPractice((tx) => endAccess(tx, { personId: holder.personId, clientId }))
  const items = (await server.gareth.get('/api/dashboard/activity?limit=4')).json<ActivityItem[]>()
  expect(items.map(({ description }) => description)).toEqual([
    'Owner',
    "Owner's helper (Mair Owen)",
    'Owner (Mair Owen)',
    'by Gareth Probert',
  ])
})
