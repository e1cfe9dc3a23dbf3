import type { Generated } from 'kysely'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    voice_notes: {
      practice_id: string
      id: string
      horse_id: string
      appointment_id: string | null
      visit_horse_id: string | null
      work_entry_id: string | null
      member_id: string
      file_id: string | null
      file_name: string
      service_type: Generated<string>
      description: string
      mime: string
      bytes: number
      duration_ms: number | null
      waveform: number[] | null
      recorded_at: Date
      transcript: string | null
      transcript_state: Generated<'none' | 'waiting' | 'working' | 'done' | 'failed'>
      transcript_note: string | null
      transcript_tries: Generated<number>
    } & SyncColumns
  }
}
