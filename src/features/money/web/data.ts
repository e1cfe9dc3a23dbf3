import type { PriceItem, PriceOverride } from '#features/money/contract.ts'
import { inListOrder, overrideId, type PriceFor, priceFor } from '#features/money/rules.ts'
import { memoLast } from '#lib/memo-last.ts'
import { record } from '#platform/web/outbox.ts'
import { readRow } from '#platform/web/use-rows.ts'

/** A horse as far as prices go. */
export type PricedHorse = {
  id: string
  name: string
  clientId: string
  yardId: string | null
  /** What it had last: its usual work. */
  lastServiceType?: string | null
}

/** The list in its order, made anew only when a line of it changes. */
export const inOrder = memoLast((items: readonly PriceItem[]) => inListOrder(items))

/** What a horse's work costs without a price of its own: what the field of an agreed price would stand over. */
export const priceWithout = (items: readonly PriceItem[], overrides: readonly PriceOverride[], where: PriceFor, serviceType: string) =>
  priceFor(items, overrides, { ...where, horseId: null }, serviceType)

/** Records prices agreed for a horse, by line of the list; null gives one back to the list. All of them, or none. */
export async function agreeForHorse(
  horseId: string,
  prices: readonly { priceItemId: string; unitPence: number | null }[],
): Promise<boolean> {
  const changes = await Promise.all(
    prices.map(async ({ priceItemId, unitPence }) => {
      const id = overrideId(priceItemId, horseId)
      if (await readRow<PriceOverride>('price_overrides', id)) {
        return { action: 'UPDATE', entity: 'price_overrides', id, data: { unitPence } } as const
      }
      const data = { priceItemId, horseId, clientId: null, yardId: null, unitPence }
      return { action: 'CREATE', entity: 'price_overrides', id, data } as const
    }),
  )
  return (await record(changes)) !== false
}

/** Records new prices of the list, by line. */
export const changePrices = async (prices: readonly { id: string; unitPence: number }[]): Promise<boolean> =>
  (await record(prices.map(({ id, unitPence }) => ({ action: 'UPDATE', entity: 'price_items', id, data: { unitPence } })))) !== false
