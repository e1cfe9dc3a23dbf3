import pg from 'pg'
import { hashToken } from '#platform/server/http/session.ts'
import { id, practiceId, seed, TODAY, uuid } from './seed.ts'

/** Each practice has so many clients, each with two horses, an address and their owner in the portal. */
export const OWNERS = 100
const SEEDED = 40
const DAYS = 20
const VISITS_A_DAY = 8

/** An owner by their practice and their number in it, from 1. */
export type Owner = { practice: number; n: number }
/** The n-th owner of so many practices, from 0: the next is of the next practice. */
export const ownerAt = (n: number, practices: number): Owner => ({
  practice: (n % practices) + 1,
  n: (Math.floor(n / practices) % OWNERS) + 1,
})
export const personId = ({ practice, n }: Owner) => uuid(16, practice * 1000 + n)
/** The cookie by which the owner is signed in to the portal. */
export const cookieOf = ({ practice, n }: Owner) => `pritchel-my=owner-${practice}-${n}`
export const emailOf = ({ practice, n }: Owner) => `o${practice}-${n}@example.com`
export const phoneOf = ({ practice, n }: Owner) => `+44771${String(practice * 1000 + n).padStart(7, '0')}`
/** The first of an owner's two horses. */
export const horseId = ({ practice, n }: Owner) => uuid(4, practice * 1000 + 2 * n - 1)

/** Fills a database with practices whose clients are all in the portal. The index of addresses is left to be made. */
export async function seedOwners(config: pg.PoolConfig, practices: number) {
  await seed(config, practices, practices * DAYS * VISITS_A_DAY)
  const owner = new pg.Client(config)
  await owner.connect()
  const all = `generate_series(1, ${practices}) p, generate_series(1, ${OWNERS}) c`
  const added = `generate_series(1, ${practices}) p, generate_series(${SEEDED + 1}, ${OWNERS}) c`
  const [practice, person, client] = [id(1, 'p'), id(16, 'p * 1000 + c'), id(3, 'p * 1000 + c')]
  const visit = id(5, 'p * 1000000 + 500000 + c')
  const synced = `1, 1, null, '{}'::jsonb`
  const day = `(date '${TODAY}' + 1 + c % ${DAYS})`
  try {
    await owner.query(`
      insert into clients (practice_id, id, name, address, rev, seq, deleted_at, fw)
        select ${practice}, ${client}, 'Client ' || c, 'Lower Barn, Kingsland', ${synced} from ${added};
      insert into horses (practice_id, id, client_id, name, rev, seq, deleted_at, fw)
        select ${practice}, ${id(4, 'p * 1000 + 2 * c - k')}, ${client}, 'Horse ' || 2 * c - k, ${synced} from ${added}, generate_series(0, 1) k;
      insert into appointments (practice_id, id, member_id, client_id, title, location, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq, deleted_at, fw)
        select ${practice}, ${visit}, ${id(2, 'p')}, ${client}, 'Full set new', 'Lower Barn, Kingsland', ${day}, '17:00', '18:00', 'Europe/London',
          ${day} + time '17:00', ${day} + time '18:00', ${synced} from ${added};
      insert into visit_horses (practice_id, id, appointment_id, horse_id, client_id, payer_client_id, place, planned_work, rev, seq, deleted_at, fw)
        select ${practice}, ${id(17, 'p * 1000 + 2 * c - k')}, ${visit}, ${id(4, 'p * 1000 + 2 * c - k')}, ${client}, ${client}, k, 'Full set new', ${synced}
        from ${added}, generate_series(0, 1) k;
      update clients c set email = 'o' || at.p || '-' || at.c || '@example.com', phone_as_typed = '+44771' || lpad((at.p * 1000 + at.c)::text, 7, '0'),
          phone_e164 = '+44771' || lpad((at.p * 1000 + at.c)::text, 7, '0')
        from (select p, c, ${practice} as practice, ${client} as client from ${all}) at where c.practice_id = at.practice and c.id = at.client;
      update horses set next_due_on = date '${TODAY}' + 9, last_service_on = date '${TODAY}' - 33, last_service_type = 'Full set new';
      insert into directory.people (id) select ${person} from ${all};
      insert into directory.proofs (address, person_id, kind, proven_at, used_at)
        select 'o' || p || '-' || c || '@example.com', ${person}, 'email', now(), now() from ${all};
      insert into directory.sessions (token_hash, id, person_id, kind, expires_at, proved_at, user_agent)
        select sha256(convert_to('owner-' || p || '-' || c, 'UTF8')), ${id(18, 'p * 1000 + c')}, ${person}, 'guest', now() + interval '90 days', now(), 'bench' from ${all};
      insert into directory.ways (person_id, practice_id) select ${person}, ${practice} from ${all};
      insert into client_access (practice_id, client_id, person_id, since, confirmed_at) select ${practice}, ${client}, ${person}, now(), now() from ${all};
      analyze`)
    await requireSession(owner)
  } finally {
    await owner.end()
  }
}

/** The cookie of the first owner opens their session: otherwise every page measured would be the sign-in. */
async function requireSession(owner: pg.Client) {
  const first = { practice: 1, n: 1 }
  const token = cookieOf(first).split('=')[1] ?? ''
  const { rows } = await owner.query(
    `select w.practice_id from directory.ways w join directory.sessions s using (person_id) where s.token_hash = $1`,
    [hashToken(token)],
  )
  if (rows[0]?.practice_id !== practiceId(1)) throw new Error('the owners were not seeded')
}
