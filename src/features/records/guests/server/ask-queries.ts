import { may } from '#features/core/practice/rules.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type AskRow = Row<'owner_asks'>

type AsksParams = { clientId?: string | undefined; isUnseen: boolean; limit: number; after?: string | undefined }

/** Owners' requests, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listAsks(tx: PracticeTx, { clientId, isUnseen, limit, after }: AsksParams): Promise<AskRow[]> {
  let query = tx.selectFrom('owner_asks').selectAll().where('deleted_at', 'is', null).orderBy('id', 'desc').limit(limit)
  if (clientId) query = query.where('client_id', '=', clientId)
  if (isUnseen) query = query.where('seen_at', 'is', null)
  if (after) query = query.where('id', '<', after)
  return query.execute()
}

/** A client's requests, or those about a yard, that no one has seen to yet. */
export const listWaiting = (tx: PracticeTx, { clientId, yardId }: { clientId: string | null; yardId: string | null }): Promise<AskRow[]> =>
  tx
    .selectFrom('owner_asks')
    .selectAll()
    .where(clientId ? 'client_id' : 'yard_id', '=', clientId ?? yardId)
    .where('seen_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

/** The members who may answer owners. */
export const listMembersWhoAnswer = async (tx: PracticeTx): Promise<string[]> =>
  (await tx.selectFrom('members').select(['id', 'role']).where('is_active', '=', true).where('deleted_at', 'is', null).execute()).flatMap(
    ({ id, role }) => (may(role, 'runPortal') ? [id] : []),
  )

/** The names of a request's client, yard and horse. */
export async function namesOf(tx: PracticeTx, { client_id, yard_id, horse_id }: Pick<AskRow, 'client_id' | 'yard_id' | 'horse_id'>) {
  const nameOf = async (table: 'clients' | 'yards' | 'horses', id: string | null) =>
    id === null ? null : ((await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name ?? null)
  const client = await nameOf('clients', client_id)
  return {
    client: client_id ? (client ?? 'An owner') : null,
    yard: await nameOf('yards', yard_id),
    horse: await nameOf('horses', horse_id),
  }
}
