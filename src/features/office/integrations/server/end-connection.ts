import { ROADS, WEATHERS } from '#connectors/registry.ts'
import { removeTravelTables } from '#features/day/round/server/put-travel-table.ts'
import { removeForecasts } from '#features/day/weather/server/put-forecasts.ts'
import { forgetReviewRequests } from '#features/office/integrations/server/forget-review-requests.ts'
import { type ConnectionRow, deleteConnection } from '#features/office/integrations/server/queries.ts'
import { removeBusyBlocks } from '#features/visits/appointments/server/put-busy-blocks.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Ends a connection: it forgets its secret, what it put there, and what it read there. Returns how it was last. */
export async function endConnection(tx: PracticeTx, row: ConnectionRow): Promise<ConnectionRow | undefined> {
  await forgetRead(tx, row)
  return deleteConnection(tx, row.id)
}

/** Removes what was read there, as when a connection is switched off: when its member is busy, road times, forecasts; and what still waits. */
export async function forgetRead(tx: PracticeTx, { connector, id, practice_id }: ConnectionRow): Promise<void> {
  await removeBusyBlocks(tx, practice_id, id)
  if (ROADS[connector]) await removeTravelTables(tx)
  if (connector === 'reviews') await forgetReviewRequests(tx)
  if (WEATHERS[connector]) await removeForecasts(tx, practice_id)
}
