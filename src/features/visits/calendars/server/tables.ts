import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** What members did to our entries in their calendars. */
    calendar_changes: {
      practice_id: string
      id: string
      member_id: string
      appointment_id: string
      kind: 'moved' | 'deleted' | 'new'
      calendar: string
      was_day: Day | null
      was_start: Date | null
      was_end: Date | null
      now_day: Day | null
      now_start: Date | null
      now_end: Date | null
      state: 'open' | 'applied' | 'put_back'
      decided_at: Date | null
    } & SyncColumns
    /** The sealed address of each owner's calendar. */
    owner_calendars: {
      practice_id: string
      client_id: string
      secret: Buffer
      vault_key_id: string
    }
  }
}
