import { sql } from 'kysely'
import type { Pause } from '#features/records/horses/contract.ts'
import type { Setup } from '#features/visits/work/feet.ts'
import type { Day, WallTime } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

export type CardVisit = { id: string; onDay: Day; farrierName: string | null; yardName: string | null }

/** A visit as its card heads it: of its place only the name of the yard, as it was that day. A typed-in location may hold a gate code. */
export async function findCardVisit(tx: PracticeTx, id: string): Promise<CardVisit | undefined> {
  const { rows } = await sql<CardVisit>`
    select a.id, a.on_day as "onDay", m.name as "farrierName",
      case when a.as_was is null then y.name else a.as_was ->> 'yardName' end as "yardName"
    from appointments a
    left join members m on m.practice_id = a.practice_id and m.id = a.member_id
    left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id
    where a.id = ${id} and a.deleted_at is null`.execute(tx)
  return rows[0]
}

export type CardOwner = { id: string; name: string; isBusiness: boolean; businessName: string | null }

const WRITTEN_DOWN = sql`l.outcome is not null and l.deleted_at is null and h.deleted_at is null and c.deleted_at is null`

/** The owners of a visit's horses that were done or not done there, by name. */
export async function listCardOwners(tx: PracticeTx, visitId: string): Promise<CardOwner[]> {
  const { rows } = await sql<CardOwner>`
    select distinct c.id, c.name, c.is_business as "isBusiness", c.business_name as "businessName" from visit_horses l
    join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    join clients c on c.practice_id = l.practice_id and c.id = l.client_id
    where l.appointment_id = ${visitId} and ${WRITTEN_DOWN} order by c.name, c.id`.execute(tx)
  return rows
}

export type CardLine = {
  id: string
  horseId: string
  name: string
  outcome: 'done' | 'not_done'
  reason: string | null
  planned: string | null
  nextDueOn: Day | null
  goneOn: Day | null
  pauses: Pause[]
  /** The horse has not changed hands since. */
  isStillTheirs: boolean
}

/** What became of one owner's horses on a visit, in the order they stood there. */
export async function listCardLines(tx: PracticeTx, visitId: string, clientId: string): Promise<CardLine[]> {
  const { rows } = await sql<CardLine>`
    select l.id, h.id as "horseId", h.name, l.outcome, l.reason, l.planned_work as planned, h.next_due_on as "nextDueOn",
      h.gone_on as "goneOn", h.pauses, h.client_id = l.client_id as "isStillTheirs"
    from visit_horses l
    join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    join clients c on c.practice_id = l.practice_id and c.id = l.client_id
    where l.appointment_id = ${visitId} and l.client_id = ${clientId} and ${WRITTEN_DOWN} order by l.place, l.id`.execute(tx)
  return rows
}

export type CardEntry = {
  id: string
  visitHorseId: string
  serviceType: string
  description: string | null
  findings: string | null
  recommendations: string | null
  setup: Setup | null
}

/** The work written down for these lines. */
export const listCardWork = async (tx: PracticeTx, lineIds: readonly string[]): Promise<CardEntry[]> =>
  (await tx
    .selectFrom('work_entries')
    .select(['id', 'visit_horse_id as visitHorseId', 'service_type as serviceType', 'description', 'findings', 'recommendations', 'setup'])
    .where('visit_horse_id', 'in', lineIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()) as CardEntry[]

/** More than anyone takes on one visit: a card of hundreds would neither print nor load. */
const MOST_PHOTOS = 24

export type CardPhotoRow = { id: string; horseId: string; foot: 'NF' | 'OF' | 'NH' | 'OH' | null; view: string | null }

/** Photos of these horses that were filed with the visit or its work and are shown to owners, as they were taken. */
export async function listCardPhotos(
  tx: PracticeTx,
  of: { visitId: string; horseIds: readonly string[]; workIds: readonly string[] },
): Promise<CardPhotoRow[]> {
  return (await tx
    .selectFrom('attachments')
    .select(['id', 'horse_id as horseId', 'foot', 'view'])
    .where('horse_id', 'in', of.horseIds)
    .where((eb) =>
      eb.or([eb('appointment_id', '=', of.visitId), ...(of.workIds.length > 0 ? [eb('work_entry_id', 'in', of.workIds)] : [])]),
    )
    .where('file_type', '=', 'image')
    .where('shown_to_owner', '=', true)
    .where(sql<boolean>`(owner_sees_from is null or owner_sees_from <= clock_now()::date)`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(MOST_PHOTOS)
    .execute()) as CardPhotoRow[]
}

export type NextVisitRow = { id: string; horseId: string; onDay: Day; localStart: WallTime; isCallOnly: boolean; callPeriod: 'AM' | 'PM' }

/** The next visit that is booked, and not only pencilled in, for each of these horses with this owner. */
export async function listNextVisits(tx: PracticeTx, visitId: string, clientId: string, from: Day): Promise<NextVisitRow[]> {
  const { rows } = await sql<NextVisitRow>`
    select distinct on (n.horse_id) a.id, n.horse_id as "horseId", a.on_day as "onDay", a.local_start as "localStart",
      a.is_call_only as "isCallOnly", a.call_period as "callPeriod"
    from visit_horses l
    join visit_horses n on n.practice_id = l.practice_id and n.horse_id = l.horse_id and n.client_id = l.client_id
      and n.deleted_at is null and n.outcome is null
    join appointments a on a.practice_id = n.practice_id and a.id = n.appointment_id
    where l.appointment_id = ${visitId} and l.client_id = ${clientId} and l.deleted_at is null and a.id <> ${visitId}
      and a.deleted_at is null and a.status = 'booked' and not a.is_call_complete and a.on_day >= ${from}
    order by n.horse_id, a.on_day, a.local_start`.execute(tx)
  return rows
}
