import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    work_entries: {
      practice_id: string
      id: string
      horse_id: string
      visit_horse_id: string | null
      member_id: string
      service_type: string
      work_date: Day
      description: string | null
      findings: string | null
      recommendations: string | null
      resets_cycle: Generated<boolean>
      setup: Json | null
      setup_schema: Generated<number>
    } & SyncColumns
    work_templates: {
      practice_id: string
      id: string
      name: string
      service_type: string
      setup: Json | null
      setup_schema: Generated<number>
      description: string | null
      recommendations: string | null
      resets_cycle: Generated<boolean>
    } & SyncColumns
  }
}
