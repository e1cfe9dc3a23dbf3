import { sql } from 'kysely'
import type { Named } from '#features/visits/appointments/rules.ts'
import type { Day, WallTime } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type AnswerRow = Row<'visit_answers'>

type AnswersParams = { appointmentId?: string | undefined; isUnseen: boolean; limit: number; after?: string | undefined }

/** Answers, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listAnswers(tx: PracticeTx, { appointmentId, isUnseen, limit, after }: AnswersParams): Promise<AnswerRow[]> {
  let query = tx.selectFrom('visit_answers').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc').limit(limit)
  if (appointmentId) query = query.where('appointment_id', '=', appointmentId)
  if (isUnseen) query = query.where('seen_at', 'is', null)
  if (after) query = query.where('id', '<', after)
  return query.execute()
}

/** One owner's answers about a visit, newest first. */
export const listOwn = (tx: PracticeTx, visitId: string, clientId: string): Promise<AnswerRow[]> =>
  tx
    .selectFrom('visit_answers')
    .selectAll()
    .where('appointment_id', '=', visitId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

export type AnswerableVisit = {
  id: string
  title: string
  clientId: string | null
  memberId: string
  farrierName: string | null
  yardName: string | null
  onDay: Day
  localStart: WallTime
  startsAt: Date
  endsAt: Date
  zone: string
  isCallOnly: boolean
  callPeriod: 'AM' | 'PM'
  status: Row<'appointments'>['status']
  isCallComplete: boolean
  ownerName: string
  isBusiness: boolean
  businessName: string | null
}

/**
 * A visit as the answer page shows it to one of its owners; undefined when it is gone, or is no longer theirs. A typed-in location may hold
 * a code.
 */
export async function findAnswerableVisit(tx: PracticeTx, visitId: string, clientId: string): Promise<AnswerableVisit | undefined> {
  const { rows } = await sql<AnswerableVisit>`
    select a.id, a.title, a.client_id as "clientId", a.member_id as "memberId", m.name as "farrierName", y.name as "yardName",
      a.on_day as "onDay", a.local_start as "localStart", a.starts_at as "startsAt", a.ends_at as "endsAt", a.zone,
      a.is_call_only as "isCallOnly", a.call_period as "callPeriod", a.status, a.is_call_complete as "isCallComplete",
      c.name as "ownerName", c.is_business as "isBusiness", c.business_name as "businessName"
    from appointments a
    join clients c on c.practice_id = a.practice_id and c.id = ${clientId} and c.deleted_at is null
    left join members m on m.practice_id = a.practice_id and m.id = a.member_id
    left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id
    where a.id = ${visitId} and a.deleted_at is null and (a.client_id = c.id or exists (
      select from visit_horses l where l.practice_id = a.practice_id and l.appointment_id = a.id and l.client_id = c.id
        and l.deleted_at is null))`.execute(tx)
  return rows[0]
}

export type OwnHorse = { id: string; name: string; isOn: boolean }

/** One owner's horses that have not gone, and whether each is on a visit. */
export async function listOwnHorses(tx: PracticeTx, visitId: string, clientId: string): Promise<OwnHorse[]> {
  const { rows } = await sql<OwnHorse>`
    select h.id, h.name, exists (select from visit_horses l where l.practice_id = h.practice_id and l.appointment_id = ${visitId}
      and l.horse_id = h.id and l.deleted_at is null) as "isOn"
    from horses h where h.client_id = ${clientId} and h.deleted_at is null and h.gone_on is null order by h.name, h.id`.execute(tx)
  return rows
}

/** The horses of a visit as its title names them. */
export async function listNamed(tx: PracticeTx, visitId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select l.client_id as "clientId", coalesce(k.label, l.planned_work) as "plannedWork", h.name
    from visit_horses l join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    left join service_types k on k.practice_id = l.practice_id and k.service_type = l.planned_work
    where l.appointment_id = ${visitId} and l.deleted_at is null order by l.place, l.id`.execute(tx)
  return rows
}

export type OnVisit = {
  lineId: string
  horseId: string
  clientId: string
  name: string
  plannedWork: string | null
  outcome: string | null
}

/** The horses on a visit in their order, everybody's. */
export async function listOnVisit(tx: PracticeTx, visitId: string): Promise<OnVisit[]> {
  const { rows } = await sql<OnVisit>`
    select l.id as "lineId", l.horse_id as "horseId", l.client_id as "clientId", h.name, l.planned_work as "plannedWork", l.outcome
    from visit_horses l join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    where l.appointment_id = ${visitId} and l.deleted_at is null order by l.place, l.id`.execute(tx)
  return rows
}

/** Whether horses of this owner were on a visit and have been taken off it. */
export const wasOnVisit = async (tx: PracticeTx, visitId: string, clientId: string): Promise<boolean> =>
  (await tx
    .selectFrom('visit_horses')
    .select('id')
    .where('appointment_id', '=', visitId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
