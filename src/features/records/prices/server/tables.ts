import type { Generated } from 'kysely'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    price_items: {
      practice_id: string
      id: string
      service_type: string
      label: string
      unit_pence: number
      vat_rate_bp: Generated<number>
    } & SyncColumns
    price_overrides: {
      practice_id: string
      id: string
      price_item_id: string
      client_id: string | null
      horse_id: string | null
      yard_id: string | null
      unit_pence: number | null
    } & SyncColumns
    /** What differs from the defaults, column by column. */
    money_settings: {
      practice_id: string
      id: string
      invoicing: Generated<Json>
      vat: Generated<Json>
      bank: Generated<Json>
      fees: Generated<Json>
      tax: Generated<Json>
    } & SyncColumns
  }
}
