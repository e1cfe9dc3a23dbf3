import { sql } from 'kysely'
import type { ShareClosed, ShareParts, SharePurpose } from '#features/records/guests/share-contract.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

export type ShareRow = {
  id: string
  horseId: string
  horseName: string
  clientId: string
  clientName: string
  personId: string
  toName: string
  purpose: SharePurpose
  parts: ShareParts
  photoIds: string[]
  fromOn: Day | null
  madeAt: Date
  untilAt: Date
  /** As the rows have it; the plan is in the directory. */
  closed: Exclude<ShareClosed, 'plan'> | null
  endedAt: Date | null
  endedByPerson: string | null
  endedByMember: string | null
  opens: number
  lastOpenAt: Date | null
}

type Of = { id: string } | { horseId: string; clientIds?: readonly string[] } | { clientIds: readonly string[] }

/** Links to a horse, or of clients, open ones first and then the newest; each with its current state. */
export async function listShares(tx: PracticeTx, of: Of): Promise<ShareRow[]> {
  const { id = null, horseId = null, clientIds = null } = of as { id?: string; horseId?: string; clientIds?: readonly string[] }
  const { rows } = await sql<ShareRow>`
    select * from (
      select s.id, s.horse_id as "horseId", h.name as "horseName", s.client_id as "clientId", c.name as "clientName", s.person_id as "personId",
        s.to_name as "toName", s.purpose, s.parts, s.photo_ids as "photoIds", s.from_on as "fromOn", s.made_at as "madeAt",
        s.until_at as "untilAt", share_closed(s) as closed, s.ended_at as "endedAt", s.ended_by_person as "endedByPerson",
        s.ended_by_member as "endedByMember", s.opens, s.last_open_at as "lastOpenAt"
      from horse_shares s
      join horses h on h.practice_id = s.practice_id and h.id = s.horse_id
      join clients c on c.practice_id = s.practice_id and c.id = s.client_id
      where (${id}::uuid is null or s.id = ${id}) and (${horseId}::uuid is null or s.horse_id = ${horseId})
        and (${clientIds && [...clientIds]}::uuid[] is null or s.client_id = any (${clientIds && [...clientIds]}::uuid[]))
    ) one
    order by closed is not null, "madeAt" desc, id limit ${MOST_LISTED}`.execute(tx)
  return rows
}

const MOST_LISTED = 200

/** How many links of a client's are open. */
export const countOpenShares = async (tx: PracticeTx, clientId: string): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from horse_shares s where s.client_id = ${clientId} and s.until_at > clock_now()
      and share_closed(s) is null`.execute(tx)
  ).rows[0]?.n ?? 0
