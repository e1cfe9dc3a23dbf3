import { sql } from 'kysely'
import type { VisitState } from '#features/core/notices/rules.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The owners of horses that have not gone by then; the client too, unless their own have, or all have (`recipientIdsOf`). */
const OWNERS = sql<string[]>`array(
  with lines as (select l.client_id, h.gone_on is null or h.gone_on > appointments.on_day as is_there
    from visit_horses l left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    where l.appointment_id = appointments.id and l.deleted_at is null)
  select client_id from lines where is_there
  union select appointments.client_id where appointments.client_id is not null
    and not exists (select from lines where client_id = appointments.client_id)
    and (exists (select from lines where is_there) or not exists (select from lines)))`.as('owners')

/** The current state of a notice's visits, by id. `notices` comes before the diary in the order of features, so it queries the tables itself. */
export async function findVisits(tx: PracticeTx, ids: string[]): Promise<Map<string, VisitState>> {
  const rows = await tx
    .selectFrom('appointments')
    .select(['id', 'title', 'on_day', 'local_start', 'is_call_only', 'call_period', 'status', 'is_call_complete', 'deleted_at', OWNERS])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        appointmentId: row.id,
        title: row.title,
        onDay: row.on_day,
        time: row.is_call_only ? null : row.local_start,
        period: row.call_period,
        isDone: row.is_call_complete,
        owners: new Set(row.owners),
        isOff: row.deleted_at !== null || row.status === 'cancelled' || row.status === 'no_show',
      },
    ]),
  )
}

/** The clients who may still be notified: they exist, are active, and have not stopped texts. `consenting`: the ones who agreed to marketing. */
export async function findContactable(tx: PracticeTx, clientIds: string[]): Promise<{ contactable: Set<string>; consenting: Set<string> }> {
  const { rows } = await sql<{ id: string; consents: boolean }>`
    select id, marketing_consent_at is not null as consents from clients
    where id = any(${clientIds}::uuid[]) and deleted_at is null and stopped_at is null and is_active`.execute(tx)
  return { contactable: new Set(rows.map(({ id }) => id)), consenting: new Set(rows.flatMap(({ id, consents }) => (consents ? [id] : []))) }
}

/**
 * The invoices among the given ones that are not fully paid. `notices` comes before invoices in the order of features, so it queries the
 * tables itself.
 */
export async function findOwing(tx: PracticeTx, invoiceIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where id = any(${invoiceIds}::uuid[]) and paid_pence < total_pence`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether agreement `a` has a horse that its owner still owns, in a portal that is on, with the service that lets someone see it. */
const IS_ABOUT_SOMETHING = sql<boolean>`exists (
    select from horses h where h.id = any (a.horse_ids) and h.client_id = a.client_id and h.deleted_at is null
      and (h.gone_on is null or h.gone_on > clock_now()::date)
      and service_open(h.id, case a.role when 'vet' then 'vet-integration' else a.role end))
  and exists (select from clients c where c.id = a.client_id and c.deleted_at is null and c.portal is distinct from false)
  and not exists (select from settings s where s.portal ->> 'way' = 'off')`

/**
 * Which notices about vets and para-professionals may still be sent: of the given ids, the invitations that would let someone in, the
 * agreements that wait for their owner's answer (those to continue only where someone is in), and those whose recorded answer holds.
 * `notices` comes before them in the order of features, so it queries the tables itself.
 */
export async function findCareWanted(tx: PracticeTx, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select 'care_invite ' || i.id as id from portal_invites i join care_consents a on a.id = i.consent_id
    where i.id = any(${ids}::uuid[]) and i.ended_at is null and i.used_at is null and a.agreed_at is not null and a.approved_at is not null
      and a.refused_at is null and a.taken_back_at is null and still_lets(i.client_id, i.by_person) and ${IS_ABOUT_SOMETHING}
    union all
    select case when a.agreed_at is null then 'care_ask ' else 'care_told ' end || a.id from care_consents a
    where a.id = any(${ids}::uuid[]) and a.refused_at is null and a.taken_back_at is null and ${IS_ABOUT_SOMETHING}
      and (a.renews_id is null or a.agreed_at is not null or exists (
        select from horse_grants g join care_consents o on o.id = g.consent_id
        where g.consent_id = a.renews_id and g.ended_at is null and o.refused_at is null and o.taken_back_at is null))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a client agreed to marketing, or was informed of it as a customer and has not objected. */
export const hasConsent = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('marketing_consent_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Active members, or the named ones, with whether they have a device that can be alerted, and their own telephone number. */
export async function listAlerted(tx: PracticeTx, memberIds?: string[]) {
  let query = tx
    .selectFrom('members as m')
    .leftJoin('alert_phones as p', (join) => join.onRef('p.practice_id', '=', 'm.practice_id').onRef('p.member_id', '=', 'm.id'))
    .select((eb) => [
      'm.id as memberId',
      'm.name',
      'p.phone_e164 as phoneE164',
      eb
        .exists(eb.selectFrom('push_subscriptions as s').select('s.id').whereRef('s.member_id', '=', 'm.id'))
        .$castTo<boolean>()
        .as('hasDevice'),
    ])
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .orderBy('m.id')
  if (memberIds) query = query.where('m.id', 'in', [...memberIds, NO_PERSON])
  return (await query.execute()).map((member) => ({ ...member, firstName: member.name.split(' ')[0] ?? '' }))
}
