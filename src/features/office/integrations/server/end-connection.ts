import { type ConnectionRow, deleteConnection } from '#features/office/integrations/server/queries.ts'
import { removeBusyBlocks } from '#features/visits/appointments/server/put-busy-blocks.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Ends a connection: it forgets its secret, what it put there, and when its member was busy there. */
export async function endConnection(tx: PracticeTx, { id, practice_id }: ConnectionRow): Promise<void> {
  await removeBusyBlocks(tx, practice_id, id)
  await deleteConnection(tx, id)
}
