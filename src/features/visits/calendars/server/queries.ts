import { type Insertable, sql } from 'kysely'
import '#features/visits/calendars/server/tables.ts'
import type { CalendarVisit } from '#features/visits/calendars/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Window = { from: Day; to: Day }
type VisitFacts = Omit<CalendarVisit, 'startTime' | 'endTime'> & { startsAt: Date; endsAt: Date }

/* Of each place and person only these columns: access notes, gate codes and telephones are never read. */
const VISIT = sql`
  a.id, a.title, a.client_id as "clientId", a.yard_id as "yardId", a.on_day as "onDay", a.starts_at as "startsAt", a.ends_at as "endsAt", a.zone,
  a.is_call_only as "isCallOnly", a.call_number as "callNumber", a.call_period as "callPeriod", a.status,
  case when y.id is not null then json_build_object('name', y.name, 'address', y.address, 'postcode', y.postcode) end as yard,
  case when c.id is not null then json_build_object('name', c.name, 'isBusiness', c.is_business, 'businessName', c.business_name,
    'address', c.address, 'postcode', c.postcode) end as client`
const PLACES = sql`
  left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id and y.deleted_at is null
  left join clients c on c.practice_id = a.practice_id and c.id = a.client_id and c.deleted_at is null`
const HORSES = sql`
  select coalesce(json_agg(json_build_object('name', h.name, 'clientId', l.client_id, 'plannedWork', l.planned_work) order by l.place, l.id), '[]')
  from visit_horses l
  join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
  where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null`

/** A member's visits and own entries within these days, with the cancelled ones. */
export async function listMemberVisits(tx: PracticeTx, memberId: string, { from, to }: Window): Promise<CalendarVisit[]> {
  const { rows } = await sql<VisitFacts>`
    select ${VISIT}, (${HORSES}) as horses from appointments a ${PLACES}
    where a.member_id = ${memberId} and a.on_day between ${from} and ${to} and a.deleted_at is null
    order by a.on_day, a.starts_at, a.id`.execute(tx)
  return rows.map(toVisit)
}

/** Of these visits, or of those within these days, what one owner knows of: the ones that are booked, or done, with a horse of theirs. */
export async function listOwnerVisits(
  tx: PracticeTx,
  clientId: string,
  which: Window | { ids: readonly string[] },
): Promise<CalendarVisit[]> {
  const these = 'ids' in which ? sql`a.id = any(${which.ids})` : sql`a.on_day between ${which.from} and ${which.to}`
  const { rows } = await sql<VisitFacts>`
    select ${VISIT}, (${HORSES}) as horses from appointments a ${PLACES}
    where a.id in (
        select id from appointments where client_id = ${clientId}
        union select appointment_id from visit_horses where client_id = ${clientId} and deleted_at is null)
      and ${these} and a.deleted_at is null and a.status in ('booked', 'done')
    order by a.on_day, a.starts_at, a.id`.execute(tx)
  return rows.map(toVisit)
}

/** Time off of a member, or of the whole practice, that touches these days. */
export const listMemberTimeOff = (tx: PracticeTx, memberId: string, { from, to }: Window): Promise<Row<'time_off'>[]> =>
  tx
    .selectFrom('time_off')
    .selectAll()
    .where((eb) => eb.or([eb('member_id', '=', memberId), eb('member_id', 'is', null)]))
    .where('from_day', '<=', to)
    .where('to_day', '>=', from)
    .where('deleted_at', 'is', null)
    .orderBy('from_day')
    .orderBy('id')
    .execute()

/** What changes with every write to the practice; a practice that was never written to has none. */
export const findState = (tx: PracticeTx) => tx.selectFrom('sync_counters').select(['epoch', 'seq']).executeTakeFirst()

/** The sealed address of an owner's calendar. */
export const findOwnerCalendar = (tx: PracticeTx, clientId: string) =>
  tx.selectFrom('owner_calendars').select(['secret', 'vault_key_id as keyId']).where('client_id', '=', clientId).executeTakeFirst()

/** Those sealed with another key than this one. */
export const listOldSeals = (tx: PracticeTx, newest: string) =>
  tx.selectFrom('owner_calendars').selectAll().where('vault_key_id', '<>', newest).execute()

/** Writes the sealed address of an owner's calendar, in place of one they have. */
export const putOwnerCalendar = (tx: PracticeTx, row: Insertable<Tables['owner_calendars']>) =>
  tx
    .insertInto('owner_calendars')
    .values(row)
    .onConflict((conflict) => conflict.columns(['practice_id', 'client_id']).doUpdateSet(row))
    .execute()

const toVisit = ({ startsAt, endsAt, ...row }: VisitFacts): CalendarVisit => ({
  ...row,
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
})
