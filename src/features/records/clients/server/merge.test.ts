import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#features/records/clients/contract.ts'
import { namingClients } from '#features/records/clients/server/merge-queries.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addQueueLink } from '#platform/server/links.ts'
import { addAnswer, agreeToOffers } from '#testing/answers.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const TRIM = uuidv7()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  await server.asOwner(`insert into price_items (practice_id, id, service_type, label, unit_pence, rev, seq)
    values ('${server.gareth.practiceId}', '${TRIM}', 'Trim', 'Trim', 3500, 1, 1)`)
})
afterAll(() => server.stop())

const post = async <T = { id: string }>(url: string, body: object): Promise<T> => {
  const answer = await server.gareth.post(url, body)
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`)
  return answer.json<T>()
}
const agree = (body: object) => server.gareth.put('/api/price-overrides', body)
const client = (name: string, more: object = {}) => post<Client>('/api/clients', { name, ...more })
const merge = (keptId: string, otherId: string, more: object = {}) =>
  server.gareth.post(`/api/clients/${keptId}/merge`, { otherId, fields: {}, ...more })
const undo = (activityId: string) => server.gareth.post(`/api/activity/${activityId}/undo`)

const tables = () => [
  ...namingClients().map(([table]) => table),
  'sms_preferences',
  'price_overrides',
  'horse_owners',
  'client_access',
  'horse_grants',
  'portal_invites',
  'horse_shares',
  'notices',
  'directory.links',
]
/** A planned reminder gets a new row when it is planned again. */
const AS_PLANNED = `- case when '$table' = 'notices' and to_jsonb(t) @> '{"heeds_quiet": true}' then array['id', 'created_at', 'state_at'] else '{}' end`
/** Every row of the practice in those tables; what counts changes is left out, and so are default text preferences that equal a missing row. */
async function everything(): Promise<string[]> {
  const rows = await server.asOwner(
    tables()
      .map(
        (
          table,
        ) => `select '${table} ' || (to_jsonb(t) - 'rev' - 'seq' - 'fw' ${AS_PLANNED.replace('$table', table)})::text as row from ${table} t
        where practice_id = '${server.gareth.practiceId}' and not coalesce(to_jsonb(t) @> '{"unit_pence": null}', false)`,
      )
      .join(' union all '),
  )
  return rows.map((each) => String(each.row)).sort()
}

/** Two clients with something in every place where a client is named; `seed` chooses what. */
async function twoOfEverything(seed: { both: boolean; stopped: boolean; wishes: 'kept' | 'other' | 'both' | 'none' }) {
  const kept = await client('Sarah Penrose', { phone: '07700 900118', tags: ['mornings'] })
  const other = await client('S Penrose', { phone: '07700 900118', notes: 'Dogs loose', tags: ['dogs'], lat: 52.2, lng: -2.8 })
  const third = await client('Tom Haddon', { payerClientId: other.id })
  if (seed.both) await server.gareth.put(`/api/clients/${kept.id}`, { payerClientId: other.id })
  const yard = await post('/api/yards', { name: 'Hollybush', contactClientId: other.id, payerClientId: other.id })
  const horse = await post('/api/horses', { name: 'Merlin', clientId: other.id, yardId: yard.id })
  await post('/api/horses', { name: 'Biscuit', clientId: third.id, payerClientId: other.id })
  const sold = await post('/api/horses', { name: 'Sold on', clientId: other.id })
  await server.gareth.put(`/api/horses/${sold.id}`, { clientId: third.id })
  if (seed.both) {
    const between = await post('/api/horses', { name: 'Went between', clientId: other.id })
    await server.gareth.put(`/api/horses/${between.id}`, { clientId: kept.id })
  }
  const visit = { startTime: '2098-01-04T09:00:00Z', endTime: '2098-01-04T10:00:00Z', title: 'Trim', clientId: other.id, horseId: horse.id }
  await post('/api/tasks', { title: 'Ring about passports', clientId: other.id })
  const thread = await post('/api/messages/threads', { clientId: other.id, subject: 'Passports' })
  await post('/api/messages', { threadId: thread.id, content: 'Have you found them?' })
  await post('/api/terms-acceptance', { clientId: other.id, acceptanceMethod: 'verbal' })
  await post('/api/gdpr-requests', { clientId: other.id, requestType: 'data_access' })
  await agreeToOffers(server.gareth, other.id)
  const offer = {
    clientId: other.id,
    horses: [{ horseId: horse.id, plannedWork: null }],
    startTime: '14:00',
    endTime: '15:00',
    yardId: null,
  }
  await post('/api/slot-offers', { memberId: server.gareth.memberId, onDay: '2098-01-05', offers: [offer] })
  if (seed.stopped) await server.asOwner(`update clients set stopped_at = '2026-10-01T08:00:00Z' where id = '${other.id}'`)
  await post('/api/appointments', visit)
  const done = await post('/api/appointments', { ...visit, startTime: '2026-01-05T09:00:00Z', endTime: '2026-01-05T10:00:00Z' })
  await server.gareth.put(`/api/appointments/${done.id}/complete-call`)
  await addAnswer(server.gareth, { appointmentId: done.id, clientId: other.id })
  await post('/api/charges', { clientId: third.id, payerClientId: other.id, description: 'Studs', unitPence: 500 })
  await post('/api/invoices', { payerClientId: other.id, ownerId: third.id })
  await post('/api/payments', { payerClientId: other.id, amountPence: 200, method: 'cash' })
  if (seed.wishes === 'other' || seed.wishes === 'both')
    await server.gareth.put(`/api/clients/${other.id}/sms-preferences`, { reminderHours: 12 })
  if (seed.wishes === 'kept' || seed.wishes === 'both')
    await server.gareth.put(`/api/clients/${kept.id}/sms-preferences`, { reminderHours: 72 })
  await server.asOwner(`insert into notices (practice_id, id, event_id, kind, client_id, channel, address, body, state)
    select '${server.gareth.practiceId}', gen_random_uuid(), e.id, 'reminder', '${other.id}', 'sms', '+447700900118', 'Hello', 'simulated'
    from (values ('${uuidv7()}'::uuid)) e(id)`)
  await server.asOwner(
    `insert into client_access values ('${server.gareth.practiceId}', '${other.id}', '${uuidv7()}', '2026-03-01T10:00:00.123456Z')`,
  )
  await server.asOwner(`insert into horse_grants (practice_id, id, horse_id, client_id, person_id, role, from_at)
    values ('${server.gareth.practiceId}', '${uuidv7()}', '${horse.id}', '${other.id}', '${uuidv7()}', 'sharer', '2026-03-01T10:00:00Z')`)
  await server.asOwner(`insert into portal_invites (practice_id, id, client_id, how, role, to_name, to_address, made_at, dies_at)
    values ('${server.gareth.practiceId}', '${uuidv7()}', '${other.id}', 'email', 'helper', 'Non', 'non@example.com', clock_now(), clock_now() + '1 day')`)
  await server.asOwner(`insert into horse_shares
    (practice_id, id, horse_id, client_id, person_id, to_name, purpose, parts, photo_ids, made_at, until_at)
    values ('${server.gareth.practiceId}', '${uuidv7()}', '${horse.id}', '${other.id}', '${uuidv7()}', 'Tom Pugh', 'sale', '{}', '{}',
      clock_now(), clock_now() + interval '14 days')`)
  await server.asOwner(`insert into care_consents
    (practice_id, id, client_id, role, horse_ids, to_name, to_address, until_on, words, asked_at, asked_member)
    values ('${server.gareth.practiceId}', '${uuidv7()}', '${other.id}', 'vet', '{${horse.id}}', 'Mia Bevan', 'mia@vets.example', '2098-01-01',
      'Mia may look', clock_now(), '${server.gareth.memberId}')`)
  await agree({ priceItemId: TRIM, clientId: other.id, unitPence: 4100 })
  if (seed.both) await agree({ priceItemId: TRIM, clientId: kept.id, unitPence: 3900 })
  await server.gareth.inPractice((tx, actor) => addQueueLink(tx, actor, other.id, '2098-01-04'))
  return { kept, other, third, yard, horse, visitId: done.id }
}

test('every column that names a client is moved when two are merged', async () => {
  const keys = await server.asOwner(`select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.confrelid = 'public.clients'::regclass`)
  const moved = namingClients().flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  const apart = [
    'sms_preferences.client_id',
    'price_overrides.client_id',
    'client_access.client_id',
    'horse_grants.client_id',
    'horse_owners.client_id',
    'notices.client_id',
    // Of others who are invited. Those of the client themselves stay with the record that is merged.
    'portal_invites.client_id',
    // Those of a merged record stay with it; erasing the kept one finds them.
    'exports.client_id',
    'owner_calendars.client_id',
    'guest_log.client_id',
    'care_consents.client_id',
    'horse_shares.client_id',
    'erasures.client_id',
  ]
  expect([...moved, ...apart].sort()).toEqual(keys.map((key) => `${key.table}.${key.column}`).sort())
})

test('the kept client has everything of the other, as chosen, and the other is gone', async () => {
  const { kept, other, yard, horse, visitId } = await twoOfEverything({ both: false, stopped: true, wishes: 'other' })
  const before = (await server.gareth.get(`/api/appointments/${visitId}`)).json()
  const fields = { name: 'Sarah Penrose', notes: 'Dogs loose', tags: ['mornings', 'dogs'], lat: 52.2, lng: -2.8, positionSource: 'pin' }
  const answer = await merge(kept.id, other.id, { fields, textsOf: 'other' })
  expect(answer.json()).toMatchObject({ client: { id: kept.id, ...fields, stoppedAt: '2026-10-01T08:00:00.000Z' } })
  expect((await server.gareth.get(`/api/clients/${other.id}`)).statusCode).toBe(404)
  expect((await server.gareth.get(`/api/horses/${horse.id}`)).json()).toMatchObject({
    clientId: kept.id,
    client: { name: 'Sarah Penrose' },
  })
  expect((await server.gareth.get(`/api/yards/${yard.id}`)).json()).toMatchObject({ contactClientId: kept.id, payerClientId: kept.id })
  expect((await server.gareth.get(`/api/clients/${kept.id}/sms-preferences`)).json()).toMatchObject({ reminderHours: 12 })
  const still = (await everything()).filter(
    (row) => row.includes(other.id) && !row.startsWith('clients ') && !row.startsWith('sms_preferences '),
  )
  expect(still).toEqual([])
  const after = (await server.gareth.get(`/api/appointments/${visitId}`)).json()
  expect(after).toEqual({
    ...before,
    clientId: kept.id,
    horses: before.horses.map((line: object) => ({ ...line, clientId: kept.id, payerClientId: kept.id })),
  })
})

test('a merge is one line in the journal, and devices learn of all of it', async () => {
  const { kept, other } = await twoOfEverything({ both: false, stopped: false, wishes: 'other' })
  const device = server.gareth.device()
  let { cursor, more } = (await device.pull()) as { cursor: number; more: boolean }
  while (more) ({ cursor, more } = (await device.pull(cursor)) as { cursor: number; more: boolean })
  const count = async () => Number((await server.asOwner('select count(*)::int as n from activity'))[0]?.n)
  const before = await count()
  await merge(kept.id, other.id, { fields: { notes: 'x' }, textsOf: 'other' })
  expect((await count()) - before).toBe(1)
  const { rows } = (await device.pull(cursor)) as { rows: { entity: string; id: string; deleted: boolean }[] }
  expect(rows.find((row) => row.id === other.id)).toMatchObject({ deleted: true })
  expect(new Set(rows.map((row) => row.entity))).toEqual(
    new Set([
      'clients',
      'yards',
      'horses',
      'appointments',
      'visit_horses',
      'tasks',
      'threads',
      'messages',
      'rights_requests',
      'visit_answers',
      'slot_offers',
      'terms_acceptances',
      'price_overrides',
      'sms_preferences',
      'charges',
      'invoices',
      'payments',
    ]),
  )
})

test('undo makes two of one again, every row as it was', () =>
  fc.assert(
    fc.asyncProperty(
      fc.record({
        both: fc.boolean(),
        stopped: fc.boolean(),
        wishes: fc.constantFrom('kept', 'other', 'both' as const, 'none' as const),
      }),
      fc.constantFrom('kept', 'other'),
      async (seed, textsOf) => {
        const { kept, other } = await twoOfEverything(seed as Parameters<typeof twoOfEverything>[0])
        // A client without wishes has the defaults, written or not.
        await server.gareth.put(`/api/clients/${kept.id}/sms-preferences`, {})
        const before = await everything()
        const answer = await merge(kept.id, other.id, { fields: { name: 'Sarah P', notes: 'Dogs', phone: '07700 900204' }, textsOf })
        expect(answer.statusCode).toBe(200)
        expect(await everything()).not.toEqual(before)
        expect((await undo(answer.json().activityId)).statusCode).toBeLessThan(300)
        expect(await everything()).toEqual(before)
      },
    ),
    { numRuns: 6 },
  ))

test('what came to the kept client since stays there when the merge is undone', async () => {
  const { kept, other, horse } = await twoOfEverything({ both: false, stopped: false, wishes: 'none' })
  const { activityId } = (await merge(kept.id, other.id)).json()
  const later = await post('/api/horses', { name: 'Bought later', clientId: kept.id })
  await undo(activityId)
  expect((await server.gareth.get(`/api/horses/${later.id}`)).json()).toMatchObject({ clientId: kept.id })
  expect((await server.gareth.get(`/api/horses/${horse.id}`)).json()).toMatchObject({ clientId: other.id, client: { name: 'S Penrose' } })
  expect((await undo(activityId)).json()).toMatchObject({ code: 'undone_already' })
})

test('a merge is not taken apart once what it moved was moved again, or what it wrote was rewritten', async () => {
  const first = await twoOfEverything({ both: false, stopped: false, wishes: 'none' })
  const sold = (await merge(first.kept.id, first.other.id)).json()
  await server.gareth.put(`/api/horses/${first.horse.id}`, { clientId: first.third.id })
  const refused = await undo(sold.activityId)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'changed_since', message: expect.stringContaining("can't be undone on its own") })
  const second = await twoOfEverything({ both: false, stopped: false, wishes: 'none' })
  const written = (await merge(second.kept.id, second.other.id, { fields: { notes: 'chosen' } })).json()
  await server.gareth.put(`/api/clients/${second.kept.id}`, { notes: 'rewritten' })
  expect((await undo(written.activityId)).statusCode).toBe(409)
  expect((await server.gareth.get(`/api/clients/${second.other.id}`)).statusCode).toBe(404)
})

test('no client is merged with themself, with one of another practice, or while a text to them is being sent', async () => {
  const [kept, other] = [await client('A'), await client('B', { phone: '07700 900118' })]
  expect((await merge(kept.id, kept.id)).json()).toMatchObject({ code: 'same_client' })
  const theirs = (await server.other.post('/api/clients', { name: 'Theirs' })).json<Client>()
  expect((await merge(kept.id, theirs.id)).statusCode).toBe(404)
  expect((await server.other.post(`/api/clients/${kept.id}/merge`, { otherId: other.id, fields: {} })).statusCode).toBe(404)
  const anonymous = await server.app.inject({
    method: 'POST',
    url: `/api/clients/${kept.id}/merge`,
    payload: { otherId: other.id, fields: {} },
  })
  expect(anonymous.statusCode).toBe(401)
  expect((await merge(kept.id, other.id, { fields: { name: '' } })).statusCode).toBe(400)
  await server.asOwner(`insert into notices (practice_id, id, event_id, kind, client_id, channel, address, body, state)
    values ('${server.gareth.practiceId}', gen_random_uuid(), gen_random_uuid(), 'moved', '${other.id}', 'sms', '+447700900118', 'Hi', 'held')`)
  expect((await merge(kept.id, other.id)).json()).toMatchObject({ code: 'text_is_leaving' })
})

test('the journal names a merge and offers to undo it', async () => {
  const { kept, other } = await twoOfEverything({ both: false, stopped: false, wishes: 'none' })
  const { activityId } = (await merge(kept.id, other.id)).json()
  const items = (await server.gareth.get('/api/dashboard/activity?limit=5')).json<{ id: string }[]>()
  expect(items.find((item) => item.id === activityId)).toMatchObject({
    title: 'Merged Sarah Penrose',
    description: expect.stringContaining('with S Penrose'),
    canUndo: true,
  })
})

test('an apprentice merges no clients and undoes no merge', async () => {
  const { kept, other } = await twoOfEverything({ both: false, stopped: false, wishes: 'none' })
  const apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
  expect((await apprentice.post(`/api/clients/${kept.id}/merge`, { otherId: other.id, fields: {} })).statusCode).toBe(403)
  const { activityId } = (await merge(kept.id, other.id)).json()
  expect((await apprentice.post(`/api/activity/${activityId}/undo`)).statusCode).toBe(403)
})
