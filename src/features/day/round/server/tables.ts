import type { ColumnType, Generated } from 'kysely'
import type { TravelTable } from '#features/day/round/contract.ts'
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
    travel_tables: {
      practice_id: string
      id: string
      member_id: string
      on_day: Day
      engine: TravelTable['engine']
      /** Both written as JSON text: the driver would make arrays of PostgreSQL's own of lists. */
      places: ColumnType<TravelTable['places'], string, string>
      legs: ColumnType<TravelTable['legs'], string, string>
      made_at: Date
    } & SyncColumns
  }
}
