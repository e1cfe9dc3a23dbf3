import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const OURS = `c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss', 'directory', 'pg_toast')
  and c.relname not like 'kysely_migration%'`

test('every table outside the directory forces row-level security by practice', async () => {
  const offenders = await server.asOwner(`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and not (c.relrowsecurity and c.relforcerowsecurity and exists (
      select from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname
        and p.cmd = 'ALL' and p.qual like '%practice_id = (NULLIF(current_setting(''app.practice_id''%'))`)
  expect(offenders).toEqual([])
})

test('no other policy shows a row to the roles that serve requests: an id opens nothing to them', async () => {
  const others =
    await server.asOwner(`select distinct p.policyname, p.cmd, p.roles::text[] && array['public', 'pritchel_app', 'pritchel_directory'] as "isTheirs"
    from pg_policies p where p.permissive = 'PERMISSIVE' and p.qual not like '%practice_id = (NULLIF(current_setting(''app.practice_id''%'`)
  expect(others).toEqual([{ policyname: 'raw_id', cmd: 'SELECT', isTheirs: false }])
  const client = (await server.gareth.post('/api/clients', { name: 'Hidden' })).json<{ id: string }>()
  const seen = await asRole('pritchel_app', async (session) => {
    await session.query(`select set_config('app.raw_id', $1, false)`, [client.id])
    return (await session.query('select name from clients')).rows
  })
  expect(seen).toEqual([])
})

// Except what goes with a person's browser, which belongs to no practice: the key shows neither side a row of the other.
const OF_A_BROWSER = `k.contype = 'f' and k.confrelid = 'directory.browsers'::regclass`

test('practice_id leads every primary, unique and foreign key of a tenant table', async () => {
  const offenders = await server.asOwner(`select k.conrelid::regclass::text as "table", k.conname from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and k.contype in ('p', 'u', 'f') and not (${OF_A_BROWSER})
      and (select attname from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1]) <> 'practice_id'`)
  expect(offenders).toEqual([])
})

test('every foreign key of a tenant table has an index that starts with its columns', async () => {
  const offenders = await server.asOwner(`select k.conrelid::regclass::text as "table", k.conname from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and k.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = k.conrelid and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] = k.conkey)`)
  expect(offenders).toEqual([])
})

test('a direct session of the app role sees no row without a practice, and none of another with one', async () => {
  await server.gareth.post('/api/clients', { name: 'Seen' })
  const { rows: tables } = await asRole('pritchel_app', (client) =>
    client.query<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where ${OURS}`),
  )
  expect(tables.length).toBeGreaterThan(15)
  const seen = await asRole('pritchel_app', async (client) => {
    const counts: Record<string, number> = {}
    for (const practice of ['', server.other.practiceId]) {
      await client.query(`select set_config('app.practice_id', $1, false)`, [practice])
      for (const { name } of tables) {
        const { rows } = await client.query(`select count(*)::int as n from ${name} where practice_id = $1`, [server.gareth.practiceId])
        if (rows[0].n > 0) counts[`${practice} ${name}`] = rows[0].n
      }
    }
    return counts
  })
  expect(seen).toEqual({})
})

test('the app role may not write into another practice', async () => {
  const stolen = server.db.withPractice(server.gareth.practiceId, (tx) =>
    tx
      .insertInto('clients')
      .values({ practice_id: server.other.practiceId, id: uuidv7(), name: 'Stolen', rev: 1, seq: 1, deleted_at: null } as never)
      .execute(),
  )
  await expect(stolen).rejects.toMatchObject({ code: '42501' })
})

test('the app role reads nothing of the directory, the directory role nothing else', async () => {
  await expect(asRole('pritchel_app', (client) => client.query('select 1 from directory.sessions'))).rejects.toMatchObject({
    code: '42501',
  })
  await expect(asRole('pritchel_directory', (client) => client.query('select 1 from public.clients'))).rejects.toMatchObject({
    code: '42501',
  })
})

test('neither role owns anything, passes row-level security or may make roles', async () => {
  const roles = await server.asOwner(`select rolname from pg_roles where rolname in ('pritchel_app', 'pritchel_directory')
    and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`)
  expect(roles).toEqual([])
  const owned = await server.asOwner(
    `select relname from pg_class where pg_get_userbyid(relowner) in ('pritchel_app', 'pritchel_directory')`,
  )
  expect(owned).toEqual([])
})

test('the directory holds these columns and no more', async () => {
  const rows = await server.asOwner(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'directory' order by table_name, ordinal_position`)
  expect(rows.map((row) => row.name)).toMatchInlineSnapshot(`
    [
      "address_index.is_only",
      "address_index.key_check",
      "address_index.made_at",
      "addresses.hash",
      "addresses.practice_id",
      "addresses.client_id",
      "api_keys.key_hash",
      "api_keys.id",
      "api_keys.practice_id",
      "api_keys.person_id",
      "asks.id",
      "asks.browser_hash",
      "asks.address_hash",
      "asks.kind",
      "asks.sealed",
      "asks.vault_key_id",
      "asks.asked_at",
      "asks.code_hash",
      "asks.link_hash",
      "asks.practice_id",
      "asks.tries",
      "asks.expires_at",
      "asks.used_at",
      "asks.due_at",
      "asks.what",
      "asks.person_id",
      "billing_events.id",
      "billing_events.came_at",
      "browsers.id",
      "browsers.person_id",
      "calendars.person_id",
      "calendars.token_hash",
      "calendars.salt",
      "calendars.made_at",
      "challenges.hash",
      "challenges.person_id",
      "challenges.expires_at",
      "checkouts.id",
      "checkouts.person_id",
      "checkouts.practice_id",
      "checkouts.client_id",
      "checkouts.service",
      "checkouts.horse_ids",
      "checkouts.made_at",
      "checkouts.session",
      "checkouts.done_at",
      "checkouts.ended_at",
      "connected_accounts.practice_id",
      "connected_accounts.connector",
      "connected_accounts.account_hash",
      "customers.person_id",
      "customers.customer",
      "customers.subscription",
      "customers.began_on",
      "customers.billed_from",
      "customers.billed_to",
      "customers.paid_until",
      "customers.is_past_due",
      "customers.is_ending",
      "customers.is_over",
      "customers.pay_url",
      "demo_copies.practice_id",
      "demo_copies.person_id",
      "demo_copies.made_at",
      "demo_copies.state",
      "demo_copies.given_at",
      "exchanges.practice_id",
      "exchanges.due_at",
      "exchanges.taken_until",
      "exchanges.quiet_until",
      "exchanges.is_changed",
      "inbound.address",
      "inbound.practice_id",
      "inbound.client_id",
      "inbound.thread_id",
      "invitations.id",
      "invitations.practice_id",
      "invitations.email",
      "invitations.first_name",
      "invitations.last_name",
      "invitations.role",
      "invitations.token_hash",
      "invitations.is_mailed",
      "invitations.expires_at",
      "job_runs.job",
      "job_runs.on_day",
      "job_runs.reached",
      "job_runs.done",
      "job_runs.failed",
      "job_runs.seconds",
      "job_runs.runner",
      "job_runs.seen_at",
      "job_runs.is_over",
      "job_runs.finished_at",
      "kept_keys.id",
      "kept_keys.person_id",
      "kept_keys.practice_id",
      "kept_keys.device_id",
      "kept_keys.key",
      "kept_keys.created_at",
      "known_devices.token_hash",
      "known_devices.person_id",
      "known_devices.seen_at",
      "left_checkouts.id",
      "left_checkouts.left_at",
      "left_customers.customer",
      "left_customers.subscription",
      "left_customers.left_at",
      "links.token_hash",
      "links.practice_id",
      "links.kind",
      "links.subject_id",
      "links.client_id",
      "links.on_day",
      "links.dies_at",
      "links.revoked_at",
      "links.address_hash",
      "memberships.person_id",
      "memberships.practice_id",
      "memberships.member_id",
      "oauth_starts.state_hash",
      "oauth_starts.practice_id",
      "oauth_starts.person_id",
      "oauth_starts.session_id",
      "oauth_starts.connector",
      "oauth_starts.verifier",
      "oauth_starts.vault_key_id",
      "oauth_starts.expires_at",
      "passkeys.credential_id",
      "passkeys.person_id",
      "passkeys.public_key",
      "passkeys.counter",
      "passkeys.transports",
      "passkeys.is_backed_up",
      "passkeys.name",
      "passkeys.made_at",
      "passkeys.used_at",
      "passkeys.is_members",
      "people.id",
      "people.email",
      "people.phone_e164",
      "people.password_hash",
      "people.verified_at",
      "people.first_name",
      "people.last_name",
      "people.profile_file_id",
      "practices.id",
      "practices.name",
      "practices.slug",
      "practices.nation",
      "practices.zone",
      "practices.tier",
      "practices.trial_ends_on",
      "practices.frc_number",
      "practices.mode",
      "practices.paid_until",
      "practices.next_tier",
      "practices.is_past_due",
      "practices.billing_customer",
      "practices.billing_subscription",
      "practices.is_ending",
      "practices.wishes",
      "practices.demo_day",
      "practices.demo_from",
      "practices.to_ask",
      "proofs.address",
      "proofs.person_id",
      "proofs.kind",
      "proofs.proven_at",
      "proofs.used_at",
      "pushes.endpoint",
      "pushes.session_id",
      "pushes.person_id",
      "pushes.p256dh",
      "pushes.auth",
      "pushes.made_at",
      "seat_money.id",
      "seat_money.person_id",
      "seat_money.customer",
      "seat_money.seat_id",
      "seat_money.kind",
      "seat_money.service",
      "seat_money.pence",
      "seat_money.from_on",
      "seat_money.to_on",
      "seat_money.is_first",
      "seat_money.item",
      "seat_money.invoice",
      "seat_money.of_id",
      "seat_money.why",
      "seat_money.way",
      "seat_money.refund",
      "seat_money.made_at",
      "seat_money.done_at",
      "seats.id",
      "seats.practice_id",
      "seats.horse_id",
      "seats.service",
      "seats.person_id",
      "seats.from_on",
      "seats.ends_on",
      "seats.ended_why",
      "seats.rev",
      "service_notices.id",
      "service_notices.person_id",
      "service_notices.kind",
      "service_notices.key",
      "service_notices.facts",
      "service_notices.due_at",
      "service_notices.tries",
      "service_notices.address",
      "service_notices.subject",
      "service_notices.body",
      "service_notices.state",
      "service_notices.state_reason",
      "service_notices.made_at",
      "service_notices.state_at",
      "service_prices.service",
      "service_prices.from_on",
      "service_prices.pence",
      "sessions.token_hash",
      "sessions.id",
      "sessions.person_id",
      "sessions.practice_id",
      "sessions.kind",
      "sessions.device_id",
      "sessions.user_agent",
      "sessions.created_at",
      "sessions.last_seen_at",
      "sessions.expires_at",
      "sessions.revoked_at",
      "sessions.revoked_why",
      "sessions.browser_id",
      "sessions.proved_at",
      "sessions.is_shared",
      "sessions.only_hash",
      "sessions.transport",
      "sessions.client_kind",
      "sessions.client_model",
      "shell_codes.code_hash",
      "shell_codes.letters_hash",
      "shell_codes.challenge",
      "shell_codes.person_id",
      "shell_codes.practice_id",
      "shell_codes.session_id",
      "shell_codes.client_kind",
      "shell_codes.client_model",
      "shell_codes.code_until",
      "shell_codes.letters_until",
      "shell_codes.tries",
      "shell_codes.used_at",
      "signin_links.token_hash",
      "signin_links.person_id",
      "signin_links.expires_at",
      "signin_links.used_at",
      "tries.key",
      "tries.count",
      "tries.since",
      "tries.ends_at",
      "wakes.practice_id",
      "wakes.due_at",
      "ways.person_id",
      "ways.practice_id",
      "webhook_wakes.practice_id",
      "webhook_wakes.due_at",
      "webhook_wakes.taken_until",
    ]
  `)
})

test('a practice id that is no uuid opens nothing', async () => {
  expect(() => server.db.withPractice("x'; drop table clients; --", async () => {})).toThrow('not a uuid')
})

async function asRole<T>(user: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ ...inject('database'), user, database: server.app.db.pool.options.database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
