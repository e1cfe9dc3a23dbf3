import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexAddresses } from '#features/records/guests/server/jobs.ts'
import { comeIn } from '#features/records/guests/server/joining.ts'
import { endAccess, letIn } from '#features/records/guests/server/let-in.ts'
import { letIntoYard } from '#features/records/guests/server/let-into-yard.ts'
import { endLooks, letLook } from '#features/records/guests/server/let-look.ts'
import { listHolders } from '#features/records/guests/server/list-holders.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { makeShare } from '#features/records/guests/server/sharing-horses.ts'
import type { ClientServices } from '#features/records/services/contract.ts'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { beginSeats } from '#features/records/services/server/seats.ts'
import { renewGuestCalendar } from '#features/visits/calendars/server/guest-calendar.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { letCare } from '#testing/care.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { inPortal } from '#testing/in-portal.ts'
import { startPortal } from '#testing/portal.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'
import { testHash } from '#testing/vault.ts'

let place: Awaited<ReturnType<typeof makeRestoring>>
beforeAll(async () => {
  place = await makeRestoring()
})
afterAll(() => place.close())

test('a restored backup opens nothing again that was ended since, and brings no code and no index, which is built again', async () => {
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
  const yardId = (await gareth.post('/api/yards', { name: 'Hollybush' })).json<{ id: string }>().id
  for (const personId of [ended, stays]) await gareth.inPractice((tx, actor) => letIntoYard(tx, actor, { personId, yardId }))
  const [lost, kept] = [await addPasskeyOf(server, stays), await addPasskeyOf(server, stays)]
  const [closed, second] = [uuidv7(), '+447700900150']
  await server.db.withDirectory((tx) => tx.insertInto('directory.people').values({ id: closed, email: null }).execute())
  await inPortal(server.app, { personId: closed, email: 'closed@example.com', phone: '+447700900151' })
  await addPasskeyOf(server, closed)
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'phone', address: second }, stays))
  const handed = async () =>
    (await gareth.post(`/api/clients/${clientId}/portal/invite`, { how: 'handed' })).json<{ link: string }>().link.split('/').at(-1) ?? ''
  const [used] = [await handed(), await handed()]
  for (const personId of [stays, again]) await renewGuestCalendar({ db: server.db, keyedHash, dataFolder: place.dataFolder }, personId)
  const horseId = (await gareth.post('/api/horses', { name: 'Seren', clientId })).json<{ id: string }>().id
  const shared = (personId: string) =>
    gareth.inPractice(async (tx, actor) => {
      const chosen = { parts: { work: true, findings: false }, photoIds: [], fromOn: null, days: 14 }
      const link = { id: uuidv7(), horseId, clientId, personId, toName: 'Tom Pugh', purpose: 'sale' as const }
      return (await makeShare(tx, actor, { ...link, ...chosen })).share.id
    })
  const look = (personId: string) =>
    gareth.inPractice((tx, actor) =>
      letLook(tx, actor, { ...{ personId, horseId, clientId, mayAnswer: false, toName: 'Non' }, byPerson: null, byMember: actor.memberId }),
    )
  for (const personId of [ended, stays, again]) await look(personId)
  const shares = { ended: await shared(stays), ofEnded: await shared(ended), open: await shared(stays) }
  const services = ['vet-integration', 'para-professional'] as const
  for (const service of services) {
    const wanted = {
      practiceId: gareth.practiceId,
      horseIds: [horseId],
      service,
      personId: stays,
      today: dayOf(currentTime(), 'Europe/London'),
    }
    await server.db.withDirectory((tx) => beginSeats(tx, wanted))
  }
  await carrySeats({ db: server.db, origin: '' }, gareth.practiceId)
  const looksAfter = { clientId, horseIds: [horseId], personId: stays }
  const cared = [await letCare(gareth, { ...looksAfter, role: 'para-professional' }), await letCare(gareth, looksAfter)]
  const backup = await place.backUp(database)
  expect(await comeIn({ db: server.db, origin: '' }, used ?? '', { personId: undefined, userAgent: 'test' })).toEqual(expect.any(String))
  const cookies = await signedIn(server, stays)
  expect((await server.app.inject({ method: 'DELETE', url: `/api/my/passkeys/${lost}`, cookies })).statusCode).toBe(204)
  const portal = await startPortal(server.app.setup)
  await inSettings(portal, cookies, '/my/settings/addresses/remove', { address: second })
  await inSettings(portal, await signedIn(server, closed), '/my/data/close', { sure: 'yes' })
  await portal.close()
  // Ended, or with a new address: the old one opens nothing in a backup either.
  await renewGuestCalendar({ db: server.db, keyedHash, dataFolder: place.dataFolder }, stays)
  await gareth.post(`/api/clients/${clientId}/portal/end`, { personId: ended })
  await gareth.post(`/api/yards/${yardId}/portal/end`, { personId: ended })
  await gareth.post(`/api/shares/${shares.ended}/end`)
  for (const personId of [ended, again]) await gareth.inPractice((tx, actor) => endLooks(tx, actor, { personId }))
  // Let in again after that: another look, which the backup does not know.
  await look(again)
  expect((await gareth.post(`/api/grants/${cared[0]?.consentId}/end`)).statusCode).toBe(200)
  const { has } = (await gareth.get('/api/services')).json<ClientServices>()
  await gareth.post(`/api/services/${has.find(({ service }) => service === 'vet-integration')?.id}/end`)
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
  expect(await place.ask(into, 'select person_id from yard_access where until is null')).toEqual([{ person_id: stays }])
  expect(await place.ask(into, 'select count(*)::int as live from portal_invites where ended_at is null and used_at is null')).toEqual([
    { live: 1 },
  ])
  expect(await place.ask(into, 'select person_id from horse_grants where ended_at is null and consent_id is null')).toEqual([
    { person_id: stays },
  ])
  expect(
    await place.ask(into, 'select consent_id as "consentId" from horse_grants where ended_at is null and consent_id is not null'),
  ).toEqual([{ consentId: cared[1]?.consentId }])
  // What was withdrawn stays withdrawn, and lets no one in again either.
  expect(await place.ask(into, 'select id from care_consents where taken_back_at is null')).toEqual([{ id: cared[1]?.consentId }])
  expect(await place.ask(into, 'select id from horse_shares where ended_at is null')).toEqual([{ id: shares.open }])
  expect(await place.ask(into, 'select service from horse_services where ends_on is null')).toEqual([{ service: 'para-professional' }])
  // What was removed since, a passkey or an address, proves nothing; nor does what a closed account had.
  const passkeys = (await place.ask(into, 'select credential_id as id from directory.passkeys')).map(({ id }) => id)
  expect(passkeys.toSorted()).toEqual([kept, ended, stays, again].toSorted())
  expect(await place.ask(into, 'select person_id from directory.calendars')).toEqual([{ person_id: again }])
  const proofs = await place.ask(into, 'select address from directory.proofs order by address')
  expect(proofs.map(({ address }) => address)).toEqual([0, 1, 2].map((at) => `${at}@example.com`))
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

type Server = Awaited<ReturnType<typeof serveDatabase>>

/** A passkey of theirs, as the directory keeps it. */
async function addPasskeyOf({ db }: Server, person_id: string): Promise<string> {
  const credential_id = uuidv7()
  const key = { public_key: Buffer.from('key'), counter: 0, transports: [], is_backed_up: false, name: 'a phone' }
  await db.withDirectory((tx) =>
    tx
      .insertInto('directory.passkeys')
      .values({ credential_id, person_id, ...key, made_at: currentTime(), used_at: null })
      .execute(),
  )
  return credential_id
}

async function signedIn({ app, db }: Server, personId: string) {
  const who = { personId, onlyPractice: null, isShared: false, userAgent: 'test' }
  return { [guestCookie(app)]: await db.withDirectory((tx) => openGuestSession(tx, who)) }
}

async function inSettings(app: App, cookies: Record<string, string>, url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url, cookies, headers, payload: new URLSearchParams(fields).toString() })
  expect(answer.statusCode, answer.body).toBe(303)
}
