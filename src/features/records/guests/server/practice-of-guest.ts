import { besideOf } from '#features/core/practice/beside-of.ts'
import type { OpeningKind } from '#features/records/guests/contract.ts'
import type { GuestRole } from '#features/records/guests/rules.ts'
import { isSlug } from '#features/records/guests/rules.ts'
import { asKept } from '#features/records/guests/server/keeping.ts'
import { lookedAs } from '#features/records/guests/server/looking-as.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Tier } from '#lib/plan.ts'
import { type Database, type Guest, type GuestTx, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { PLAN_COLUMNS, type PlanRow, planStatusIn } from '#platform/server/database/plan-row.ts'
import { meetPractice } from '#platform/server/practice-time.ts'

/** A practice that a guest has a way to. */
export type GuestPractice = {
  id: string
  name: string
  slug: string
  zone: string
  tier: Tier
  isLapsed: boolean
  frcNumber: string | null
}

type Row = PlanRow & { id: string; name: string; slug: string; frc_number: string | null }

const WAYS: Prepared = {
  name: 'guest_ways',
  text: `select p.id, p.name, p.slug, p.frc_number, ${PLAN_COLUMNS} from directory.ways w join directory.practices p on p.id = w.practice_id
    where w.person_id = $1 and ($2::uuid[] is null or p.id = any ($2)) order by p.name, p.id`,
}

const LOOKED_AT: Prepared = {
  name: 'guest_looked_at',
  text: `select p.id, p.name, p.slug, p.frc_number, ${PLAN_COLUMNS} from directory.practices p where p.id = $1`,
}

/** The practices where there is something for a guest, by name: in one read. What there is, each practice decides. */
export async function practicesOfGuest(
  db: Database,
  { personId, onlyPractice }: { personId: string; onlyPractice: string | null },
): Promise<GuestPractice[]> {
  const as = lookedAs()
  const rows = as
    ? await db.readDirectory<Row>(LOOKED_AT, [as.practiceId])
    : await db.readDirectory<Row>(WAYS, [personId, onlyPractice && [onlyPractice, besideOf(onlyPractice)]])
  return rows.map((row) => {
    meetPractice(row.id, row)
    const { tier, state } = planStatusIn(row)
    return { id: row.id, name: row.name, slug: row.slug, zone: row.zone, tier, isLapsed: state === 'lapsed', frcNumber: row.frc_number }
  })
}

/** The practice of this slug, where the guest has a way to it; undefined: for them there is none. */
export async function practiceOfGuest(
  db: Database,
  session: { personId: string; onlyPractice: string | null },
  slug: string,
): Promise<GuestPractice | undefined> {
  return isSlug(slug) ? (await practicesOfGuest(db, session)).find((one) => one.slug === slug) : undefined
}

/** For which client a guest is there, and as what. */
export type Access = { clientId: string; role: GuestRole; seesMoney: boolean }

/**
 * The clients whose things a guest sees in the practice of the transaction. It reads as the practice, for what is written for them; what
 * they read is held by the database (`withGuest`). Both go by its clock, which is one for all servers. Of two records that were merged a
 * person may have had access to both: then they have it once, as the higher of the two.
 */
export async function accessOf(tx: PracticeTx, personId: string): Promise<Access[]> {
  const as = lookedAs()
  if (as) return [{ clientId: as.clientId, role: 'holder', seesMoney: true }]
  return readIn(tx)<Access>(ACCESS, [personId])
}

const ACCESS: Prepared = {
  name: 'guest_access',
  text: `select a.client_id as "clientId", case when bool_or(a.role = 'holder') then 'holder' else 'helper' end as role,
      bool_or(a.sees_money) as "seesMoney"
    from client_access a join clients c on c.practice_id = a.practice_id and c.id = a.client_id
    where a.person_id = $1 and a.confirmed_at is not null and (a.until is null or a.until > clock_now())
      and (a.role = 'holder' or still_lets(a.client_id, a.by_person))
      and c.deleted_at is null and c.portal is distinct from false
      and not exists (select from settings s where s.portal ->> 'way' = 'off')
    group by a.client_id order by a.client_id`,
}

const NOTE: Prepared = { name: 'note_opening', text: 'select note_opening($1, $2, $3, $4)' }

/**
 * Notes that a guest opened something of a client's, or a yard, which belongs to no client: one line an hour and thing. Nothing for a member who looks as the
 * client does; of what their phone fetches to keep, that it did.
 */
export async function noteOpening(tx: GuestTx, opened: { clientId: string | null; what: OpeningKind; subjectId: string }): Promise<void> {
  const { clientId, what, subjectId } = asKept(opened)
  await readIn(tx)(NOTE, [uuidv7(), clientId, what, subjectId])
}

/** A guest's eyes in one of their practices; a client's own, for a member who looks as they do. */
export function eyesOf({ personId }: { personId: string }, { id }: Pick<GuestPractice, 'id'>): Guest {
  const as = lookedAs()
  return as?.practiceId === id ? { practiceId: id, asClient: as.clientId } : { practiceId: id, personId }
}
