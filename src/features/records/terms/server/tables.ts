import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

type SectionColumn = { title: string; text: string }

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Never changed: who accepted a version accepted these words. */
    terms_versions: {
      practice_id: string
      id: string
      number: number
      in_force_on: Day
      sections: ColumnType<SectionColumn[], string, never>
      member_id: string | null
      made_at: Generated<Date>
    }
    terms_acceptances: {
      practice_id: string
      id: string
      client_id: string
      version_id: string
      terms_version: string
      acceptance_method: 'web' | 'sms' | 'email' | 'verbal'
      accepted_at: Date
      notes: string | null
      typed_name: string | null
      from_address: string | null
      from_agent: string | null
      member_id: string | null
    } & SyncColumns
  }
}
