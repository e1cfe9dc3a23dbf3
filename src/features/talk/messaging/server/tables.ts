import type { Generated } from 'kysely'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    threads: {
      practice_id: string
      id: string
      client_id: string
      subject: string
      is_emergency: Generated<boolean>
      emergency_rate_pence: number | null
      /** Per cent of the usual rates. */
      emergency_percent: number | null
      member_id: string | null
      read_to: Date | null
      client_read_to: Generated<Date | null>
      last_client_at: Date | null
      last_message_at: Date
      closed_at: Date | null
    } & SyncColumns
    messages: {
      practice_id: string
      id: string
      thread_id: string
      client_id: string
      sender_type: 'farrier' | 'client'
      member_id: string | null
      content: string
      reply_to_id: string | null
      appointment_id: string | null
      is_auto_reply: Generated<boolean>
      via: 'sms' | 'email' | 'portal' | 'triage' | null
      provider_ref: string | null
      notice_id: string | null
      delivery: 'waiting' | 'sent' | 'delivered' | 'simulated' | 'handed_over' | 'failed' | 'stopped' | 'unknown' | null
      delivery_note: string | null
      sent_at: Date
    } & SyncColumns
  }
}
