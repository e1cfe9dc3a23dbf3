import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type PriceItemRow = Row<'price_items'>
export type PriceOverrideRow = Row<'price_overrides'>

export const listItems = (tx: PracticeTx): Promise<PriceItemRow[]> =>
  tx.selectFrom('price_items').selectAll().where('deleted_at', 'is', null).execute()

export async function findItem(tx: PracticeTx, id: string): Promise<PriceItemRow | undefined> {
  const item = await findRow(tx, 'price_items', id)
  return item?.deleted_at ? undefined : item
}

/** The agreed prices, without the ones that returned to the list's price. */
export const listOverrides = (tx: PracticeTx): Promise<PriceOverrideRow[]> =>
  tx
    .selectFrom('price_overrides')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('unit_pence', 'is not', null)
    .orderBy('id')
    .limit(20_000)
    .execute()

export const findOverride = (tx: PracticeTx, id: string): Promise<PriceOverrideRow | undefined> => findRow(tx, 'price_overrides', id)
