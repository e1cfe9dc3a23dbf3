import type { Generated } from 'kysely'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    service_types: {
      practice_id: string
      id: string
      service_type: string
      label: string
      resets_cycle: Generated<boolean>
      is_offered: Generated<boolean>
    } & SyncColumns
  }
}
