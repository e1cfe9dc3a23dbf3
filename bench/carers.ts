import pg from 'pg'
import type { CareRole } from '#features/records/guests/rules.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { clientId, memberId, practiceId, TODAY, uuid } from './seed.ts'

/** Someone who looks after the first horses of each of the practices named. */
export type Carer = { n: number; role: CareRole; horses: number; practices: readonly number[] }
type Cared = { carer: Carer; practice: number; h: number }

const DAY_MS = 86_400_000

export const carerId = ({ n }: Carer) => uuid(30, n)
export const carerCookie = ({ n }: Carer) => `pritchel-my=carer-${n}`
export const caredHorseId = (practice: number, h: number) => uuid(4, practice * 1000 + h)
/** The horses of a carer: as many of each practice as of the next, the first ones first. */
export const caredBy = (carer: Carer): Cared[] =>
  Array.from({ length: carer.horses }, (_, at) => ({
    carer,
    practice: carer.practices[at % carer.practices.length] ?? 1,
    h: Math.floor(at / carer.practices.length) + 1,
  }))

/** Lets carers look after their horses, in practices that `seedOwners` has filled: agreed, come in, paid for. Each horse has the work of a year and a half. */
export async function seedCarers(config: pg.PoolConfig, carers: readonly Carer[]) {
  const owner = new pg.Client(config)
  await owner.connect()
  try {
    for (const [table, rows] of Object.entries(rowsOf(carers))) {
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`
      await owner.query(text, [JSON.stringify(rows)])
    }
    await owner.query(
      `insert into work_entries (practice_id, id, horse_id, member_id, service_type, work_date, description, setup, rev, seq, fw)
        select h.practice_id, gen_random_uuid(), h.id, m.id, 'Full set new', date '${TODAY}' - 42 * n, 'Rolled toes, and a little more length left.', $1, 1, 1, '{}'
        from horses h join members m on m.practice_id = h.practice_id, generate_series(1, 13) n where exists (
          select from horse_grants g where g.practice_id = h.practice_id and g.horse_id = h.id)`,
      [JSON.stringify(SETUP)],
    )
    await owner.query(
      `insert into directory.sessions (token_hash, id, person_id, kind, expires_at, proved_at, user_agent)
        select hash, id, person, 'guest', now() + interval '90 days', now(), 'bench' from unnest($1::bytea[], $2::uuid[], $3::uuid[]) s (hash, id, person)`,
      [
        carers.map((carer) => hashToken(carerCookie(carer).split('=')[1] ?? '')),
        carers.map((carer) => uuid(34, carer.n)),
        carers.map(carerId),
      ],
    )
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}

/** What each table gets, in the order in which rows name one another. */
function rowsOf(carers: readonly Carer[]): Record<string, object[]> {
  const cared = carers.flatMap(caredBy)
  const now = new Date()
  const until = new Date(now.getTime() + 90 * DAY_MS)
  return {
    'directory.people': carers.map((carer) => ({ id: carerId(carer) })),
    'directory.ways': carers.flatMap((carer) =>
      carer.practices.map((practice) => ({ person_id: carerId(carer), practice_id: practiceId(practice) })),
    ),
    care_consents: cared.map((one) => ({
      ...{ ...ofOwner(one), id: uuid(31, keyOf(one)), horse_ids: [caredHorseId(one.practice, one.h)], to_address: 'mia@vets.example' },
      ...{ to_practice: 'Teme Vets', until_on: until, may_contact: false, words: 'Mia Bevan may look.', asked_at: now, agreed_at: now },
      ...{ asked_member: memberId(one.practice), agreed_how: 'said', agreed_member: memberId(one.practice) },
      ...{ approved_at: now, approved_member: memberId(one.practice) },
    })),
    horse_grants: cared.map((one) => ({
      ...{ ...ofOwner(one), id: uuid(32, keyOf(one)), horse_id: caredHorseId(one.practice, one.h), person_id: carerId(one.carer) },
      ...{ consent_id: uuid(31, keyOf(one)), from_at: now, until_at: until, by_member: memberId(one.practice), may_answer: false },
    })),
    horse_services: cared.map((one) => ({
      ...{ practice_id: practiceId(one.practice), id: uuid(33, keyOf(one)), horse_id: caredHorseId(one.practice, one.h) },
      ...{ service: one.carer.role === 'vet' ? 'vet-integration' : one.carer.role, from_on: TODAY, is_past_due: false, seat_rev: 0 },
    })),
  }
}

const keyOf = ({ carer, practice, h }: Cared) => carer.n * 1_000_000 + practice * 1000 + h
const ofOwner = ({ carer, practice, h }: Cared) => ({
  ...{ practice_id: practiceId(practice), client_id: clientId(practice, Math.ceil(h / 2)), role: carer.role, to_name: 'Mia Bevan' },
})

const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5' }
const SETUP = { NF: SHOE, OF: SHOE, NH: SHOE, OH: SHOE }

/** Seats of as many horses in each of so many practices, which know of all but the first of theirs. */
export async function seedSeats(config: pg.PoolConfig, { practices, each }: { practices: number; each: number }) {
  const owner = new pg.Client(config)
  await owner.connect()
  const seats = Array.from({ length: practices * each }, (_, at) => {
    const [practice, h] = [(at % practices) + 1, Math.floor(at / practices) + 1]
    const payer = uuid(16, practice * 1000 + Math.ceil(h / 2))
    return { id: uuid(35, practice * 1000 + h), practice: practiceId(practice), horse: caredHorseId(practice, h), payer, known: h > 1 }
  })
  const from = `from json_to_recordset($1) s (id uuid, practice uuid, horse uuid, payer uuid, known boolean)`
  try {
    // What looks after them is paid for by these from now on.
    await owner.query(`delete from horse_services where service = 'para-professional'`)
    await owner.query(
      `insert into directory.seats (id, practice_id, horse_id, service, person_id, from_on)
        select id, practice, horse, 'para-professional', payer, date '${TODAY}' ${from}`,
      [JSON.stringify(seats)],
    )
    await owner.query(
      `insert into horse_services (practice_id, id, horse_id, service, person_id, from_on, seat_rev)
        select practice, id, horse, 'para-professional', payer, date '${TODAY}', 1 ${from} where known`,
      [JSON.stringify(seats)],
    )
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}
