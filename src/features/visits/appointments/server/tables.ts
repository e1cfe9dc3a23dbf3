import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    appointments: {
      practice_id: string
      id: string
      member_id: string
      client_id: string | null
      yard_id: string | null
      title: Generated<string>
      description: string | null
      location: string | null
      notes: string | null
      on_day: Day
      local_start: string
      local_end: string
      zone: string
      starts_at: Date
      ends_at: Date
      is_call_only: Generated<boolean>
      call_number: Generated<number>
      call_period: Generated<'AM' | 'PM'>
      round_rank: string | null
      status: Generated<'pencilled' | 'booked' | 'done' | 'cancelled' | 'no_show'>
      status_reason: string | null
      is_call_complete: Generated<boolean>
      completed_at: Date | null
      as_was: Json | null
      tariff: Generated<'standard' | 'emergency' | 'out-of-hours'>
    } & SyncColumns
    visit_horses: {
      practice_id: string
      id: string
      appointment_id: string
      horse_id: string | null
      client_id: string
      payer_client_id: string
      place: Generated<number>
      planned_work: string | null
      outcome: 'done' | 'not_done' | null
      reason: string | null
      completed_at: Date | null
    } & SyncColumns
    time_off: {
      practice_id: string
      id: string
      member_id: string | null
      from_day: Day
      to_day: Day
      local_start: string | null
      local_end: string | null
      kind: 'holiday' | 'course' | 'personal' | 'ill'
      title: Generated<string>
      cover_note: string | null
    } & SyncColumns
    /** When members are busy by calendars of theirs elsewhere. */
    busy_blocks: {
      practice_id: string
      id: string
      member_id: string
      connection_id: string
      source: string
      starts_at: Date
      ends_at: Date
      is_all_day: boolean
    } & SyncColumns
  }
}
