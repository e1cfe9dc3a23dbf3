import { sql } from 'kysely'
import { addDays, type Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

/** A client who gets a request for a review, and when the visit was finished. */
export type ReviewClient = { client: Row<'clients'>; finishedAt: Date }

/**
 * Clients who agree to marketing and had a visit that was finished since: those whom its other texts go to, each once, with the first of their
 * visits. Clients who got a request within a year before, or may have, are left out; one that only waits does not count.
 */
export async function listReviewClients(tx: PracticeTx, { since, today }: { since: Date; today: Day }): Promise<ReviewClient[]> {
  const { rows } = await sql<{ id: string; finishedAt: Date }>`
    with done as (
      select a.practice_id, a.id, a.client_id, a.on_day, a.completed_at from appointments a
      where a.deleted_at is null and a.status not in ('cancelled', 'no_show') and a.completed_at >= ${since}
        and a.on_day between ${addDays(today, -60)} and ${addDays(today, 1)}
    ), lines as (
      select d.id, l.client_id, h.gone_on is null or h.gone_on > d.on_day as is_there
      from done d
      join visit_horses l on l.practice_id = d.practice_id and l.appointment_id = d.id and l.deleted_at is null
      left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    ), owners as (
      select id, client_id from lines where is_there
      union
      select d.id, d.client_id from done d
      where d.client_id is not null and not exists (select from lines l where l.id = d.id and l.client_id = d.client_id)
        and (exists (select from lines l where l.id = d.id and l.is_there) or not exists (select from lines l where l.id = d.id))
    )
    select c.id, min(d.completed_at) as "finishedAt"
    from owners o
    join done d on d.id = o.id
    join clients c on c.practice_id = d.practice_id and c.id = o.client_id
    where c.deleted_at is null and c.is_active and c.stopped_at is null and c.marketing_consent_at is not null
      and not exists (
        select from notices n where n.practice_id = c.practice_id and n.client_id = c.id and n.kind = 'review'
          and not (n.state = 'queued' and n.attempts = 0) and coalesce(n.not_before, n.created_at) > d.completed_at - interval '364 days')
    group by c.id`.execute(tx)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const clients = await tx.selectFrom('clients').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const finished = new Map(rows.map(({ id, finishedAt }) => [id, finishedAt]))
  return clients.map((client) => ({ client, finishedAt: finished.get(client.id) as Date }))
}
