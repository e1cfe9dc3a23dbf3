import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#testing/files.ts'
import { columnsRead, type Door, GUEST_CALLS, GUEST_READS, openDoor, rowsSeen, usedByGuest, writesAllowed } from '#testing/guest-door.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let door: Door
let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  server = await startTestServer({ own: true })
  door = await openDoor(server.owner)
  world = await makeWorld()
})
afterAll(async () => {
  await door.close()
  await server.stop()
})

/**
 * Ffion owns Seren and Taran, and Huw owns Mabli, at one yard, where one visit is for all of them; Olwen's practice has a client of its own. What is
 * Ffion's is listed in the tests by these names.
 */
async function makeWorld() {
  const { gareth, other } = server
  const names = new Map<string, string>([
    [gareth.memberId, 'Gareth'],
    [other.memberId, 'Olwen'],
  ])
  const make = async (name: string, path: string, body: object, practice = gareth) => {
    const answer = await practice.post(path, body)
    if (answer.statusCode > 201) throw new Error(`${path}: ${answer.body}`)
    const { id } = answer.json<{ id: string }>()
    names.set(id, name)
    return id
  }
  const today = dayOf(currentTime(), 'Europe/London')
  const [before, tomorrow] = [addDays(today, -40), addDays(today, 1)]
  const yard = await make('Hollybush', '/api/yards', { name: 'Hollybush' })
  await make('Elsewhere', '/api/yards', { name: 'Elsewhere' })
  const [ffion, huw] = [await make('Ffion', '/api/clients', { name: 'Ffion' }), await make('Huw', '/api/clients', { name: 'Huw' })]
  const horse = (name: string, clientId: string) => make(name, '/api/horses', { name, clientId, yardId: yard })
  const horses = { seren: await horse('Seren', ffion), taran: await horse('Taran', ffion), mabli: await horse('Mabli', huw) }
  for (const [name, horseId] of Object.entries(horses)) {
    const work = { horseId, serviceType: 'Trim', workDate: before }
    await make(`work on ${name}`, '/api/work-entries', work)
    for (const shownToOwner of [true, false]) {
      const { id } = await addFile(gareth, { horseId, takenOn: before })
      await gareth.put(`/api/file-attachments/${id}`, { shownToOwner })
      names.set(id, `${shownToOwner ? 'shown' : 'kept'} photo of ${name}`)
    }
  }
  // They were entered a month ago, and have been their owners' since.
  await server.asOwner(`update horses set created_at = created_at - interval '30 days',
    owners = array[jsonb_set(owners[1]::jsonb, '{fromOn}', to_jsonb('${addDays(today, -30)}'::text))::json];
    update horse_owners set from_on = from_on - 30`)
  const visit = { startTime: `${tomorrow}T09:00:00Z`, endTime: `${tomorrow}T10:00:00Z`, title: 'Trim' }
  await make('visit to Huw', '/api/appointments', { ...visit, clientId: huw, horseId: horses.mabli })
  const round = await make('round', '/api/appointments', { ...visit, clientId: ffion, horseId: horses.seren, yardId: yard })
  const lines = await server.asOwner(`select id, horse_id from visit_horses`)
  for (const { id, horse_id } of lines) names.set(String(id), `line of ${names.get(String(horse_id))}`)
  await server.asOwner(`insert into visit_horses (practice_id, id, appointment_id, horse_id, client_id, payer_client_id, place, rev, seq)
    select practice_id, '${uuidv7()}', '${round}', '${horses.mabli}', '${huw}', '${huw}', 7, 1, 9001 from visit_horses limit 1`)
  await gareth.put('/api/settings', { feet: 'near-off' })
  await other.put('/api/settings', { feet: 'near-off' })
  const theirs = await make('Nesta', '/api/clients', { name: 'Nesta' }, other)
  await make('Moelwyn', '/api/horses', { name: 'Moelwyn', clientId: theirs }, other)
  await server.asOwner(`insert into service_types (practice_id, id, service_type, label, rev, seq)
    select id, gen_random_uuid(), 'Bar shoe', 'Bar shoe', 1, 9002 from directory.practices`)
  await hisOthers(huw, horses.mabli)
  for (const { id } of await server.asOwner('select id from terms_versions')) names.set(String(id), 'terms')
  for (const { id } of await server.asOwner('select id from service_types')) names.set(String(id), 'a kind of work')
  for (const { id } of await server.asOwner('select id from settings')) names.set(String(id), 'settings')
  const guest = await makeGuest(server.app, { practice: gareth, clientId: ffion })
  const seen = async (comer: Parameters<typeof rowsSeen>[2] = { personId: guest.personId }) => {
    const rows = await rowsSeen(door, gareth.practiceId, comer)
    return Object.fromEntries(
      Object.entries(rows).map(([table, ids]) => [table, ids.map((id) => names.get(id) ?? `another of ${table}`).toSorted()]),
    )
  }
  return { ffion, huw, horses, tomorrow, guest, seen }
}

/** Rows of Huw's in every other table that guests read: a policy that is gone would show them. */
const hisOthers = (huw: string, mabli: string) => {
  const [practice, invoice] = [`'${server.gareth.practiceId}'`, 'gen_random_uuid()']
  return server.asOwner(`begin; set local session_replication_role = replica;
    insert into invoices (practice_id, id, payer_client_id, kind, series, number, as_was, net_pence, vat_pence, total_pence, paid_pence, issued_on, due_on, rev, seq)
      values (${practice}, ${invoice}, '${huw}', 'invoice', 'GP', 1, '{}', 5000, 0, 5000, 0, '2026-10-01', '2026-10-15', 1, 9003);
    insert into payments (practice_id, id, payer_client_id, amount_pence, method, received_on, rev, seq)
      values (${practice}, gen_random_uuid(), '${huw}', 5000, 'cash', '2026-10-02', 1, 9004);
    insert into allocations (practice_id, id, payment_id, invoice_id, amount_pence, rev, seq)
      select practice_id, gen_random_uuid(), (select id from payments), id, 5000, 1, 9005 from invoices;
    insert into terms_versions (practice_id, id, number, in_force_on, sections) values (${practice}, gen_random_uuid(), 1, '2026-10-01', '[]');
    insert into terms_acceptances (practice_id, id, client_id, version_id, terms_version, acceptance_method, accepted_at, typed_name, rev, seq)
      select practice_id, gen_random_uuid(), '${huw}', id, '1', 'web', now(), 'Huw', 1, 9006 from terms_versions;
    insert into owner_asks (practice_id, id, client_id, kind, asked_at, rev, seq)
      values (${practice}, gen_random_uuid(), '${huw}', 'details', now(), 1, 9007);
    insert into care_notes (practice_id, id, horse_id, author_name, author_role, kind, body, said_at, rev, seq)
      values (${practice}, gen_random_uuid(), '${mabli}', 'Mia Bevan', 'vet', 'note', 'Broken back', now(), 1, 9010);
    insert into film_marks (practice_id, id, attachment_id, horse_id, author_name, kind, places, frame, made_at, rev, seq)
      select practice_id, gen_random_uuid(), id, horse_id, 'Mia Bevan', 'length', '{"{}","{}"}', 0, now(), 1, 9011 from attachments limit 1;
    insert into threads (practice_id, id, client_id, subject, last_message_at, rev, seq)
      values (${practice}, gen_random_uuid(), '${huw}', 'Tuesday', now(), 1, 9008);
    insert into messages (practice_id, id, thread_id, client_id, sender_type, content, sent_at, rev, seq)
      select practice_id, gen_random_uuid(), id, '${huw}', 'client', 'Can you come?', now(), 1, 9009 from threads; commit`)
}

/** What Ffion sees while both horses are hers: nothing of Huw's, of other yards and practices, and no photo that is kept. */
const HERS = {
  appointments: ['round'],
  attachments: ['shown photo of seren', 'shown photo of taran'],
  clients: ['Ffion'],
  horses: ['Seren', 'Taran'],
  members: ['Gareth'],
  service_types: ['a kind of work'],
  settings: ['settings'],
  terms_versions: ['terms'],
  visit_horses: ['line of Seren'],
  work_entries: ['work on seren', 'work on taran'],
  yards: ['Hollybush'],
}

describe('the door of guests', () => {
  test('reads the listed columns, and is refused every other of every table; writes nothing; uses nothing else', () =>
    door.after('', async () => {
      const { practiceId } = server.gareth
      expect(await columnsRead(door, practiceId)).toEqual(GUEST_READS)
      expect(await writesAllowed(door, practiceId)).toEqual([])
      expect(await usesOf()).toEqual(USES)
    }))

  test('shows no row without a person, to a stranger, or in another practice than theirs', () =>
    door.after('', async () => {
      const { gareth, other } = server
      expect(await rowsSeen(door, gareth.practiceId, 'nobody')).toEqual({})
      expect(await rowsSeen(door, gareth.practiceId, { personId: uuidv7() })).toEqual({})
      expect(await rowsSeen(door, other.practiceId, { personId: world.guest.personId })).toEqual({})
      expect(await rowsSeen(door, other.practiceId, { asClient: world.ffion })).toEqual({})
    }))

  test('leaves members as they are: the app’s role has none of its rights and policies, nor has any other role', async () => {
    const roles =
      await server.asOwner(`select rolname as name, rolinherit as "inherits", rolcanlogin as "signsIn", rolsuper or rolbypassrls as mighty,
      pg_has_role(oid, 'pritchel_guest', 'usage') as "hasRights", pg_has_role(oid, 'pritchel_guest', 'member') as "mayBecome"
      from pg_roles where rolname like 'pritchel\\_%' and not rolsuper order by 1`)
    expect(roles).toEqual([
      { name: 'pritchel_app', inherits: false, signsIn: true, mighty: false, hasRights: false, mayBecome: true },
      { name: 'pritchel_directory', inherits: true, signsIn: true, mighty: false, hasRights: false, mayBecome: false },
      { name: 'pritchel_guest', inherits: true, signsIn: false, mighty: false, hasRights: true, mayBecome: true },
    ])
    const others = await server.asOwner(`select tablename, policyname from pg_policies
      where 'pritchel_guest' = any (roles) and not (roles = '{pritchel_guest}' and permissive = 'RESTRICTIVE' and cmd = 'SELECT')`)
    expect(others).toEqual([])
    const all = await server.gareth.inPractice((tx) => tx.selectFrom('horses').select('name').orderBy('name').execute())
    expect(all.map(({ name }) => name)).toEqual(['Mabli', 'Seren', 'Taran'])
  })

  test('shows an owner exactly what is theirs: before a photo is hidden, a horse sold, the portal off and the access ended, and after each', async () => {
    const { gareth } = server
    const look = () => door.after('', () => world.seen())
    expect(await look()).toEqual(HERS)
    await gareth.put(`/api/file-attachments/${await idOf('shown_to_owner', world.horses.seren)}`, { shownToOwner: false })
    const hidden = { attachments: ['shown photo of taran'] }
    expect(await look()).toEqual({ ...HERS, ...hidden })
    await gareth.put(`/api/horses/${world.horses.taran}`, { clientId: world.huw })
    // What happened after the sale is the new owner's, what was before stays hers too.
    await gareth.post('/api/work-entries', { horseId: world.horses.taran, serviceType: 'Trim', workDate: world.tomorrow })
    await addFile(gareth, { horseId: world.horses.taran, takenOn: world.tomorrow, shownToOwner: true })
    expect(await look()).toEqual({ ...HERS, ...hidden })
    const his = await door.after('', () => world.seen({ asClient: world.huw }))
    expect(his).toMatchObject({ horses: ['Mabli', 'Taran'], work_entries: ['another of work_entries', 'work on mabli'] })
    expect(his.attachments).toEqual(['another of attachments', 'shown photo of mabli'])
    for (const [off, on] of SWITCHES) {
      await server.asOwner(off)
      expect(await look(), off).toEqual({})
      await server.asOwner(on)
      expect(await look(), on).toEqual({ ...HERS, ...hidden })
    }
    await gareth.inPractice((tx) => endAccess(tx, { personId: world.guest.personId, clientId: world.ffion }))
    expect(await look()).toEqual({})
    await server.asOwner(`update client_access set until = null where person_id = '${world.guest.personId}'`)
  })

  test('is found faulty without any one of its policies, or with one right more', async () => {
    const policies = await server.asOwner(`select format('drop policy %I on %I.%I', policyname, schemaname, tablename) as change
      from pg_policies where 'pritchel_guest' = any (roles) order by tablename`)
    expect(policies.length).toBeGreaterThanOrEqual(9)
    const unseen: unknown[] = []
    for (const change of [...policies.map((each) => String(each.change)), ...RIGHTS])
      if ((await door.after(change, faults)).length === 0) unseen.push(change)
    expect(unseen).toEqual([])
    expect(await door.after('', faults)).toEqual([])
  })
})

const idOf = async (flag: string, horseId: string) =>
  String((await server.asOwner(`select id from attachments where ${flag} and horse_id = '${horseId}'`))[0]?.id)

const SWITCHES = [
  [`update clients set portal = false where name = 'Ffion'`, `update clients set portal = null where name = 'Ffion'`],
  [`update settings set portal = '{"way":"off"}'`, `update settings set portal = '{}'`],
  [`update clients set deleted_at = now() where name = 'Ffion'`, `update clients set deleted_at = null where name = 'Ffion'`],
  [`update client_access set confirmed_at = null`, `update client_access set confirmed_at = now()`],
] as const

const RIGHTS = [
  'grant select (notes) on clients to pritchel_guest',
  'grant select on horse_owners to pritchel_guest',
  'grant update (name) on horses to pritchel_guest',
  'grant usage on schema directory to pritchel_guest',
  'grant execute on function set_addresses(uuid[], bytea[], uuid[]) to pritchel_guest',
  'grant select on directory.people to public; grant usage on schema directory to public',
  'alter table clients disable row level security',
]

/** The first thing about the door that is not as it must be: rows without a person, an owner's rows, or the rights. */
async function faults(): Promise<string[]> {
  const { practiceId } = server.gareth
  if (Object.keys(await rowsSeen(door, practiceId, 'nobody')).length > 0) return ['nobody sees rows']
  if (!isSame(await world.seen(), LAST)) return ['an owner sees other rows']
  if (!isSame(await columnsRead(door, practiceId), GUEST_READS)) return ['other columns']
  if (!isSame(await usesOf(), USES)) return ['other uses']
  return (await writesAllowed(door, practiceId)).map((write) => `may ${write}`)
}

const usesOf = async () => (await usedByGuest(door)).map(({ what }) => what)
const USES = [...GUEST_CALLS, 'schema public'].toSorted()

/** What she sees in the end. */
const LAST: Record<string, string[]> = { ...HERS, attachments: ['shown photo of taran'] }
const isSame = (one: Record<string, unknown> | string[], other: Record<string, unknown> | string[]) =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (one: Record<string, unknown> | string[]) =>
  Object.entries(one)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
