import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    visit_answers: {
      practice_id: string
      id: string
      appointment_id: string
      client_id: string
      kind: 'confirmed' | 'move' | 'add_horse' | 'box_rest' | 'gate_code' | 'cancel' | 'cancelled'
      horse_id: string | null
      horse_name: string | null
      work: string | null
      until_on: Day | null
      words: string | null
      /** When the visit was to be as they answered. */
      visit_start: Date
      said_at: Date
      seen_at: Date | null
      seen_by: string | null
    } & SyncColumns
  }
}
