import type { Insertable } from 'kysely'
import { cast, castHorse } from '#db/cast.ts'
import { kindId, STANDARD_KINDS } from '#features/records/kinds/rules.ts'
import { FIRST_PRICES, overrideId, priceItemId } from '#features/records/prices/rules.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

/** The price list a practice starts with. */
export const priceItemRows = (): Bare<'price_items'>[] =>
  FIRST_PRICES.map(({ serviceType, label, unitPence }) => ({
    id: priceItemId(cast.practice.id, serviceType),
    service_type: serviceType,
    label,
    unit_pence: unitPence,
  }))

/** The kinds of work a practice starts with, and one the demo practice added. */
export const kindRows = (): Bare<'service_types'>[] =>
  [...STANDARD_KINDS, { serviceType: SHOE_BACK_ON, label: SHOE_BACK_ON, resetsCycle: false }].map(
    ({ serviceType, label, resetsCycle }) => ({
      id: kindId(cast.practice.id, serviceType),
      service_type: serviceType,
      label,
      resets_cycle: resetsCycle,
    }),
  )

const SHOE_BACK_ON = 'Shoe back on'

/** Agreed prices: horses that take longer, an owner of many, a yard where all are done in a row. */
export const priceOverrideRows = (): Bare<'price_overrides'>[] => {
  const [biscuit, sarah, hollybush] = [castHorse('Biscuit').id, cast.clients.sarahPenrose.id, cast.yards.hollybush.id]
  const dArtagnan = castHorse("D'Artagnan").id
  return [
    { ...agreed('Full set refit', dArtagnan, 17_000), horse_id: dArtagnan },
    { ...agreed('Full set refit', biscuit, 16_500), horse_id: biscuit },
    { ...agreed('Full set new', sarah, 17_000), client_id: sarah },
    { ...agreed('Trim', hollybush, 3000), yard_id: hollybush },
  ]
}

function agreed(serviceType: string, whose: string, pence: number): Bare<'price_overrides'> {
  const item = priceItemId(cast.practice.id, serviceType)
  const none = { horse_id: null, client_id: null, yard_id: null }
  return { id: overrideId(item, whose), price_item_id: item, ...none, unit_pence: pence }
}
