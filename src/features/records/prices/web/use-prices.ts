import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import type { ServiceType } from '#features/records/kinds/contract.ts'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { type Price, type PriceFor, priceFor } from '#features/records/prices/rules.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A function that returns the price of work for a place; undefined while the list loads, and for members who see no money. */
export function usePrices(): ((where: PriceFor, serviceType: string) => Price | undefined) | undefined {
  const role = useSession<CurrentUser>().user?.role
  const items = useRows<PriceItem>('price_items')
  const overrides = useRows<PriceOverride>('price_overrides')
  if (!seesMoney(role) || !items || !overrides) return undefined
  return (where, serviceType) => priceFor(items, overrides, where, serviceType)
}

/** The price list as far as it is offered: a removed kind of work keeps its price for what is on record. Undefined while it loads. */
export function useListItems(): readonly Kept<PriceItem>[] | undefined {
  const items = useRows<PriceItem>('price_items')
  const kinds = useRows<ServiceType>('service_types')
  return items && kinds && offeredOf(items, kinds)
}

const offeredOf = memoLast((items: readonly Kept<PriceItem>[], kinds: readonly ServiceType[]) => {
  const removed = new Set(kinds.flatMap(({ serviceType, isOffered }) => (isOffered ? [] : [serviceType])))
  return removed.size === 0 ? items : items.filter(({ serviceType }) => !removed.has(serviceType))
})
