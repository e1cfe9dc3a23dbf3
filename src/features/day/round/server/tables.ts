import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    rounds: {
      practice_id: string
      id: string
      member_id: string
      on_day: Day
      state: Generated<'planned' | 'running' | 'paused' | 'late' | 'finished'>
      reason: string | null
      late_minutes: number | null
      said_at: Date | null
    } & SyncColumns
  }
}
