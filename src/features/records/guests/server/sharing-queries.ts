import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A person other than the client who sees something of theirs, as long as they do. */
export type Looking = {
  role: 'helper' | 'sharer'
  personId: string
  /** Of a sharer. */
  grantId: string | null
  horseId: string | null
  horseName: string | null
  name: string
  seesMoney: boolean
  mayAnswer: boolean
  since: Date
  openedAt: Date | null
  /** Let in by a guest; else by a member. */
  isByGuest: boolean
}

/** Who sees something of a client's besides the client, the longest in first. */
export async function listLooking(tx: PracticeTx, clientId: string): Promise<Looking[]> {
  const { rows } = await sql<Looking>`
    with looking as (
      select 'helper' as role, a.person_id, null::uuid as grant_id, null::uuid as horse_id, a.to_name, a.sees_money, false as may_answer, a.since,
        a.by_person
      from client_access a
      where a.client_id = ${clientId} and a.role = 'helper' and a.confirmed_at is not null and (a.until is null or a.until > clock_now())
        and still_lets(a.client_id, a.by_person)
      union all
      select 'sharer', g.person_id, g.id, g.horse_id, g.to_name, false, g.may_answer, g.from_at, g.by_person
      from horse_grants g
      where g.client_id = ${clientId} and g.role = 'sharer' and g.ended_at is null
        and exists (select from shared_with(g.person_id) s where s.horse_id = g.horse_id and s.client_id = g.client_id))
    select l.role, l.person_id as "personId", l.grant_id as "grantId", l.horse_id as "horseId", h.name as "horseName",
      coalesce(l.to_name, 'Somebody') as name, l.sees_money as "seesMoney", l.may_answer as "mayAnswer", l.since, l.by_person is not null as "isByGuest",
      (select max(o.at) from guest_log o where o.client_id = ${clientId} and o.person_id = l.person_id) as "openedAt"
    from looking l left join horses h on h.id = l.horse_id order by l.since, l.person_id`.execute(tx)
  return rows
}

/** Another person's invitation that is still open. */
export type InvitedOne = {
  id: string
  role: 'helper' | 'sharer'
  name: string
  to: string
  horseName: string | null
  seesMoney: boolean
  mayAnswer: boolean
  diesAt: Date
  isByGuest: boolean
}

/** The people invited to see something of a client's besides the client, the last first. */
export async function listInvited(tx: PracticeTx, clientId: string): Promise<InvitedOne[]> {
  const { rows } = await sql<InvitedOne>`
    select i.id, i.role, i.to_name as name, i.to_address as "to", h.name as "horseName", i.sees_money as "seesMoney", i.may_answer as "mayAnswer",
      i.dies_at as "diesAt", i.by_person is not null as "isByGuest"
    from portal_invites i left join horses h on h.id = i.horse_id
    where i.client_id = ${clientId} and i.role in ('helper', 'sharer') and i.ended_at is null and i.used_at is null and i.dies_at > clock_now()
    order by i.made_at desc`.execute(tx)
  return rows
}
