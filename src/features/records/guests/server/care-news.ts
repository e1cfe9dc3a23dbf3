import { sql } from 'kysely'
import type { HorseCare } from '#features/records/guests/care-contract.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type CareNewsParams = { horseId: string; since: string | null }

/** What vets and para-professionals have written and sent about a horse since a moment, by who they are; null: ever. */
export async function listCareNews(tx: PracticeTx, { horseId, since }: CareNewsParams): Promise<HorseCare['news']> {
  const isNew = since === null ? sql<boolean>`true` : sql<boolean>`n.created_at > ${since}::timestamptz`
  const { rows } = await sql<HorseCare['news'][number]>`
    select role, count(*) filter (where kind = 'plan')::int as plans, count(*) filter (where kind = 'note')::int as notes,
      count(*) filter (where kind = 'film')::int as films, count(*) filter (where kind = 'file')::int as files,
      count(*) filter (where kind = 'mark')::int as marks
    from (
      select n.author_role as role, n.kind from care_notes n
      where n.horse_id = ${horseId} and n.kind <> 'answer' and n.deleted_at is null and n.withdrawn_at is null and ${isNew}
      union all
      select n.uploaded_by, case when n.file_type = 'radiograph' or n.mime = 'application/dicom' then 'film' else 'file' end from attachments n
      where n.horse_id = ${horseId} and n.made_by_grant is not null and n.file_id is not null and n.deleted_at is null and ${isNew}
      union all
      select 'vet', 'mark' from film_marks n where n.horse_id = ${horseId} and n.person_id is not null and n.deleted_at is null and ${isNew}) news
    where role in ('vet', 'para-professional') group by role order by role desc`.execute(tx)
  return rows
}
