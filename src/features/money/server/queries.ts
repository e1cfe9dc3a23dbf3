import type { PracticeTx } from '#platform/server/db.ts'
import type { Row } from '#platform/server/rows.ts'

export type PriceItemRow = Row<'price_items'>
export type PriceOverrideRow = Row<'price_overrides'>

export const listItems = (tx: PracticeTx): Promise<PriceItemRow[]> =>
  tx.selectFrom('price_items').selectAll().where('deleted_at', 'is', null).execute()

export const findItem = (tx: PracticeTx, id: string): Promise<PriceItemRow | undefined> =>
  tx.selectFrom('price_items').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** What was agreed, without what went back to the list. */
export const listOverrides = (tx: PracticeTx): Promise<PriceOverrideRow[]> =>
  tx
    .selectFrom('price_overrides')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('unit_pence', 'is not', null)
    .orderBy('id')
    .limit(20_000)
    .execute()

export const findOverride = (tx: PracticeTx, id: string): Promise<PriceOverrideRow | undefined> =>
  tx.selectFrom('price_overrides').selectAll().where('id', '=', id).executeTakeFirst()
