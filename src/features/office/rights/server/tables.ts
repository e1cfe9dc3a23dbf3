import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

type WaitColumn = { why: 'identity' | 'clarification'; fromOn: Day; untilOn: Day | null }

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    rights_requests: {
      practice_id: string
      id: string
      client_id: string
      request_type: 'data_access' | 'data_deletion' | 'data_portability' | 'rectification' | 'objection' | 'complaint'
      status: Generated<'pending' | 'processing' | 'completed' | 'rejected'>
      received_via: 'sms' | 'email' | 'in_person' | 'phone' | 'letter' | 'portal'
      received_on: Day
      requested_at: Date
      notes: string | null
      objects_to: 'marketing' | 'other' | null
      waits: Generated<WaitColumn[]>
      extended_on: Day | null
      extended_why: string | null
      acknowledged_on: Day | null
      sms_sent: Generated<boolean>
      closed_at: Date | null
    } & SyncColumns
  }
}
