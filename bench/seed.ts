import pg from 'pg'
import { hashToken } from '#platform/server/http/session.ts'

/** A full diary for every practice: `days` days from `TODAY` on with `PER_DAY` visits of two horses each. */
export const TODAY = new Date().toISOString().slice(0, 10)
export const PER_DAY = 8

/** The session cookie of practice `n`. */
export const tokenOf = (n: number) => `bench-${n}`
/** The token of the link by which its first client follows today's round. */
export const linkOf = (n: number) => `bench-queue-${n}`
/** Ids are computed from numbers, so that the load generator knows them without a query. */
export const id = (kind: number, expression: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex((${expression})::bigint), 12, '0'))::uuid`
export const clientId = (practice: number, client: number) => uuid(3, practice * 1000 + client)
export const practiceId = (practice: number) => uuid(1, practice)
/** The practice's one member, its owner. */
export const memberId = (practice: number) => uuid(2, practice)
/** The n-th visit of a practice, from 0. */
export const visitId = (practice: number, n: number) => uuid(5, practice * 1_000_000 + Math.floor(n / PER_DAY) * 100 + (n % PER_DAY))
export const uuid = (kind: number, n: number) => `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Fills the database as its owner, past row-level security: `practices` practices, `appointments` visits in all. */
export async function seed(owner: pg.PoolConfig, practices: number, appointments: number) {
  const client = new pg.Client(owner)
  await client.connect()
  const days = Math.max(1, Math.round(appointments / practices / PER_DAY))
  const p = id(1, 'p')
  const synced = `1, 1, null, '{}'::jsonb`
  try {
    await client.query(`
      insert into directory.practices (id, name, slug) select ${p}, 'Practice ' || p, 'bench-' || p from generate_series(1, ${practices}) p;
      insert into directory.people (id, email, first_name) select ${id(2, 'p')}, 'p' || p || '@example.com', 'P' from generate_series(1, ${practices}) p;
      insert into directory.memberships select ${id(2, 'p')}, ${p}, ${id(2, 'p')} from generate_series(1, ${practices}) p;
      insert into sync_counters (practice_id, seq, epoch) select ${p}, 1, ${p} from generate_series(1, ${practices}) p;
      insert into members (practice_id, id, person_id, name, role, initials, rev, seq, deleted_at, fw)
        select ${p}, ${id(2, 'p')}, ${id(2, 'p')}, 'Gareth Probert', 'owner', 'GP', ${synced} from generate_series(1, ${practices}) p;
      insert into clients (practice_id, id, name, address, rev, seq, deleted_at, fw)
        select ${p}, ${id(3, 'p * 1000 + c')}, 'Client ' || c, 'Lower Barn, Kingsland', ${synced} from generate_series(1, ${practices}) p, generate_series(1, 40) c;
      insert into horses (practice_id, id, client_id, name, rev, seq, deleted_at, fw)
        select ${p}, ${id(4, 'p * 1000 + h')}, ${id(3, 'p * 1000 + (h + 1) / 2')}, 'Horse ' || h, ${synced}
        from generate_series(1, ${practices}) p, generate_series(1, 80) h`)
    await client.query(`
      insert into appointments (practice_id, id, member_id, client_id, title, location, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq, deleted_at, fw)
        select ${p}, ${id(5, 'p * 1000000 + d * 100 + v')}, ${id(2, 'p')}, ${id(3, 'p * 1000 + (d * 8 + v) % 40 + 1')}, 'Full set new', 'Lower Barn, Kingsland',
          date '${TODAY}' + d, time '08:00' + v * interval '1 hour', time '09:00' + v * interval '1 hour', 'Europe/London',
          (date '${TODAY}' + d) + (8 + v) * interval '1 hour', (date '${TODAY}' + d) + (9 + v) * interval '1 hour', ${synced}
        from generate_series(1, ${practices}) p, generate_series(0, ${days - 1}) d, generate_series(0, ${PER_DAY - 1}) v;
      insert into visit_horses (practice_id, id, appointment_id, horse_id, client_id, payer_client_id, place, planned_work, rev, seq, deleted_at, fw)
        select a.practice_id, ('0000000' || (6 + k) || substr(a.id::text, 9))::uuid, a.id, ('00000004' || substr(a.client_id::text, 9, 16) ||
            lpad(to_hex((p.n * 1000 + ((('x' || right(a.client_id::text, 12))::bit(48)::bigint) - p.n * 1000) * 2 - k)), 12, '0'))::uuid,
          a.client_id, a.client_id, k, 'Full set new', ${synced}
        from appointments a cross join lateral (select ('x' || right(a.practice_id::text, 12))::bit(48)::bigint as n) p, generate_series(0, 1) k`)
    await client.query('analyze')
    const numbers = Array.from({ length: practices }, (_, at) => at + 1)
    await client.query(
      `insert into directory.sessions (token_hash, id, person_id, practice_id, kind, expires_at)
        select hash, id, person, practice, 'member', clock_now() + interval '1 day' from unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::uuid[]) as s (hash, id, person, practice)`,
      [numbers.map((n) => hashToken(tokenOf(n))), numbers.map((n) => uuid(9, n)), numbers.map(memberId), numbers.map(practiceId)],
    )
    await client.query(
      `insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, on_day, dies_at)
        select hash, practice, 'queue', client, client, $4, clock_now() + interval '1 day' from unnest($1::bytea[], $2::uuid[], $3::uuid[]) as l (hash, practice, client)`,
      [numbers.map((n) => hashToken(linkOf(n))), numbers.map(practiceId), numbers.map((n) => clientId(n, 1)), TODAY],
    )
  } finally {
    await client.end()
  }
}
