import { sql } from 'kysely'
import type { NoticeState } from '#features/core/notices/contract.ts'
import type { TermsSection } from '#features/records/terms/contract.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type AcceptanceRow = Row<'terms_acceptances'>
export type VersionRow = { id: string; number: number; in_force_on: Day; sections: TermsSection[] }

const versions = (tx: PracticeTx) => tx.selectFrom('terms_versions').select(['id', 'number', 'in_force_on', 'sections'])

/** Every version, the newest first. */
export const listVersions = (tx: PracticeTx): Promise<VersionRow[]> => versions(tx).orderBy('number', 'desc').execute()

/** The version in force: the newest; undefined as long as there is none. */
export const findInForce = (tx: PracticeTx): Promise<VersionRow | undefined> =>
  versions(tx).orderBy('number', 'desc').limit(1).executeTakeFirst()

/** One version. */
export const findVersion = (tx: PracticeTx, id: string): Promise<VersionRow | undefined> =>
  versions(tx).where('id', '=', id).executeTakeFirst()

type NewVersion = Omit<VersionRow, 'sections'> & { practice_id: string; member_id: string | null; sections: readonly TermsSection[] }

/** Creates a version; it never changes afterwards. */
export const insertVersion = (tx: PracticeTx, { sections, ...version }: NewVersion): Promise<VersionRow> =>
  tx
    .insertInto('terms_versions')
    .values({ ...version, sections: JSON.stringify(sections) })
    .returning(['id', 'number', 'in_force_on', 'sections'])
    .executeTakeFirstOrThrow()

type AcceptancesParams = { clientId?: string | undefined; limit: number; after?: string | undefined }

/** Acceptances, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listAcceptances(tx: PracticeTx, { clientId, limit, after }: AcceptancesParams): Promise<AcceptanceRow[]> {
  let query = tx.selectFrom('terms_acceptances').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc').limit(limit)
  if (clientId) query = query.where('client_id', '=', clientId)
  if (after) query = query.where('id', '<', after)
  return query.execute()
}

/** A client's acceptance of a version by a link. */
export const findSigned = (tx: PracticeTx, clientId: string, versionId: string): Promise<AcceptanceRow | undefined> =>
  tx
    .selectFrom('terms_acceptances')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('version_id', '=', versionId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** One acceptance. @throws acceptance_not_found */
export async function requireAcceptance(tx: PracticeTx, id: string): Promise<AcceptanceRow> {
  const query = tx.selectFrom('terms_acceptances').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const row = await query.executeTakeFirst()
  if (!row) throw new AppError('acceptance_not_found')
  return row
}

/** Clients beyond these were not sent their terms lately. */
const MOST_SENT = 500

type SentRow = { client_id: string; created_at: Date; state: NoticeState; number: number }

/** The newest text with the terms to each client, newest first. */
export async function listSent(tx: PracticeTx): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select * from (
      select distinct on (n.client_id) n.client_id, n.created_at, n.state, v.number
      from notices n join terms_versions v on v.practice_id = n.practice_id and v.id = n.subject_id
      where n.kind = 'terms' and n.client_id is not null
      order by n.client_id, n.created_at desc) newest
    order by created_at desc limit ${MOST_SENT}`.execute(tx)
  return rows
}
