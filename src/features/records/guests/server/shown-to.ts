import { type Portal, type PortalChoices, portalOf } from '#features/records/guests/rules.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What the practice of a transaction shows to its owners, and what they may do there. */
export async function shownTo(tx: PracticeTx): Promise<Pick<Portal, 'shows' | 'may'>> {
  const row = await tx.selectFrom('settings').select('portal').executeTakeFirst()
  return portalOf((row?.portal ?? {}) as PortalChoices)
}
