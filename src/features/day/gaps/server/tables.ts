import type { ColumnType, Generated } from 'kysely'
import type { Day, WallTime } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

type OfferedHorseColumn = { horseId: string; plannedWork: string | null }

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    slot_offers: {
      practice_id: string
      id: string
      /** The id that offers made together share. */
      gap_id: string
      client_id: string
      member_id: string
      on_day: Day
      local_start: WallTime
      local_end: WallTime
      zone: string
      starts_at: Date
      ends_at: Date
      yard_id: string | null
      /** Written as JSON text: the driver would make an array of PostgreSQL's own of a list. */
      horses: ColumnType<OfferedHorseColumn[], string, string>
      expires_at: Date
      state: Generated<'offered' | 'taken' | 'gone' | 'declined' | 'withdrawn'>
      state_at: Date
      appointment_id: string | null
      asked_by: string
    } & SyncColumns
  }
}
