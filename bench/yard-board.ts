import pg from 'pg'
import { hashToken } from '#platform/server/http/session.ts'
import { ask, type BenchRequest, load } from './ask.ts'
import { cpuPerRequest } from './day.ts'
import { interleave, startSubject } from './load.ts'
import { cookieOf, horseId, type Owner } from './owners.ts'
import type { Prepared, Size } from './portal.ts'
import { id, TODAY, uuid } from './seed.ts'

/** Practices with a yard whose 60 horses of 30 owners are all on one visit. */
const BOARDS = 50
const HORSES = 60
const WARM_UP = 600
/** The manager's number among the owners of a practice: no owner has one so high. */
const MANAGER = 900

const yardId = (practice: number) => uuid(19, practice)
const managerOf = (practice: number): Owner => ({ practice, n: MANAGER })

/** The board of a yard of 60 horses of 30 owners against the page of one horse: microseconds of CPU a page. */
export async function benchYardBoard(prepared: Prepared, server: URL, connections: object, { rounds, requests }: Size) {
  await seedBoards(prepared.owner)
  const subject = await startSubject(server, connections)
  const of = (n: number) => (n % BOARDS) + 1
  const board = (n: number): BenchRequest => ({ path: `/my/at/bench-${of(n)}/yards/${yardId(of(n))}`, cookie: cookieOf(managerOf(of(n))) })
  const horse = (n: number): BenchRequest => {
    const owner = { practice: of(n), n: 1 }
    return { path: `/my/at/bench-${of(n)}/horses/${horseId(owner)}`, cookie: cookieOf(owner) }
  }
  try {
    const [shown, one] = [await ask(subject.port, board(0)), await ask(subject.port, horse(0))]
    if (!shown.body.includes(`Horses to have in: ${HORSES}`)) throw new Error(`no board: ${shown.status} ${shown.body.slice(0, 300)}`)
    if (one.status !== 200) throw new Error(`no horse: ${one.status} ${one.body.slice(0, 300)}`)
    await Promise.all([load(subject.port, WARM_UP, board), load(subject.port, WARM_UP, horse)])
    return await interleave(
      rounds,
      () => cpuPerRequest(subject, requests, board),
      () => cpuPerRequest(subject, requests, horse),
    )
  } finally {
    await subject.stop()
  }
}

/** Its practices have the portal in their plan from here on. */
async function seedBoards(config: pg.PoolConfig) {
  const owner = new pg.Client(config)
  await owner.connect()
  const boards = `generate_series(1, ${BOARDS}) p`
  const [practice, yard, visit, person] = [id(1, 'p'), id(19, 'p'), id(5, 'p * 1000000 + 900000'), id(16, `p * 1000 + ${MANAGER}`)]
  const synced = `1, 1, null, '{}'::jsonb`
  const day = `(date '${TODAY}' + 30)`
  try {
    await owner.query(`
      update directory.practices set tier = 'professional' where id in (select ${practice} from ${boards});
      insert into yards (practice_id, id, name, rev, seq, deleted_at, fw) select ${practice}, ${yard}, 'Hollybush', ${synced} from ${boards};
      insert into appointments (practice_id, id, member_id, yard_id, title, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq, deleted_at, fw)
        select ${practice}, ${visit}, ${id(2, 'p')}, ${yard}, 'Full set new', ${day}, '09:00', '17:00', 'Europe/London', ${day} + time '09:00',
          ${day} + time '17:00', ${synced} from ${boards};
      insert into visit_horses (practice_id, id, appointment_id, horse_id, client_id, payer_client_id, place, planned_work, rev, seq, deleted_at, fw)
        select ${practice}, ${id(20, 'p * 1000 + h')}, ${visit}, ${id(4, 'p * 1000 + h')}, c.id, c.id, h, 'Full set new', ${synced}
        from ${boards}, generate_series(1, ${HORSES}) h, lateral (select ${id(3, 'p * 1000 + (h + 1) / 2')} as id) c;
      insert into directory.people (id) select ${person} from ${boards};
      insert into directory.ways (person_id, practice_id) select ${person}, ${practice} from ${boards};
      insert into yard_access (practice_id, yard_id, person_id, since) select ${practice}, ${yard}, ${person}, now() from ${boards};
      analyze`)
    const numbers = Array.from({ length: BOARDS }, (_, at) => at + 1)
    await owner.query(
      `insert into directory.sessions (token_hash, id, person_id, kind, expires_at, proved_at, user_agent)
        select hash, id, person, 'guest', now() + interval '90 days', now(), 'bench' from unnest($1::bytea[], $2::uuid[], $3::uuid[]) s (hash, id, person)`,
      [
        numbers.map((n) => hashToken(cookieOf(managerOf(n)).split('=')[1] ?? '')),
        numbers.map((n) => uuid(21, n)),
        numbers.map((n) => uuid(16, n * 1000 + MANAGER)),
      ],
    )
  } finally {
    await owner.end()
  }
}
