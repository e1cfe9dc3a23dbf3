import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetWordsOfAll } from '#features/office/erasure/server/forgetting.ts'
import { withWordsToForget } from '#features/office/erasure/server/queries.ts'
import { addOwnerAsk } from '#features/records/guests/server/asks.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const someId = 'gen_random_uuid()'
const long = `clock_now() - interval '3660 days'`
const ids = (count: number) => Array(count).fill(someId).join(', ')

/** Rows past their time, each of one kind; what they name need not be there. */
const OLD = {
  messages: `(practice_id, id, thread_id, client_id, sender_type, via, content, sent_at, rev, seq)
    values ($practice, ${ids(3)}, 'client', 'sms', 'Words', ${long}, 1, 1)`,
  threads: `(practice_id, id, client_id, subject, last_message_at, rev, seq) values ($practice, ${ids(2)}, 'Words', ${long}, 1, 1)`,
  visit_answers: `(practice_id, id, appointment_id, client_id, kind, visit_start, said_at, rev, seq)
    values ($practice, ${ids(3)}, 'confirmed', ${long}, ${long}, 1, 1)`,
  slot_offers: `(practice_id, id, gap_id, client_id, member_id, on_day, local_start, local_end, zone, starts_at, ends_at, horses, expires_at,
      state, state_at, asked_by, rev, seq)
    values ($practice, ${ids(4)}, '2010-01-05', '09:00', '10:00', 'Europe/London', ${long}, clock_now(), '[]', ${long}, 'gone', ${long}, ${someId}, 1, 1)`,
  notices: `(practice_id, id, event_id, kind, client_id, channel, address, body, state, created_at, state_at)
    values ($practice, ${ids(2)}, 'alert', ${someId}, 'sms', '', '', 'sent', ${long}, ${long})`,
  guest_log: `(practice_id, id, person_id, client_id, what, subject_id, hour, at) values ($practice, ${ids(3)}, 'home', ${someId}, ${long}, ${long})`,
  client_access: `(practice_id, client_id, person_id, since, until) values ($practice, ${ids(2)}, ${long}, ${long})`,
  yard_access: `(practice_id, yard_id, person_id, since, until) values ($practice, ${ids(2)}, ${long}, ${long})`,
  horse_grants: `(practice_id, id, horse_id, client_id, person_id, role, from_at, ended_at)
    values ($practice, ${ids(4)}, 'sharer', ${long}, ${long})`,
  owner_asks: `(practice_id, id, client_id, kind, asked_at, seen_at, seen_by, rev, seq)
    values ($practice, ${ids(2)}, 'details', ${long}, ${long}, ${someId}, 1, 1)`,
  portal_invites: `(practice_id, id, client_id, how, made_at, dies_at) values ($practice, ${ids(2)}, 'sms', ${long}, ${long})`,
  horse_shares: `(practice_id, id, horse_id, client_id, person_id, to_name, purpose, parts, photo_ids, made_at, until_at)
    values ($practice, ${ids(4)}, 'Tom Pugh', 'sale', '{}', '{}', ${long}, ${long})`,
  exports: `(practice_id, id, kind, state, store_key, dies_at) values ($practice, ${someId}, 'practice', 'done', 'key', ${long})`,
  erasures: `(practice_id, id, client_id) values ($practice, ${ids(2)})`,
}

const found = () =>
  server.db.withDirectory(async (tx) => {
    const among = withWordsToForget([server.gareth.practiceId, server.other.practiceId])
    return (await sql<{ id: string }>`select id from ${among} as id`.execute(tx)).rows.map(({ id }) => id)
  })

test.each(Object.entries(OLD))('a practice with %s past their time is found, and no other', async (table, row) => {
  expect(await found()).toEqual([])
  const text = `insert into ${table} ${row}`.replace('$practice', `'${server.other.practiceId}'`)
  await server.asOwner(`begin; set local session_replication_role = replica; ${text}; commit`)
  expect(await found()).toEqual([server.other.practiceId])
  await server.asOwner(`delete from ${table}`)
})

test('a link to a horse goes once it has been over for as long as openings are kept, and not before', async () => {
  const { gareth } = server
  const clientId = (await gareth.post('/api/clients', { name: 'Ffion Rees' })).json<{ id: string }>().id
  const horseId = (await gareth.post('/api/horses', { name: 'Seren', clientId })).json<{ id: string }>().id
  await server.asOwner(`insert into horse_shares
    (practice_id, id, horse_id, client_id, person_id, to_name, purpose, parts, photo_ids, made_at, until_at, ended_at)
    select '${gareth.practiceId}', ${someId}, '${horseId}', '${clientId}', ${someId}, name, 'sale', '{}', '{}', made_at, made_at, ended_at
    from (values ('over', ${long}, null), ('ended', clock_now(), ${long}), ('young', clock_now(), null)) t (name, made_at, ended_at)`)
  await forgetWordsOfAll(server.db, 'http://localhost:3000').handle({})
  expect(await server.asOwner('select to_name from horse_shares')).toEqual([{ to_name: 'young' }])
})

test('an owner’s request goes once it was seen to and its time is over, with invitations; what waits, and what is new, stays', async () => {
  const { gareth } = server
  const clientId = (await gareth.post('/api/clients', { name: 'Ffion Rees' })).json<{ id: string }>().id
  const ask = (name: string) =>
    gareth.inPractice((tx, actor) => addOwnerAsk(tx, actor, { clientId, personId: uuidv7(), kind: 'details', facts: { name } }))
  const [old, waits, young] = [await ask('Ffion Old'), await ask('Ffion Waits'), await ask('Ffion Young')]
  for (const id of [old, young]) await gareth.put(`/api/owner-asks/${id}`, { seenAt: currentTime().toISOString(), outcome: 'done' })
  await server.asOwner(`update owner_asks set asked_at = ${long} where id in ('${old}', '${waits}');
    insert into portal_invites (practice_id, id, client_id, how, made_at, dies_at) select '${gareth.practiceId}', ${someId}, '${clientId}', 'sms', at, at
    from (values (${long}), (clock_now())) t (at)`)
  await forgetWordsOfAll(server.db, 'http://localhost:3000').handle({})
  const asks = await server.asOwner(
    'select id, facts, person_id is null as is_nobodys, deleted_at is not null as is_gone from owner_asks order by id',
  )
  expect(asks).toEqual([
    { id: old, facts: {}, is_nobodys: true, is_gone: true },
    { id: waits, facts: { name: 'Ffion Waits' }, is_nobodys: false, is_gone: false },
    { id: young, facts: { name: 'Ffion Young' }, is_nobodys: false, is_gone: false },
  ])
  expect(await server.asOwner(`select made_at > clock_now() - interval '1 day' as is_new from portal_invites`)).toEqual([{ is_new: true }])
})
