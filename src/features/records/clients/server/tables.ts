import type { Generated } from 'kysely'
import type { PortalChoices } from '#features/core/practice/portal.ts'
import type { Day } from '#lib/dates.ts'
import type { PositionSource } from '#lib/position-fields.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    clients: {
      practice_id: string
      id: string
      name: string
      email: string | null
      phone_e164: string | null
      phone_as_typed: string | null
      business_name: string | null
      is_business: Generated<boolean>
      address: string | null
      postcode: string | null
      notes: string | null
      is_active: Generated<boolean>
      preferred_channel: Generated<'sms' | 'email' | 'portal' | 'none'>
      tags: Generated<string[]>
      marketing_consent_at: Date | null
      marketing_consent_how: Generated<'said' | 'written' | 'form' | 'soft_opt_in' | null>
      stopped_at: Date | null
      lat: number | null
      lng: number | null
      position_source: PositionSource | null
      what3words: string | null
      payer_client_id: string | null
      not_same_as: Generated<string[]>
      /** Kept by the server: when their oldest unpaid invoice was due. */
      oldest_due_on: Day | null
      /** Whether they may use the portal; null: as the practice has it. */
      portal: boolean | null
      /** What they are shown there otherwise than the practice shows it. */
      portal_shows: NonNullable<PortalChoices['shows']> | null
      /** Their own wish: the boards of yards leave their horses out. */
      hides_from_yard: Generated<boolean>
    } & SyncColumns
    sms_preferences: {
      practice_id: string
      id: string
      client_id: string
      enable_reminders: Generated<boolean>
      reminder_hours: Generated<number>
      enable_updates: Generated<boolean>
      enable_confirmations: Generated<boolean>
      next_stops_before: Generated<number>
    } & SyncColumns
    client_access: {
      practice_id: string
      client_id: string
      person_id: string
      since: Date
      until: Date | null
      role: Generated<'holder' | 'helper'>
      sees_money: Generated<boolean>
      by_member: Generated<string | null>
      by_person: Generated<string | null>
      proven_how: Generated<'address' | 'invited' | 'handed'>
      /** None: the farrier has yet to confirm who it is. */
      confirmed_at: Generated<Date | null>
      /** Of a helper: the name that the person who let them in gave them. */
      to_name: Generated<string | null>
    }
  }
}
