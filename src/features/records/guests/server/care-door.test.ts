import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { addFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  // A practice that has set something.
  await server.gareth.put('/api/settings', { portal: { noticeHours: 24 } })
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const day = (ago: number) => addDays(today, -ago)
const made = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
const asCarer = <T>(work: Parameters<typeof server.db.withGuest<T>>[1]) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, carerId: vet.personId }, work)
const namesOf = (table: string, column: string) =>
  asCarer(async (tx) =>
    (await sql<{ one: string }>`select ${sql.ref(column)} as one from ${sql.table(table)} order by 1`.execute(tx)).rows.map(
      ({ one }) => one,
    ),
  )
const sees = () => namesOf('horses', 'name')

let clientId: string
let horseId: string
let vet: Awaited<ReturnType<typeof makeGuest>>
let consentId: string
beforeEach(async () => {
  clientId = await made('/api/clients', { name: 'Ffion Rees' })
  horseId = await made('/api/horses', { name: 'Seren', clientId })
  const other = await made('/api/horses', { name: 'Mellt', clientId })
  await server.asOwner(`update horse_owners set from_on = '${day(400)}' where client_id = '${clientId}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '${day(400)}', 'toOn', null)] where client_id = '${clientId}'`)
  const { memberId } = server.gareth
  for (const ago of [300, 20])
    await made('/api/work-entries', { horseId, serviceType: 'Trim', workDate: day(ago), description: `${ago} days ago`, memberId })
  await made('/api/work-entries', { horseId: other, serviceType: 'Trim', workDate: day(20), description: 'of another', memberId })
  for (const [name, more] of [
    ['film', `file_type = 'radiograph'`],
    ['shown', 'shown_to_owner = true'],
    ['kept', 'shown_to_owner = false'],
    ['old film', `file_type = 'radiograph', taken_on = '${day(300)}'`],
  ] as const) {
    const { id } = await addFile(server.gareth, { horseId, takenOn: day(10) })
    await server.asOwner(`update attachments set file_name = '${name}', shown_to_owner = false where id = '${id}'`)
    await server.asOwner(`update attachments set ${more} where id = '${id}'`)
  }
  vet = await makeGuest(server.app)
  consentId = (await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId, backToOn: day(60) })).consentId
})

test('a vet sees the one horse from the agreed day on: work, films, and files that its owner is shown; no owner, visit or bill', async () => {
  expect(await sees()).toEqual(['Seren'])
  expect(await namesOf('work_entries', 'description')).toEqual(['20 days ago'])
  expect(await namesOf('attachments', 'file_name')).toEqual(['film', 'shown'])
  for (const table of ['clients', 'visit_horses', 'appointments', 'invoices', 'messages', 'threads', 'yards'])
    expect(await namesOf(table, 'id'), table).toEqual([])
})

test('what they open is noted once an hour, as what they are', async () => {
  for (const _ of [1, 2]) await asCarer((tx) => sql`select note_carer_opening(${uuidv7()}, ${horseId}, 'horse', ${horseId})`.execute(tx))
  const lines = await server.asOwner(`select what, role, client_id, person_id from guest_log where person_id = '${vet.personId}'`)
  expect(lines).toEqual([{ what: 'horse', role: 'vet', client_id: clientId, person_id: vet.personId }])
})

const TO = (set: string) => `update care_consents set ${set} where id = '$consent'`
test.each([
  ['the owner takes it back', TO('taken_back_at = clock_now()')],
  ['it was never agreed', TO('agreed_at = null, agreed_how = null, agreed_member = null')],
  ['the practice was not asked', TO('approved_at = null')],
  ['it was ended', `update horse_grants set ended_at = clock_now() where consent_id = '$consent'`],
  ['its days are over', `update horse_grants set until_at = clock_now() where consent_id = '$consent'`],
  ['the service has ended', `update horse_services set ends_on = clock_now()::date - 1 where horse_id = '$horse'`],
  ['nobody has paid for two weeks', `update horse_services set paid_until = clock_now()::date - 15 where horse_id = '$horse'`],
  ['another service is paid', `update horse_services set service = 'para-professional' where horse_id = '$horse'`],
  ['the horse has died', `update horses set gone_on = clock_now()::date, gone_reason = 'deceased' where id = '$horse'`],
  ['the portal is off for the client', `update clients set portal = false where id = '$client'`],
  ['the practice is off', `update settings set portal = '{"way": "off"}' where practice_id = '$practice'`],
])('nothing is seen where %s', async (_, change) => {
  expect(await sees()).toEqual(['Seren'])
  const ids = { $consent: consentId, $horse: horseId, $client: clientId, $practice: server.gareth.practiceId }
  await server.asOwner(Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(name, id), change))
  expect(await sees()).toEqual([])
  expect(await namesOf('attachments', 'file_name')).toEqual([])
  await server.asOwner(`update settings set portal = '{}' where practice_id = '${server.gareth.practiceId}'`)
})

test('a sale ends it, and buying the horse back does not open it again; an unpaid service stays open for 14 days', async () => {
  await server.asOwner(`update horse_services set paid_until = clock_now()::date - 14 where horse_id = '${horseId}'`)
  expect(await sees()).toEqual(['Seren'])
  const buyer = await made('/api/clients', { name: 'Huw Buyer' })
  for (const [to, on] of [
    [buyer, day(1)],
    [clientId, today],
  ] as const) {
    expect((await server.gareth.put(`/api/horses/${horseId}`, { clientId: to, ownedFrom: on })).statusCode).toBe(200)
    if (to === buyer) expect(await sees()).toEqual([])
  }
  await server.asOwner(`update horse_grants set from_at = from_at - interval '3 days' where horse_id = '${horseId}'`)
  expect(await sees()).toEqual([])
})
