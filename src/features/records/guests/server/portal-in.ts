import { type Portal, type PortalChoices, portalOf } from '#features/core/practice/portal.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The choices about its portal of the practice of the transaction. */
export async function portalIn(tx: PracticeTx): Promise<Portal> {
  const row = await tx.selectFrom('settings').select('portal').executeTakeFirst()
  return portalOf((row?.portal ?? {}) as PortalChoices)
}
