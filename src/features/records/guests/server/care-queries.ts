import { sql } from 'kysely'
import type { CareConsent, CareHorse, HorseCare } from '#features/records/guests/care-contract.ts'
import type { Row as Consent } from '#features/records/guests/server/care-rows.ts'
import { addDays, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { lastOpenDay, type ServiceFacts } from '#lib/plan.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Until when a service is open, of one that has begun. */
type Days = Pick<ServiceFacts, 'paidUntil' | 'endsOn'>
type Of = { id: string } | { horseId: string } | { clientIds: readonly string[] }
type Reading = Consent & {
  clientName: string
  notedBy: string | null
  askedFor: string | null
  invitedUntil: Date | null
  isOff: boolean
  isLetIn: boolean
  horses: (Omit<CareHorse, 'serviceOpenUntil' | 'grantedUntil' | 'grantEndedAt' | 'openedAt'> & {
    services: Days[] | null
    grantedUntil: string | null
    grantEndedAt: string | null
    openedAt: string | null
  })[]
}

/**
 * Agreements about a horse, of clients, or one, newest first, each with its current status. One that another goes on from is left to that
 * other. `zone`: in which their days are.
 */
export async function listCare(tx: PracticeTx, of: Of, zone: string): Promise<CareConsent[]> {
  const { id = null, horseId = null, clientIds = null } = of as { id?: string; horseId?: string; clientIds?: readonly string[] }
  const { rows } = await sql<Reading>`
    select a.*, c.name as "clientName", m.name as "notedBy", asks.to_name as "askedFor",
      (select max(i.dies_at) from portal_invites i where i.consent_id = a.id and i.ended_at is null and i.used_at is null and i.dies_at > clock_now())
        as "invitedUntil",
      c.deleted_at is not null or c.portal is false or coalesce((select s.portal ->> 'way' = 'off' from settings s limit 1), false) as "isOff",
      still_lets(a.client_id, a.agreed_person) as "isLetIn",
      (select json_agg(json_build_object('id', h.id, 'name', h.name,
          'standing', case
            when h.deleted_at is not null or h.client_id <> a.client_id then 'sold'
            when h.gone_on <= clock_now()::date then case when h.gone_reason = 'deceased' then 'dead' else 'sold' end
            -- Sold and bought back. A day may begin an hour before UTC's.
            when exists (select from horse_owners o where o.horse_id = h.id and o.client_id = a.client_id and o.to_on is null
              and o.from_on > (coalesce(g.from_at, a.asked_at) + interval '1 hour')::date) then 'sold'
            else 'theirs' end,
          'isServiceOpen', service_open(h.id, case a.role when 'vet' then 'vet-integration' else 'para-professional' end),
          'services', (select json_agg(json_build_object('paidUntil', s.paid_until, 'endsOn', s.ends_on)) from horse_services s
            where s.horse_id = h.id and s.service = case a.role when 'vet' then 'vet-integration' else 'para-professional' end
              and s.from_on <= clock_now()::date),
          'grantedUntil', g.until_at, 'grantEndedAt', g.ended_at,
          'grantEndedBy', case when g.ended_at is null then null when g.ended_by_person = g.person_id then 'invited'
            when g.ended_by_person is not null then 'owner' else 'practice' end,
          'openedAt', (select max(l.at) from guest_log l where l.person_id = g.person_id and l.role = a.role and l.subject_id = h.id))
          order by wanted.place)
        from unnest(a.horse_ids) with ordinality wanted (id, place)
        join horses h on h.id = wanted.id
        left join lateral (
          select * from horse_grants k where k.consent_id = a.id and k.horse_id = h.id order by k.ended_at is not null, k.from_at desc limit 1) g on true
      ) as horses
    from care_consents a
    join clients c on c.id = a.client_id
    left join members m on m.id = a.agreed_member
    left join care_consents asks on asks.id = a.colleague_of
    where (${id}::uuid is null or a.id = ${id}) and (${horseId}::uuid is null or a.horse_ids @> array[${horseId}::uuid])
      and (${clientIds && [...clientIds]}::uuid[] is null or a.client_id = any (${clientIds && [...clientIds]}::uuid[]))
      and (${id}::uuid is not null or not exists (
        select from care_consents n where n.renews_id = a.id and n.agreed_at is not null and n.approved_at is not null))
    order by a.asked_at desc, a.id limit ${MOST_LISTED}`.execute(tx)
  return rows.map((row) => toCare(row, zone))
}

const MOST_LISTED = 200

/** One agreement with its current status. @throws care_not_found */
export async function requireConsent(tx: PracticeTx, id: string, zone: string): Promise<CareConsent> {
  const [found] = await listCare(tx, { id }, zone)
  if (!found) throw new AppError('care_not_found')
  return found
}

function toCare({ horses, ...row }: Reading, zone: string): CareConsent {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.clientName,
    role: row.role,
    toName: row.to_name,
    to: row.to_address,
    toPractice: row.to_practice,
    regNumber: row.reg_number,
    backToOn: row.back_to_on,
    untilOn: row.until_on,
    untilAt: overAt(row.until_on, zone).toISOString(),
    mayContact: row.may_contact,
    words: row.words,
    renewsId: row.renews_id,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_member ? 'practice' : row.colleague_of ? 'carer' : 'owner',
    askedFor: row.askedFor,
    agreedAt: moment(row.agreed_at),
    agreedHow: row.agreed_how,
    notedBy: row.notedBy,
    approvedAt: moment(row.approved_at),
    refusedAt: moment(row.refused_at),
    refusedBy: row.refused_by,
    takenBackAt: moment(row.taken_back_at),
    takenBackBy: row.taken_back_at ? (row.taken_back_member ? 'practice' : 'owner') : null,
    invitedUntil: moment(row.invitedUntil),
    isOff: row.isOff,
    isLetIn: row.isLetIn,
    horses: (horses ?? []).map(({ services, ...horse }) => ({
      ...horse,
      serviceOpenUntil: openUntil(services ?? [], zone),
      grantedUntil: moment(horse.grantedUntil),
      grantEndedAt: moment(horse.grantEndedAt),
      openedAt: moment(horse.openedAt),
    })),
  }
}

const moment = (at: Date | string | null) => at && new Date(at).toISOString()

/** When a last day is over. */
export const overAt = (untilOn: string, zone: string): Date => instantOf(addDays(untilOn, 1), '00:00', zone)

/** When the last of them closes. */
function openUntil(services: readonly Days[], zone: string): string | null {
  const days = services.map(lastOpenDay)
  const last = days.includes(null) ? undefined : days.toSorted().at(-1)
  return last ? overAt(last, zone).toISOString() : null
}

type OpenService = HorseCare['alsoOpen'][number] & { openUntil: string | null }

/** The horses of a client with a service that is open, each by which and until when; by name. */
export async function listOpenServices(tx: PracticeTx, clientId: string, zone: string): Promise<OpenService[]> {
  const { rows } = await sql<Omit<OpenService, 'openUntil'> & { days: Days[] | null }>`
    select h.id, h.name, s.service, (select json_agg(json_build_object('paidUntil', o.paid_until, 'endsOn', o.ends_on)) from horse_services o
      where o.horse_id = h.id and o.service = s.service and o.from_on <= clock_now()::date) as days
    from horses h cross join unnest(array['vet-integration', 'para-professional']) s (service)
    where h.client_id = ${clientId} and h.deleted_at is null and (h.gone_on is null or h.gone_on > clock_now()::date)
      and service_open(h.id, s.service)
    order by h.name, h.id`.execute(tx)
  return rows.map(({ days, ...open }) => ({ ...open, openUntil: openUntil(days ?? [], zone) }))
}
