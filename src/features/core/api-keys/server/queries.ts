import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'

/** A key that was not revoked, with the name of the member for whom it acts. */
export type KeyRow = {
  id: string
  name: string
  scopes: string[]
  made_at: Date
  expires_on: Day | null
  last_used_on: Day | null
  made_by: string
}

/** The practice's keys that were not revoked, the newest first. */
export const listKeys = (tx: PracticeTx): Promise<KeyRow[]> =>
  tx
    .selectFrom('api_keys as k')
    .innerJoin('members as m', (join) => join.onRef('m.practice_id', '=', 'k.practice_id').onRef('m.id', '=', 'k.member_id'))
    .select(['k.id', 'k.name', 'k.scopes', 'k.made_at', 'k.expires_on', 'k.last_used_on', 'm.name as made_by'])
    .where('k.revoked_at', 'is', null)
    .orderBy('k.made_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute()

type NewKey = { practice_id: string; id: string; member_id: string; name: string; scopes: string[]; expires_on: Day | null }

export const insertKey = (tx: PracticeTx, row: NewKey) =>
  tx
    .insertInto('api_keys')
    .values({ ...row, made_at: currentTime() })
    .execute()

/** Revokes keys in the practice, and returns what they are called: one by its id, or all of a member. */
export const revokeKeys = (tx: PracticeTx, which: { id: string } | { member_id: string }): Promise<{ id: string; name: string }[]> =>
  tx
    .updateTable('api_keys')
    .set({ revoked_at: currentTime() })
    .where((eb) => eb.and(which))
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute()

type Opening = { key_hash: Buffer; id: string; practice_id: string; person_id: string }

export const insertOpening = (tx: DirectoryTx, row: Opening) => tx.insertInto('directory.api_keys').values(row).execute()

export const deleteOpening = (tx: DirectoryTx, id: string) => tx.deleteFrom('directory.api_keys').where('id', '=', id).execute()
