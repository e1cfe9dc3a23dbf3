import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexAddresses } from '#features/records/guests/server/jobs.ts'
import { endAccess, letIn } from '#features/records/guests/server/let-in.ts'
import { listHolders } from '#features/records/guests/server/list-holders.ts'
import { uuidv7 } from '#lib/ids.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { inPortal } from '#testing/in-portal.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'
import { testHash } from '#testing/vault.ts'

let place: Awaited<ReturnType<typeof makeRestoring>>
beforeAll(async () => {
  place = await makeRestoring()
})
afterAll(() => place.close())

test('a restored backup opens nothing again that was ended since, and brings no code and no index, which is made anew', async () => {
  const database = await place.database()
  const keyedHash = testHash()
  const server = await serveDatabase(database, { dataFolder: place.dataFolder, keyedHash })
  const gareth = await makeFixturePractice(server.app, 'Gareth Probert')
  const email = 'ffion@example.com'
  const clientId = (await gareth.post('/api/clients', { name: 'Ffion Rees', email })).json<{ id: string }>().id
  const [ended, stays, again] = [uuidv7(), uuidv7(), uuidv7()]
  for (const [at, personId] of [ended, stays, again].entries()) {
    await server.db.withDirectory((tx) => tx.insertInto('directory.people').values({ id: personId, email: null }).execute())
    await inPortal(server.app, { personId, email: `${at}@example.com`, phone: `+44770090010${at}` })
    await gareth.inPractice((tx, actor) => letIn(tx, actor, { personId, clientId, how: 'address' }))
  }
  await gareth.inPractice((tx) => endAccess(tx, { personId: again, clientId }))
  await gareth.inPractice((tx, actor) => letIn(tx, actor, { personId: again, clientId, how: 'handed' }))
  const backup = await place.backUp(database)
  await gareth.post(`/api/clients/${clientId}/portal/end`, { personId: ended })
  const undone = gareth.inPractice(async (tx) => {
    await endAccess(tx, { personId: stays, clientId })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await server.stop()

  const into = await place.database()
  expect(await place.restore(backup, into)).toBe(true)
  const open = await place.ask(into, `select person_id from client_access where until is null`)
  expect(open.map(({ person_id }) => person_id).toSorted()).toEqual([stays, again].toSorted())
  const empty = await place.ask(
    into,
    `select (select count(*)::int from directory.asks) as asks, (select count(*)::int from directory.addresses) as addresses,
    (select count(*)::int from directory.tries) as tries, (select count(*)::int from directory.proofs) as proofs, (select count(*)::int from directory.ways) as ways`,
  )
  expect(empty).toEqual([{ asks: 0, addresses: 0, tries: 0, proofs: 3, ways: 3 }])

  const restored = await serveDatabase(into, { keyedHash })
  const holders = (hash = keyedHash) => restored.db.withDirectory((tx) => listHolders(tx, hash, { kind: 'email', address: email }))
  await expect(holders()).rejects.toMatchObject({ code: 'busy' })
  await indexAddresses(restored.db, keyedHash).handle({})
  const hers = [{ practiceId: gareth.practiceId, clientId, toldAt: null }]
  expect(await holders()).toEqual(hers)
  // The key is lost: what it made finds nothing, and goes.
  const other = testHash()
  await expect(holders(other)).rejects.toMatchObject({ code: 'busy' })
  await indexAddresses(restored.db, other).handle({})
  expect(await holders(other)).toEqual(hers)
  expect(await place.ask(into, 'select count(*)::int as lines from directory.addresses')).toEqual([{ lines: 1 }])
  // It is whole, and nothing is done on any other start.
  await place.ask(into, 'delete from directory.addresses')
  await indexAddresses(restored.db, other).handle({})
  expect(await holders(other)).toEqual([])
  await restored.stop()
})
