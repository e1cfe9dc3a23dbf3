import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'

/** Tenant tables of how words leave. */
export interface SendingTables {
  /** Texts that left on a day of the practice. */
  sending_days: {
    practice_id: string
    on_day: Day
    /** Those the day's cap counts. */
    texts: Generated<number>
    /** Of all texts: what is paid for. */
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
