import { sql } from 'kysely'
import type { OpeningKind, OpeningRole } from '#features/records/guests/contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Who sees or saw what is a client's, those who still do first. */
export const listPeople = (tx: PracticeTx, clientId: string) =>
  tx
    .selectFrom('client_access as a')
    .select(['a.person_id', 'a.role', 'a.proven_how', 'a.since', 'a.until', 'a.confirmed_at'])
    .select(
      sql<Date | null>`(select max(l.at) from guest_log l
        where l.practice_id = a.practice_id and l.client_id = a.client_id and l.person_id = a.person_id)`.as('opened_at'),
    )
    .where('a.client_id', '=', clientId)
    .orderBy(sql`a.until is not null`)
    .orderBy('a.since', 'desc')
    .limit(50)
    .execute()

/** A client's own invitations that still open something, the newest first. */
export const listLiveInvites = (tx: PracticeTx, clientId: string) =>
  tx
    .selectFrom('portal_invites')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('role', '=', 'holder')
    .where('ended_at', 'is', null)
    .where('used_at', 'is', null)
    .where('dies_at', '>', currentTime())
    .orderBy('made_at', 'desc')
    .execute()

type LogParams = {
  clientId?: string | undefined
  horseId?: string | undefined
  yardId?: string | undefined
  limit: number
  after?: string | undefined
}

export type OpeningRow = {
  id: string
  at: Date
  clientId: string | null
  clientName: string | null
  role: OpeningRole
  whoName: string | null
  what: OpeningKind
  name: string | null
}

/**
 * What was opened, newest first; of a client, of a horse with its files, or of a yard. `guests` comes before the diary, files and money in the order of
 * features, so it reads their names itself.
 */
export async function listOpenings(
  tx: PracticeTx,
  { clientId = null, horseId = null, yardId = null, limit, after = null }: Loose,
): Promise<OpeningRow[]> {
  const { rows } = await sql<OpeningRow>`
    select l.id, l.at, l.client_id as "clientId", c.name as "clientName", l.what,
      coalesce(l.role, (select a.role from client_access a where a.practice_id = l.practice_id and a.client_id = l.client_id and a.person_id = l.person_id
        order by a.since desc limit 1), 'holder') as role,
      coalesce(
        (select a.to_name from client_access a where a.practice_id = l.practice_id and a.client_id = l.client_id and a.person_id = l.person_id
          order by a.since desc limit 1),
        (select g.to_name from horse_grants g where g.practice_id = l.practice_id and g.client_id = l.client_id and g.person_id = l.person_id
          order by g.from_at desc limit 1)) as "whoName",
      case l.what
        when 'horse' then (select h.name from horses h where h.practice_id = l.practice_id and h.id = l.subject_id)
        when 'visit' then (select to_char(v.on_day, 'YYYY-MM-DD') from appointments v where v.practice_id = l.practice_id and v.id = l.subject_id)
        when 'file' then (select f.file_name from attachments f where f.practice_id = l.practice_id and f.id = l.subject_id)
        when 'yard' then (select y.name from yards y where y.practice_id = l.practice_id and y.id = l.subject_id)
        when 'invoice' then (select i.number::text from invoices i where i.practice_id = l.practice_id and i.id = l.subject_id)
      end as name
    from guest_log l left join clients c on c.practice_id = l.practice_id and c.id = l.client_id
    where (${clientId}::uuid is null or l.client_id = ${clientId}) and (${yardId}::uuid is null or (l.what = 'yard' and l.subject_id = ${yardId}))
      and (${horseId}::uuid is null or l.subject_id = ${horseId} or exists (
        select from attachments f where f.practice_id = l.practice_id and f.id = l.subject_id and f.horse_id = ${horseId}))
      and (${after}::uuid is null or (l.at, l.id) < (select b.at, b.id from guest_log b where b.practice_id = l.practice_id and b.id = ${after}))
    order by l.at desc, l.id desc limit ${limit}`.execute(tx)
  return rows
}

type Loose = { [K in keyof LogParams]: LogParams[K] | null } & { limit: number }
