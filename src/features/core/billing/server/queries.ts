import type { Selectable, Updateable } from 'kysely'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

type PracticeTable = DirectoryTables['directory.practices']
export type PlanOwner = Selectable<PracticeTable>

export const findPlan = (tx: DirectoryTx, practiceId: string): Promise<PlanOwner | undefined> =>
  tx.selectFrom('directory.practices').selectAll().where('id', '=', practiceId).executeTakeFirst()

/** The same, held until the transaction ends. */
export const holdPlan = (tx: DirectoryTx, practiceId: string): Promise<PlanOwner | undefined> =>
  tx.selectFrom('directory.practices').selectAll().where('id', '=', practiceId).forUpdate().executeTakeFirst()

export const updatePlan = (tx: DirectoryTx, practiceId: string, changes: Updateable<PracticeTable>) =>
  tx.updateTable('directory.practices').set(changes).where('id', '=', practiceId).execute()

/** False when it came before. */
export async function insertEvent(tx: DirectoryTx, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('directory.billing_events')
    .values({ id })
    .onConflict((clash) => clash.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findEmail = async (tx: DirectoryTx, personId: string): Promise<string | undefined> =>
  (await tx.selectFrom('directory.people').select('email').where('id', '=', personId).executeTakeFirst())?.email ?? undefined
