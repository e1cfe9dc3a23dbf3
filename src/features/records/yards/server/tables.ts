import type { PositionSource } from '#lib/position-fields.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    yards: {
      practice_id: string
      id: string
      name: string
      address: string | null
      postcode: string | null
      lat: number | null
      lng: number | null
      position_source: PositionSource | null
      what3words: string | null
      access_notes: string | null
      gate_code: string | null
      has_cover: boolean | null
      has_lights: boolean | null
      contact_client_id: string | null
      payer_client_id: string | null
    } & SyncColumns
  }
}
