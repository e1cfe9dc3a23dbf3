import { type Money, moneyOf } from '#features/records/prices/settings.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** The practice's stored money settings on this device; null: none yet. Undefined while they load. */
export function useMoneyRow(): Kept<MoneySettings> | null | undefined {
  const rows = useRows<MoneySettings>('money_settings')
  return rows && (rows[0] ?? null)
}

/** The effective money settings of this practice; undefined while they load. */
export function useMoney(): Money | undefined {
  const row = useMoneyRow()
  return row === undefined ? undefined : filled(row)
}

const filled = memoLast((row: Kept<MoneySettings> | null) => moneyOf(row ?? undefined))
