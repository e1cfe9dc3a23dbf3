import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { PracticeSettings } from '#features/core/practice/contract.ts'
import type { Named } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, type WallTime } from '#lib/dates.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A client of a visit, as a recipient of its notices and reminders. */
export type ReminderClient = {
  id: string
  name: string
  isBusiness: boolean
  businessName: string | null
  phoneE164: string | null
  email: string | null
  preferredChannel: 'sms' | 'email' | 'portal' | 'none'
  isStopped: boolean
  isActive: boolean
  wantsConfirmations: boolean
  wantsReminders: boolean
  reminderHours: number
}

/** A horse of a visit, with its owner that day and how a text names it. */
type ReminderLine = Named & { horseId: string | null; goneOn: Day | null }

/** A visit with all that its texts depend on. `isOpen`: booked, and not done yet; `decided`: what the practice has of texts, if anything. */
export type VisitToRemind = {
  id: string
  title: string
  clientId: string | null
  onDay: Day
  localStart: WallTime
  zone: string
  isCallOnly: boolean
  callPeriod: 'AM' | 'PM'
  isOpen: boolean
  lines: ReminderLine[]
  clients: ReminderClient[]
  decided: Pick<PracticeSettings, 'wording' | 'prepLine' | 'sending'> | null
}

const VISITS: Prepared = {
  name: 'visits_to_remind',
  text: `
    select a.id, a.title, a.client_id as "clientId", a.on_day as "onDay", a.local_start as "localStart", a.zone,
      a.is_call_only as "isCallOnly", a.call_period as "callPeriod", a.status = 'booked' and a.deleted_at is null as "isOpen",
      lines.list as lines, clients.list as clients,
      (select json_build_object('wording', s.wording, 'prepLine', s.prep_line, 'sending', s.sending)
        from settings s where s.practice_id = a.practice_id) as decided
    from appointments a
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'horseId', l.horse_id, 'clientId', l.client_id, 'name', h.name, 'plannedWork', coalesce(k.label, l.planned_work), 'goneOn', h.gone_on
      ) order by l.place, l.id), '[]'::json) as list
      from visit_horses l
      left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
      left join service_types k on k.practice_id = l.practice_id and k.service_type = l.planned_work
      where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
    ) lines
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'id', c.id, 'name', c.name, 'isBusiness', c.is_business, 'businessName', c.business_name, 'phoneE164', c.phone_e164, 'email', c.email,
        'preferredChannel', c.preferred_channel, 'isStopped', c.stopped_at is not null, 'isActive', c.is_active,
        'wantsConfirmations', coalesce(p.enable_confirmations, true),
        'wantsReminders', coalesce(p.enable_reminders, true), 'reminderHours', coalesce(p.reminder_hours, $3)
      )), '[]'::json) as list
      from (
        select a.client_id as id union select l.client_id from visit_horses l
        where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
      ) owner
      join clients c on c.practice_id = a.practice_id and c.id = owner.id and c.deleted_at is null
      left join sms_preferences p on p.practice_id = c.practice_id and p.client_id = c.id
    ) clients
    where a.practice_id = $1 and a.id = any($2::uuid[])`,
}

/** Visits by their ids, in no order; `usualHours` before a visit its client is reminded until something else is chosen. */
export const listVisitsToRemind = (tx: PracticeTx, practiceId: string, ids: readonly string[], usualHours: number) =>
  readIn(tx)<VisitToRemind>(VISITS, [practiceId, [...ids], usualHours])

/** The visits to come that a change concerns: those of these clients, those with these horses, or all. */
export type Concerned = { clients: readonly string[]; horses: readonly string[]; isAll: boolean }

/** Their ids, from `today` on. */
export async function listComingVisits(tx: PracticeTx, practiceId: string, { clients, horses, isAll }: Concerned, today: Day) {
  const text = isAll
    ? 'select id from appointments where practice_id = $1 and on_day >= $2 and deleted_at is null'
    : `select id from appointments where practice_id = $1 and on_day >= $2 and client_id = any($3::uuid[]) and deleted_at is null
      union select a.id from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
      where l.practice_id = $1 and (l.client_id = any($3::uuid[]) or l.horse_id = any($4::uuid[])) and l.deleted_at is null and a.on_day >= $2`
  const values = isAll ? [practiceId, today] : [practiceId, today, [...clients], [...horses]]
  const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(text, values))
  return rows.map(({ id }) => id)
}

/** Those of some practices that have visits to come, wherever their day is not over. */
export const withComingVisits = (among: readonly string[]): RawBuilder<unknown> =>
  sql`directory.with_visits(${among}, ${addDays(dayOf(currentTime(), 'UTC'), -1)})`
