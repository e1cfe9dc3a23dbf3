import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { type Price, priceFor } from '#features/records/prices/rules.ts'
import { OWN_FIELD, type Whose, whereOf } from '#features/records/prices/web/data.ts'
import { pounds } from '#lib/money.ts'

/** Whom a price was agreed for: `for Biscuit`, `for this owner`. */
export const forWhom = (from: Exclude<Price['from'], 'list'>, horse = 'this horse'): string =>
  ({ horse: `for ${horse}`, client: 'for this owner', yard: 'for the yard' })[from]

/** The price that applies without their own: `£150 on the price list`, `£140 agreed for this owner`. Undefined when the list has no such work. */
export function elseWords(
  items: readonly PriceItem[],
  overrides: readonly PriceOverride[],
  whose: Whose,
  serviceType: string,
): string | undefined {
  const price = priceFor(items, overrides, { ...whereOf(whose), [OWN_FIELD[whose.kind]]: null }, serviceType)
  return price && `${pounds(price.pence)} ${price.from === 'list' ? 'on the price list' : `agreed ${forWhom(price.from)}`}`
}
