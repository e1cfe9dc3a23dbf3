import type { Insertable, Selectable } from 'kysely'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

export type InvitationRow = Selectable<DirectoryTables['directory.invitations']>
/** The hash that makes a link valid, whether it was mailed, and when it expires. */
export type Key = Pick<InvitationRow, 'token_hash' | 'is_mailed' | 'expires_at'>

/** False when the address is invited to that practice already. */
export async function insertInvitation(tx: DirectoryTx, row: Insertable<DirectoryTables['directory.invitations']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('directory.invitations')
    .values(row)
    .onConflict((clash) => clash.columns(['practice_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The invitations of one practice, by name. */
export const listInvitations = (tx: DirectoryTx, practiceId: string): Promise<InvitationRow[]> =>
  tx
    .selectFrom('directory.invitations')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .orderBy('first_name')
    .orderBy('last_name')
    .execute()

/** The valid invitations to an address, with the name of the practice. */
export const listInvitationsTo = (tx: DirectoryTx, email: string, now: Date): Promise<(InvitationRow & { practice_name: string })[]> =>
  tx
    .selectFrom('directory.invitations as i')
    .innerJoin('directory.practices as p', 'p.id', 'i.practice_id')
    .selectAll('i')
    .select('p.name as practice_name')
    .where('i.email', '=', email)
    .where('i.expires_at', '>', now)
    .orderBy('p.name')
    .execute()

export const findInvitation = (tx: DirectoryTx, practiceId: string, id: string): Promise<InvitationRow | undefined> =>
  tx.selectFrom('directory.invitations').selectAll().where('practice_id', '=', practiceId).where('id', '=', id).executeTakeFirst()

/** The one a living link opens. */
export const findInvitationByHash = (tx: DirectoryTx, hash: Buffer, now: Date): Promise<InvitationRow | undefined> =>
  tx.selectFrom('directory.invitations').selectAll().where('token_hash', '=', hash).where('expires_at', '>', now).executeTakeFirst()

/** Replaces the link with a new one. */
export const renewInvitation = (tx: DirectoryTx, id: string, key: Key) =>
  tx.updateTable('directory.invitations').set(key).where('id', '=', id).execute()

/** Ends an invitation with its link; of two concurrent calls only one gets true. */
export async function deleteInvitation(tx: DirectoryTx, { id, token_hash }: Pick<InvitationRow, 'id' | 'token_hash'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('directory.invitations')
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
