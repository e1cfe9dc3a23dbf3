import { sql } from 'kysely'
import type { CareNote } from '#features/visits/care/contract.ts'
import type { CareRow } from '#features/visits/care/server/rows.ts'
import { toNote } from '#features/visits/care/server/service.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Of = { horseIds: readonly string[]; clientId: string; onDay: Day; zone: string }

/**
 * The plans in force for horses on a day, as their owner may read them now, by horse: the last of that day or before that was not
 * withdrawn. Leaves out what a vet keeps back, and what dates from an earlier owner.
 */
export async function plansForOwner(tx: PracticeTx, { horseIds, clientId, onDay, zone }: Of): Promise<Map<string, CareNote>> {
  if (horseIds.length === 0) return new Map()
  const { rows } = await sql<CareRow>`
    select distinct on (n.horse_id) n.* from care_notes n join horses h on h.practice_id = n.practice_id and h.id = n.horse_id
    where n.horse_id = any (${[...horseIds]}::uuid[]) and n.kind = 'plan' and n.deleted_at is null and n.withdrawn_at is null
      and (n.owner_sees_from is null or n.owner_sees_from <= clock_now()::date)
      and (n.said_at at time zone ${zone})::date <= ${onDay}
      and (h.client_id = ${clientId} and n.said_at::date >= coalesce((
          select max(time_begins(o)) from horse_owners o where o.practice_id = h.practice_id and o.horse_id = h.id and o.client_id = h.client_id
            and o.to_on is null), '-infinity')
        or exists (select from horse_owners o where o.practice_id = n.practice_id and o.horse_id = n.horse_id and o.client_id = ${clientId}
          and o.to_on is not null and n.said_at::date between time_begins(o) and o.to_on))
    order by n.horse_id, n.said_at desc, n.id desc`.execute(tx)
  return new Map(rows.map((row) => [row.horse_id, toNote(row)]))
}
