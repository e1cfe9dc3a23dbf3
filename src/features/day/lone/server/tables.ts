import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Whom a member chose to be texted. */
    lone_contacts: {
      practice_id: string
      member_id: string
      id: string
      name: string
      phone_e164: string
      asked_at: Generated<Date>
      agreed_at: Date | null
      refused_at: Date | null
    }
    /** The last timer a member set; its notices have its id as their event. */
    lone_timers: {
      practice_id: string
      member_id: string
      id: string
      appointment_id: string
      contact_id: string
      contact_name: string
      ring_at: Date
      text_at: Date
      answered_at: Date | null
    }
  }
}
