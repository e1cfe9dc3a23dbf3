import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

/** Tenant tables of what is kept of a horse: work, what is to do, files and voice notes. */
export interface WorkTables {
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
  files: {
    practice_id: string
    id: string
    /** Hex; as announced until it is stored. */
    sha256: string | null
    bytes: number | null
    mime: Generated<string>
    store_key: string | null
    state: Generated<'uploading' | 'stored' | 'refused'>
    made_by_kind: Generated<'member' | 'client' | 'vet' | 'para'>
    made_by_person: string
    upload_key: Buffer | null
    upload_ends_at: Date | null
    state_at: Generated<Date>
    pictures_asked_at: Date | null
    pictures_fault: 'too_large' | 'unreadable' | 'too_heavy' | 'too_slow' | 'no_ffmpeg' | null
  }
  attachments: {
    practice_id: string
    id: string
    file_id: string | null
    file_type: 'image' | 'video' | 'scan' | 'radiograph' | 'gait-analysis' | 'document'
    file_name: string
    bytes: number
    mime: string
    description: string | null
    uploaded_by: Generated<'farrier' | 'vet' | 'para-professional' | 'client'>
    filed_by_member: string | null
    received_from: string | null
    horse_id: string | null
    appointment_id: string | null
    work_entry_id: string | null
    message_id: string | null
    client_id: string | null
    yard_id: string | null
    expense_id: string | null
    foot: 'NF' | 'OF' | 'NH' | 'OH' | null
    view: string | null
    taken_on: Day | null
    shown_to_owner: Generated<boolean>
  } & SyncColumns
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
