import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    tasks: {
      practice_id: string
      id: string
      horse_id: string | null
      client_id: string | null
      yard_id: string | null
      appointment_id: string | null
      work_entry_id: string | null
      title: string
      notes: string | null
      due_on: Day | null
      for_whom: Generated<'farrier' | 'owner'>
      member_id: string
      done_at: Date | null
      done_by: string | null
    } & SyncColumns
  }
}
