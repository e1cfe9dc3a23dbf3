import { sql } from 'kysely'
import { footLabel } from '#features/core/practice/foot-names.ts'
import { lineSql } from '#features/office/reports/server/line-sql.ts'
import { inDays, isThe, type Recipe } from '#features/office/reports/server/params.ts'
import type { Pause } from '#features/records/horses/contract.ts'
import { ageOf, dueInWords, isGone, pauseOn, statusOf } from '#features/records/horses/rules.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { feetInWords, findingsOf, type Setup } from '#features/visits/work/feet.ts'
import { addDays, type Day } from '#lib/dates.ts'

type HorseLine = {
  name: string
  owner: string
  yard: string | null
  breed: string | null
  birthYear: number | null
  lastOn: Day | null
  dueOn: Day | null
  goneOn: Day | null
  pauses: Pause[]
  services: number
  pence: number
}

/** Horses not gone by the first day, by name; due ones by how long they have been due. */
export const horseSummary: Recipe<HorseLine> = {
  columns: [
    { key: 'horse', head: 'Horse', kind: 'text' },
    { key: 'owner', head: 'Owner', kind: 'text' },
    { key: 'yard', head: 'Yard', kind: 'text' },
    { key: 'breed', head: 'Breed', kind: 'text' },
    { key: 'age', head: 'Age', kind: 'count' },
    { key: 'lastOn', head: 'Last service', kind: 'day' },
    { key: 'dueOn', head: 'Next due', kind: 'day' },
    { key: 'status', head: 'Status', kind: 'text' },
    { key: 'services', head: 'Services', kind: 'count' },
    { key: 'charged', head: 'Charged', kind: 'money' },
  ],
  rows: (params) => sql<HorseLine>`
    with done as (
      select horse_id, count(distinct work_date)::int as services from work_entries
      where deleted_at is null and ${inDays('work_date', params)} group by horse_id),
    charged as (
      select c.horse_id, sum(${lineSql('c').gross})::bigint as pence from charges c
      where c.deleted_at is null and ${inDays('c.charged_on', params)} group by c.horse_id)
    select h.name, o.name as owner, y.name as yard, h.breed, h.birth_year as "birthYear", h.last_service_on as "lastOn", h.next_due_on as "dueOn",
      h.gone_on as "goneOn", h.pauses, coalesce(d.services, 0) as services, coalesce(p.pence, 0) as pence
    from horses h join clients o on o.practice_id = h.practice_id and o.id = h.client_id
      left join yards y on y.practice_id = h.practice_id and y.id = h.yard_id
      left join done d on d.horse_id = h.id left join charged p on p.horse_id = h.id
    where h.deleted_at is null and (h.gone_on is null or h.gone_on > ${params.from}::date)
      and ${isThe('h.client_id', params.clientId)} and ${isThe('h.id', params.horseId)}
      and ${params.only === 'due' ? isDue(params.today) : sql`true`}
    order by ${params.only === 'due' ? sql`h.next_due_on,` : sql``} h.name, h.id`,
  cells: (row, { today }) => [
    row.name,
    row.owner,
    row.yard,
    row.breed,
    ageOf(row.birthYear, today),
    row.lastOn,
    row.dueOn,
    dueText(row, today),
    row.services,
    row.pence,
  ],
}

/** Overdue or due within a week, and neither resting nor gone. */
const isDue = (today: Day) => sql<boolean>`h.next_due_on <= ${addDays(today, 7)}::date and (h.gone_on is null or h.gone_on > ${today}::date)
  and not exists (select from unnest(h.pauses) p where (p ->> 'fromOn')::date <= ${today}::date
    and (p ->> 'untilOn' is null or (p ->> 'untilOn')::date > ${today}::date))`

function dueText({ dueOn, goneOn, pauses }: HorseLine, today: Day): string {
  const horse = { nextDue: dueOn, goneOn, pauses }
  if (isGone(horse, today)) return 'Gone'
  if (pauseOn(horse, today)) return 'Paused'
  const status = statusOf(horse, today)
  if (!dueOn || status === 'none') return 'No date yet'
  return status === 'overdue' ? `Overdue, ${dueInWords(dueOn, today)}` : status === 'due-soon' ? 'Due soon' : 'Current'
}

type WorkLine = {
  onDay: Day
  horse: string
  owner: string
  serviceType: string
  setup: Setup | null
  description: string | null
  findings: string | null
  recommendations: string | null
  by: string
  pence: number | null
}

/** Every piece of work of the days, newest first; of the client who owned the horse at the visit. */
export const serviceHistory: Recipe<WorkLine> = {
  columns: [
    { key: 'onDay', head: 'Date', kind: 'day' },
    { key: 'horse', head: 'Horse', kind: 'text' },
    { key: 'owner', head: 'Owner', kind: 'text' },
    { key: 'work', head: 'Work', kind: 'text' },
    { key: 'feet', head: 'Feet', kind: 'text' },
    { key: 'findings', head: 'Findings', kind: 'text' },
    { key: 'advice', head: 'Recommendations', kind: 'text' },
    { key: 'by', head: 'Farrier', kind: 'text' },
    { key: 'charged', head: 'Charged', kind: 'money' },
  ],
  rows: (params) => sql<WorkLine>`
    select w.work_date as "onDay", h.name as horse, o.name as owner, w.service_type as "serviceType", w.setup, w.description, w.findings,
      w.recommendations, m.name as by, c.pence
    from work_entries w join horses h on h.practice_id = w.practice_id and h.id = w.horse_id
      join members m on m.practice_id = w.practice_id and m.id = w.member_id
      left join visit_horses l on l.practice_id = w.practice_id and l.id = w.visit_horse_id
      join clients o on o.practice_id = w.practice_id and o.id = coalesce(l.client_id, h.client_id)
      left join lateral (
        select sum(${lineSql('c').gross})::bigint as pence from charges c
        where c.practice_id = w.practice_id and c.work_entry_id = w.id and c.deleted_at is null) c on true
    where w.deleted_at is null and ${inDays('w.work_date', params)}
      and ${isThe('o.id', params.clientId)} and ${isThe('w.horse_id', params.horseId)}
    order by w.work_date desc, w.id desc`,
  cells: (row, { kinds, feet }) => [
    row.onDay,
    row.horse,
    row.owner,
    [labelOf(kinds, row.serviceType), row.description].filter(Boolean).join('. '),
    row.setup && feetInWords(row.setup, feet),
    [...(row.setup ? findingsOf(row.setup).map(({ foot, words }) => `${footLabel(foot, feet)}: ${words}`) : []), row.findings]
      .filter(Boolean)
      .join('. ') || null,
    row.recommendations,
    row.by,
    row.pence,
  ],
}
