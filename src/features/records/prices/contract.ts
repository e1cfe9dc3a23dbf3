import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { MOST_PENCE } from '#lib/money.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    price_items: PriceItem
    price_overrides: PriceOverride
  }
}

const Pence = z.int().min(0).max(MOST_PENCE)
const Id = z.string().max(60)

/** One line of the price list: the price of a kind of work where no other price was agreed. Whole pence. */
export const PriceItem = z
  .object({
    id: z.string(),
    /** The key of the work in work entries and plans; one line per kind. */
    serviceType: z.string(),
    /** The label on the list. */
    label: z.string(),
    unitPence: z.int(),
    /** In hundredths of a percent; 0: none charged. */
    vatRateBp: z.int(),
  })
  .meta({ id: 'PriceItem' })
export type PriceItem = z.output<typeof PriceItem>

export const PriceItemChange = z
  .object({ label: z.string().trim().min(1).max(120), unitPence: Pence, vatRateBp: z.int().min(0).max(10_000) })
  .partial()
  .meta({ id: 'PriceItemChange' })
export type PriceItemChange = z.input<typeof PriceItemChange>

/** The price of a kind of work; there is one line per kind, so adding it again changes it. */
export const NewPriceItem = z
  .object({
    serviceType: z.string().trim().min(1).max(120),
    label: z.string().trim().min(1).max(120).optional(),
    unitPence: Pence,
    vatRateBp: z.int().min(0).max(10_000).optional(),
  })
  .meta({ id: 'NewPriceItem' })
export type NewPriceItem = z.input<typeof NewPriceItem>

/** A price agreed for one horse, for all horses of a client, or for a yard. Without pence the list's price applies again. */
export const PriceOverride = z
  .object({
    id: z.string(),
    priceItemId: z.string(),
    clientId: z.string().nullable(),
    horseId: z.string().nullable(),
    yardId: z.string().nullable(),
    unitPence: z.int().nullable(),
  })
  .meta({ id: 'PriceOverride' })
export type PriceOverride = z.output<typeof PriceOverride>

/** Exactly one of horse, client and yard; there is one price for each of them and kind of work, so setting it again changes it. */
export const NewPriceOverride = z
  .object({
    priceItemId: Id,
    clientId: Id.nullish(),
    horseId: Id.nullish(),
    yardId: Id.nullish(),
    unitPence: Pence.nullable(),
  })
  .meta({ id: 'NewPriceOverride' })
export type NewPriceOverride = z.input<typeof NewPriceOverride>

export const PriceOverrideChange = z.object({ unitPence: Pence.nullable() }).partial().meta({ id: 'PriceOverrideChange' })
export type PriceOverrideChange = z.input<typeof PriceOverrideChange>

const byId = z.object({ id: Id })

export const moneyEndpoints = {
  items: endpoint({
    method: 'GET',
    path: '/api/price-items',
    audience: 'member',
    scope: 'invoices:read',
    summary: 'The price list; not for apprentices',
    response: z.array(PriceItem),
  }),
  addItem: endpoint({
    method: 'POST',
    path: '/api/price-items',
    audience: 'member',
    record: 'price_items',
    summary: 'Put a kind of work on the price list; owners and the office only',
    body: NewPriceItem,
    response: PriceItem,
    status: 201,
  }),
  changeItem: endpoint({
    method: 'PUT',
    path: '/api/price-items/:id',
    audience: 'member',
    record: 'price_items',
    summary: 'Change a line of the price list; owners and the office only',
    params: byId,
    body: PriceItemChange,
    response: PriceItem,
  }),
  overrides: endpoint({
    method: 'GET',
    path: '/api/price-overrides',
    audience: 'member',
    scope: 'invoices:read',
    summary: 'Prices agreed for a horse, a client or a yard; not for apprentices',
    response: z.array(PriceOverride),
  }),
  setOverride: endpoint({
    method: 'PUT',
    path: '/api/price-overrides',
    audience: 'member',
    record: 'price_overrides',
    summary: 'Agree a price for a horse, a client or a yard; null goes back to the list',
    body: NewPriceOverride,
    response: PriceOverride,
  }),
}
