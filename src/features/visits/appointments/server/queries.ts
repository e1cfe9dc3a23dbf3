import { type RawBuilder, sql } from 'kysely'
import type { Recipient } from '#features/core/notices/rules.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { type Named, titleForOwner } from '#features/visits/appointments/rules.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { allEnded, type PracticeTx, type Prepared, type Read } from '#platform/server/database/db.ts'
import { findRow, type Row, rowForChange, rowsUnder } from '#platform/server/database/rows.ts'
import { batchOf } from '#platform/server/sync/batch.ts'

export type VisitRecord = Row<'appointments'>
export type LineRecord = Row<'visit_horses'>

// PostgreSQL builds the wire shape in one statement: every screen and every integration uses this read.
const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const utc = (column: string) => `to_char(${column} at time zone 'UTC', ${UTC})`
const VISIT = `
  select json_build_object(
    'id', a.id, 'title', a.title, 'clientId', a.client_id, 'yardId', a.yard_id, 'memberId', a.member_id,
    'clientName', case when a.as_was is null then c.name else a.as_was ->> 'clientName' end,
    'location', case when a.as_was is null then a.location else a.as_was ->> 'location' end,
    'description', a.description, 'notes', a.notes,
    'startTime', ${utc('a.starts_at')}, 'endTime', ${utc('a.ends_at')}, 'onDay', a.on_day,
    'localStart', to_char(a.local_start, 'HH24:MI'), 'localEnd', to_char(a.local_end, 'HH24:MI'), 'zone', a.zone,
    'isCallOnly', a.is_call_only, 'callNumber', a.call_number, 'callPeriod', a.call_period, 'roundRank', a.round_rank,
    'status', a.status, 'statusReason', a.status_reason, 'tariff', a.tariff, 'isCallComplete', a.is_call_complete,
    'completedAt', ${utc('a.completed_at')}, 'asWas', a.as_was,
    'horseId', lines.horses -> 0 ->> 'horseId', 'horses', lines.horses
  ) as visit
  from appointments a
  left join clients c on c.practice_id = a.practice_id and c.id = a.client_id
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', l.id, 'appointmentId', l.appointment_id, 'horseId', l.horse_id, 'clientId', l.client_id,
      'payerClientId', l.payer_client_id, 'place', l.place, 'plannedWork', l.planned_work, 'outcome', l.outcome,
      'reason', l.reason, 'completedAt', ${utc('l.completed_at')}
    ) order by l.place, l.id), '[]'::json) as horses
    from visit_horses l
    where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
  ) lines`

/** Practice, first day, last day. The benchmark's baseline runs the same statement. */
export const VISITS_BETWEEN: Prepared = {
  name: 'visits_between',
  text: `${VISIT} where a.practice_id = $1 and a.on_day between $2 and $3 and a.deleted_at is null`,
}

export const VISIT_BY_ID: Prepared = {
  name: 'visit_by_id',
  text: `${VISIT} where a.practice_id = $1 and a.id = $2 and a.deleted_at is null`,
}

/** Visits of a span of days, both ends in, of the whole practice, as they go over the wire and in no order. */
export async function listAppointments(read: Read, practiceId: string, from: Day, to: Day): Promise<Appointment[]> {
  const rows = await read<{ visit: Appointment }>(VISITS_BETWEEN, [practiceId, from, to])
  return rows.map((row) => row.visit)
}

/**
 * A visit about to be changed. For a plain request one that was removed is gone; for a device the merge rule answers.
 * @throws appointment_not_found
 */
export async function visitForChange(tx: PracticeTx, id: string, baseRev?: number): Promise<VisitRecord> {
  const row = await rowForChange(tx, 'appointments', id, 'appointment_not_found')
  if (row.deleted_at && baseRev === undefined) throw new AppError('appointment_not_found')
  return row
}

/** The current lines of a visit, in their order. */
export const listLines = async (tx: PracticeTx, appointmentId: string): Promise<LineRecord[]> =>
  (await rowsUnder(tx, 'visit_horses', 'appointment_id', appointmentId))
    .filter((line) => !line.deleted_at)
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))

/** A horse that leaves a visit gives up its name on the line, so that it may come back on a new one. */
export const freeHorse = async (tx: PracticeTx, lineId: string): Promise<void> => {
  await tx.updateTable('visit_horses').set({ horse_id: null }).where('id', '=', lineId).execute()
}

/** What a visit's client and yard are called now. */
export async function namesOf(tx: PracticeTx, visit: VisitRecord): Promise<{ clientName: string | null; yardName: string | null }> {
  const { rows } = await sql<{ clientName: string | null; yardName: string | null }>`
    select (select name from clients where id = ${visit.client_id}) as "clientName",
      (select name from yards where id = ${visit.yard_id}) as "yardName"`.execute(tx)
  return rows[0] ?? { clientName: null, yardName: null }
}

/** @throws member_not_found */
export async function requireMember(tx: PracticeTx, id: string): Promise<void> {
  const member = await findRow(tx, 'members', id)
  if (!member || member.deleted_at) throw new AppError('member_not_found')
}

/** A client as a recipient, with the notices they want and the visit's name for them. */
export type VisitRecipient = Recipient & { wantsUpdates: boolean; nextStopsBefore: number; title: string }

type Contact = Omit<VisitRecipient, 'firstName' | 'title'> & { isBusiness: boolean; businessName: string | null }
type OnVisit = { clientId: string; plannedWork: string | null; name: string | null; goneOn: Day | null }
/** Everyone a visit may concern, regardless of its day: its client and the owners of its horses, and those horses in their order. */
export type Concerned = { clients: Contact[]; horses: OnVisit[] }

/**
 * The recipients of notices about a visit: its client first, then the owners of its horses, each once; none when all its horses are gone.
 */
export const listRecipients = async (tx: PracticeTx, visit: VisitRecord): Promise<VisitRecipient[]> =>
  recipientsOf(await listConcerned(tx, visit), visit)

/** Reads whom a visit concerns, once for all its days; its client and its horses must be the same. */
export const listConcerned = (tx: PracticeTx, visit: VisitRecord): Promise<Concerned> =>
  readConcerned(tx, visit.id, sql`${visit.client_id}::uuid`)

/** The same before the visit has been read; undefined where its row waits in a batch, and the database may have another. */
export const listConcernedAhead = async (tx: PracticeTx, id: string): Promise<Concerned | undefined> =>
  batchOf(tx) ? undefined : readConcerned(tx, id, sql`(select client_id from appointments where id = ${id})`)

async function readConcerned(tx: PracticeTx, id: string, clientId: RawBuilder<unknown>): Promise<Concerned> {
  const clients = sql<Contact>`
    select c.id as "clientId", c.name, c.is_business as "isBusiness", c.business_name as "businessName", c.phone_e164 as "phoneE164", c.email,
      c.preferred_channel as "preferredChannel", c.stopped_at as "stoppedAt", c.is_active as "isActive",
      coalesce(p.enable_updates, true) as "wantsUpdates",
      coalesce(p.next_stops_before, 1) as "nextStopsBefore"
    from (
      select ${clientId} as id union select l.client_id from visit_horses l where l.appointment_id = ${id} and l.deleted_at is null
    ) owner join clients c on c.id = owner.id and c.deleted_at is null
    left join sms_preferences p on p.practice_id = c.practice_id and p.client_id = c.id
    order by c.id = ${clientId} desc nulls last, c.name, c.id`
  const horses = sql<OnVisit>`
    select l.client_id as "clientId", coalesce(k.label, l.planned_work) as "plannedWork", h.name, h.gone_on as "goneOn"
    from visit_horses l left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    left join service_types k on k.practice_id = l.practice_id and k.service_type = l.planned_work
    where l.appointment_id = ${id} and l.deleted_at is null
    order by l.place, l.id`
  const [{ rows: contacts }, { rows: lines }] = await allEnded([clients.execute(tx), horses.execute(tx)])
  return { clients: contacts, horses: lines }
}

/** The recipients on the visit's day: no one is notified about a horse that is dead, sold or moved away by then. */
export function recipientsOf({ clients, horses }: Concerned, visit: Pick<VisitRecord, 'on_day' | 'client_id' | 'title'>): VisitRecipient[] {
  const here = horses.filter(({ goneOn }) => goneOn === null || goneOn > visit.on_day)
  const isOwner = (id: string) => here.some(({ clientId }) => clientId === id)
  const isFor = (id: string) => id === visit.client_id && !horses.some(({ clientId }) => clientId === id)
  const isAlone = here.length > 0 || horses.length === 0
  const named = here.flatMap(({ name, ...horse }): Named[] => (name === null ? [] : [{ ...horse, name }]))
  return clients
    .filter(({ clientId }) => isOwner(clientId) || (isFor(clientId) && isAlone))
    .map(({ isBusiness, businessName, ...contact }) => ({
      ...contact,
      firstName: greetingNameOf({ name: contact.name, isBusiness, businessName }),
      title: titleForOwner({ title: visit.title, clientId: visit.client_id }, named, contact.clientId),
    }))
}
