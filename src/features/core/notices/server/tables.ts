import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    notices: {
      practice_id: string
      id: string
      event_id: string
      kind: string
      subject_id: string | null
      client_id: string | null
      member_id: string | null
      channel: 'sms' | 'email' | 'push'
      address: string
      subject: string | null
      body: string
      facts: Generated<Json>
      hold_until: Date | null
      not_before: Date | null
      not_after: Date | null
      state:
        | 'held'
        | 'queued'
        | 'sending'
        | 'sent'
        | 'delivered'
        | 'undelivered'
        | 'simulated'
        | 'handed_over'
        | 'failed'
        | 'unknown'
        | 'cancelled'
      state_reason: string | null
      purpose: Generated<'service' | 'marketing'>
      /** Visits about which the client has received nothing later. */
      news_of: Generated<string[]>
      /** Waits for the end of the quiet hours. */
      heeds_quiet: Generated<boolean>
      /** Sent regardless of the daily cap. */
      is_urgent: Generated<boolean>
      /** Where an answer by e-mail belongs. */
      thread_id: Generated<string | null>
      provider_ref: string | null
      segments: Generated<number>
      attempts: Generated<number>
      created_at: Generated<Date>
      state_at: Generated<Date>
    }
    /** Texts that left on a day of the practice. */
    sending_days: {
      practice_id: string
      on_day: Day
      /** The number of texts that count towards the daily cap. */
      texts: Generated<number>
      /** The paid parts of all texts. */
      segments: Generated<number>
    }
    /** A member's own telephone, for what cannot wait. */
    alert_phones: {
      practice_id: string
      member_id: string
      phone_e164: string
    }
    push_subscriptions: {
      practice_id: string
      id: string
      member_id: string
      /** What it is called in a sentence: `iPad`. */
      device: Generated<string>
      endpoint: string
      p256dh: string
      auth: string
      /** It goes with it. None: from before this was known. */
      browser_id: string | null
      created_at: Generated<Date>
    }
  }
}
