import { useMemo } from 'react'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { autoReplyOf, seesMoney, settingsFrom } from '#features/core/practice/rules.ts'
import type { Pricing } from '#features/ledger/invoices/rules.ts'
import type { ServiceType } from '#features/records/kinds/contract.ts'
import { kindsFrom, labelOf } from '#features/records/kinds/rules.ts'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { moneyOf } from '#features/records/prices/settings.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import { useSession } from '#platform/web/session/session.ts'
import { readRows, useRows } from '#platform/web/use-rows.ts'

type Rows = {
  items: readonly PriceItem[]
  overrides: readonly PriceOverride[]
  money: readonly MoneySettings[]
  settings: readonly PracticeSettings[]
  kinds: readonly ServiceType[]
}

/** The input for prices; undefined while loading, and for members who see no money. */
export function usePricing(): Pricing | undefined {
  const role = useSession<CurrentUser>().user?.role
  const items = useRows<PriceItem>('price_items')
  const overrides = useRows<PriceOverride>('price_overrides')
  const money = useRows<MoneySettings>('money_settings')
  const settings = useRows<PracticeSettings>('settings')
  const kinds = useRows<ServiceType>('service_types')
  return useMemo(
    () =>
      seesMoney(role) && items && overrides && money && settings && kinds
        ? pricingOf({ items, overrides, money, settings, kinds })
        : undefined,
    [role, items, overrides, money, settings, kinds],
  )
}

/** The same for a command, from the disk. */
export async function readPricing(): Promise<Pricing> {
  const [items, overrides, money, settings, kinds] = await Promise.all([
    readRows<PriceItem>('price_items'),
    readRows<PriceOverride>('price_overrides'),
    readRows<MoneySettings>('money_settings'),
    readRows<PracticeSettings>('settings'),
    readRows<ServiceType>('service_types'),
  ])
  return pricingOf({ items, overrides, money, settings, kinds })
}

function pricingOf({ items, overrides, money, settings, kinds }: Rows): Pricing {
  const known = kindsFrom(kinds)
  return {
    items,
    overrides,
    money: moneyOf(money[0]),
    rates: autoReplyOf(settingsFrom(settings[0])),
    labelOf: (serviceType) => labelOf(known, serviceType),
  }
}
