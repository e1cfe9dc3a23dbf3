import { toMoneySettings } from '#features/records/prices/server/settings.ts'
import { type Money, moneyOf, moneySettingsId } from '#features/records/prices/settings.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

/** The effective money settings of this practice, with every field set. */
export async function moneyIn(tx: PracticeTx, practiceId: string): Promise<Money> {
  const row = await findRow(tx, 'money_settings', moneySettingsId(practiceId))
  return moneyOf(row && toMoneySettings(row))
}
