import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    horses: {
      practice_id: string
      id: string
      client_id: string
      name: string
      birth_year: number | null
      breed: string | null
      color: string | null
      markings: string | null
      temperament: string | null
      special_notes: string | null
      flags: Generated<string[]>
      yard_id: string | null
      payer_client_id: string | null
      vet_name: string | null
      vet_phone: string | null
      cycle_days: number | null
      winter_cycle_days: number | null
      cycle_rules: Generated<Json[]>
      pauses: Generated<Json[]>
      gone_on: Day | null
      gone_reason: 'deceased' | 'sold' | 'moved' | 'retired' | null
      ueln: string | null
      microchip: string | null
      passport_seen_on: Day | null
      owners: Generated<Json[]>
      last_service_on: Day | null
      last_service_type: string | null
      next_due_on: Day | null
    } & SyncColumns
    horse_owners: {
      practice_id: string
      horse_id: string
      client_id: string
      from_on: Day
      to_on: Day | null
      /** What came with the horse from its former owner. */
      brings: 'record' | 'all' | null
    }
    horse_grants: {
      practice_id: string
      id: string
      horse_id: string
      /** Whose horse it was then: with another owner nothing of it is seen any longer. */
      client_id: string
      person_id: string
      role: 'sharer' | 'vet' | 'para-professional'
      /** What was agreed; none: a sharer. */
      consent_id: Generated<string | null>
      to_name: string | null
      may_answer: Generated<boolean>
      from_at: Date
      until_at: Date | null
      by_person: string | null
      by_member: string | null
      ended_at: Date | null
      ended_by_person: string | null
      ended_by_member: string | null
    }
  }
}
