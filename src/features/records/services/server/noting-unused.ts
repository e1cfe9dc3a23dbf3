import { unusedSince } from '#features/records/services/law-rules.ts'
import { noteServiceNotice } from '#features/records/services/server/note-service-notice.ts'
import { listSeats, type Seat } from '#features/records/services/server/seats.ts'
import type { Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import { type Database, type Prepared, readIn } from '#platform/server/database/db.ts'

/** Whose opening of a horse is a use of what is paid for. */
const USED_BY: Readonly<Record<Service, string>> = {
  'vet-integration': 'vet',
  'para-professional': 'para-professional',
  portal: 'holder',
}

const LAST_USED: Prepared = {
  name: 'seats_last_used',
  text: `select s.id, max(l.at)::date::text as "usedOn"
    from unnest($1::uuid[], $2::uuid[], $3::text[]) s (id, horse_id, role)
    join guest_log l on l.subject_id = s.horse_id and l.what = 'horse'
      and (l.role = s.role or s.role = 'holder' and (l.role is null or l.role in ('helper', 'sharer')))
    group by s.id`,
}

/** Notes for payers that a service of a practice's horses has been unused for a long time: once, until it is used. */
export async function noteUnused(db: Database, practiceId: string, today: Day): Promise<void> {
  const seats = (await db.withDirectory((tx) => listSeats(tx, practiceId))).filter(isOld(today))
  if (seats.length === 0) return
  const used = await db.withPractice(practiceId, (tx) =>
    readIn(tx)<{ id: string; usedOn: Day }>(LAST_USED, [
      ...[seats.map(({ id }) => id), seats.map(({ horse_id }) => horse_id), seats.map(({ service }) => USED_BY[service])],
    ]),
  )
  const usedOn = new Map(used.map((row) => [row.id, row.usedOn]))
  await db.withDirectory(async (tx) => {
    for (const { id, person_id, from_on } of seats) {
      const since = unusedSince(from_on, usedOn.get(id) ?? null, today)
      if (!since || !person_id) continue
      await noteServiceNotice(tx, { personId: person_id, kind: 'unused', key: `${id} ${since}`, facts: { seatId: id, since } })
    }
  })
}

/** Paid for, and for long enough. */
const isOld =
  (today: Day) =>
  ({ person_id, from_on, ends_on }: Seat): boolean =>
    person_id !== null && ends_on === null && unusedSince(from_on, null, today) !== undefined
