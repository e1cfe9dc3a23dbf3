import type { PriceItem, PriceOverride } from '#features/money/contract.ts'
import { type Price, type PriceFor, priceFor } from '#features/money/rules.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { seesMoney } from '#features/practice/rules.ts'
import { useSession } from '#platform/web/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Asks what work costs somewhere; undefined while the list loads, and for who sees no money. */
export function usePrices(): ((where: PriceFor, serviceType: string) => Price | undefined) | undefined {
  const role = useSession<CurrentUser>().user?.role
  const items = useRows<PriceItem>('price_items')
  const overrides = useRows<PriceOverride>('price_overrides')
  if (!seesMoney(role) || !items || !overrides) return undefined
  return (where, serviceType) => priceFor(items, overrides, where, serviceType)
}
