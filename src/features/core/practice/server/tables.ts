import type { ColumnType, Generated } from 'kysely'
import type { PortalChoices } from '#features/core/practice/portal.ts'
import type { Offered } from '#features/core/practice/services-shape.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

type WorkingDayColumn = { dayOfWeek: number; isWorking: boolean; startTime: string; endTime: string }

type SendingColumn = {
  quietFrom?: string | undefined
  quietTo?: string | undefined
  dailyTexts?: number | undefined
  segmentTenths?: number | undefined
  optOutLine?: string | undefined
}

type AutoReplyColumn = {
  isEnabled?: boolean | undefined
  message?: string | undefined
  isEmergencyEnabled?: boolean | undefined
  emergencyRate?: number | undefined
  emergencyMultiplier?: number | undefined
  emergencyMessage?: string | undefined
}

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    members: {
      practice_id: string
      id: string
      person_id: string
      name: string
      role: 'owner' | 'farrier' | 'apprentice' | 'office'
      initials: string
      is_active: Generated<boolean>
    } & SyncColumns
    settings: {
      practice_id: string
      id: string
      /** Written as JSON text: the driver would make an array of PostgreSQL's own of a list. */
      working_hours: ColumnType<WorkingDayColumn[], string | undefined, string>
      feet: Generated<'near-off' | 'left-right'>
      travel_buffer_minutes: Generated<number>
      prep_line: string | null
      wording: Generated<Record<string, string>>
      base_lat: number | null
      base_lng: number | null
      transcribes_voice: Generated<boolean>
      sending: Generated<SendingColumn>
      auto_reply: Generated<AutoReplyColumn>
      /** What the practice chose of its portal: `portalOf`. */
      portal: Generated<PortalChoices>
      /** What it offers that its clients pay for. */
      services: Generated<Offered>
    } & SyncColumns
  }
}
