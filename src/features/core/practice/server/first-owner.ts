import '#features/core/practice/server/tables.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The id of the owner who has been here longest, as a member; a practice always has one. */
export async function firstOwner(tx: PracticeTx): Promise<string> {
  const owners = tx.selectFrom('members').select('id').where('role', '=', 'owner').where('is_active', '=', true)
  return (await owners.orderBy('id').limit(1).executeTakeFirstOrThrow()).id
}
