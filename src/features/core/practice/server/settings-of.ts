import { type Settings, settingsFrom } from '#features/core/practice/rules.ts'
import { toSettings } from '#features/core/practice/server/change-settings.ts'
import { findSettings } from '#features/core/practice/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The effective settings of this practice: its own, or the defaults. */
export async function settingsOf(tx: PracticeTx): Promise<Settings> {
  const row = await findSettings(tx)
  return settingsFrom(row && toSettings(row))
}
