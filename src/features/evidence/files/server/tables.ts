import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
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
      /** By which grant a vet or a para-professional sends it. */
      made_by_grant: Generated<string | null>
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
      /** The day from which an owner sees what a vet keeps back. */
      owner_sees_from: Generated<Day | null>
      /** Whether its maker lets it be passed on. */
      may_pass_on: Generated<boolean>
      made_by_grant: Generated<string | null>
    } & SyncColumns
  }
}
