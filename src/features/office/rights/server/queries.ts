import { sql } from 'kysely'
import type { Nation } from '#lib/bank-holidays.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type RequestRow = Row<'rights_requests'>
export type NamedRequest = RequestRow & { client_name: string; client_phone: string | null }

type RequestsParams = { clientId?: string | undefined; limit: number; after?: string | undefined }

/** Requests with their clients' names, newest first; `after` is the last id of the previous page. */
export function listRequests(tx: PracticeTx, { clientId, limit, after }: RequestsParams): Promise<NamedRequest[]> {
  let query = named(tx).orderBy('r.id', 'desc').limit(limit)
  if (clientId) query = query.where('r.client_id', '=', clientId)
  if (after) query = query.where('r.id', '<', after)
  return query.execute()
}

/** @throws request_not_found when this practice has no such request */
export async function requireRequest(tx: PracticeTx, id: string): Promise<NamedRequest> {
  const row = await named(tx).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('request_not_found')
  return row
}

const named = (tx: PracticeTx) =>
  tx
    .selectFrom('rights_requests as r')
    .innerJoin('clients as c', 'c.id', 'r.client_id')
    .selectAll('r')
    .select(['c.name as client_name', 'c.phone_as_typed as client_phone'])
    .where('r.deleted_at', 'is', null)

/** The nation whose bank holidays apply to the practice. */
export async function nationOf(tx: PracticeTx): Promise<Nation> {
  const { rows } = await sql<{ nation: Nation | null }>`select practice_nation() as nation`.execute(tx)
  return rows[0]?.nation ?? 'england'
}

/** The journal's entries about one request, and about the actions on its client for it, newest first. */
export const listJournal = (tx: PracticeTx, { id, client_id }: Pick<RequestRow, 'id' | 'client_id'>) =>
  tx
    .selectFrom('activity as a')
    .leftJoin('members as m', 'm.id', 'a.member_id')
    .select(['a.id', 'a.at', 'a.verb', 'a.after', 'm.name'])
    .where((eb) =>
      eb.or([
        eb.and([eb('a.entity', '=', 'rights_requests'), eb('a.entity_id', '=', id)]),
        // The pack and the erasure are journalled under the client.
        eb.and([eb('a.entity', '=', 'clients'), eb('a.entity_id', '=', client_id), sql<boolean>`a.after ->> 'requestId' = ${id}`]),
      ]),
    )
    .orderBy('a.id', 'desc')
    .execute()

/** Texts and e-mails about one request, newest first. */
export const listTexts = (tx: PracticeTx, id: string) =>
  tx
    .selectFrom('notices')
    .select(['id', 'kind', 'channel', 'body', 'state', 'created_at'])
    .where('subject_id', '=', id)
    .where('kind', 'in', ['rights', 'rights_done'])
    .orderBy('created_at', 'desc')
    .execute()
