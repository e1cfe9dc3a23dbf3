import type { ClientRow } from '#features/records/clients/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

/** @throws client_not_found when this practice has no such client, or no longer. */
export async function requireClient(tx: PracticeTx, id: string): Promise<ClientRow> {
  const client = await findRow(tx, 'clients', id)
  if (!client || client.deleted_at) throw new AppError('client_not_found')
  return client
}
