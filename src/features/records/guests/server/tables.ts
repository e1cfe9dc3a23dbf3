import type { AskFacts } from '#features/records/guests/contract.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    owner_asks: {
      practice_id: string
      id: string
      client_id: string
      /** Who says so; none: by a link. */
      person_id: string | null
      kind: 'sold' | 'died' | 'new_horse' | 'details' | 'vet_invite' | 'access'
      horse_id: string | null
      facts: AskFacts
      words: string | null
      asked_at: Date
      seen_at: Date | null
      seen_by: string | null
      outcome: 'done' | 'declined' | null
    } & SyncColumns
    portal_invites: {
      practice_id: string
      id: string
      client_id: string
      /** By a message to the client's own address, or by a link handed over. */
      how: 'sms' | 'email' | 'handed'
      by_member: string | null
      made_at: Date
      dies_at: Date
      ended_at: Date | null
      used_at: Date | null
      /** Whom it let in. */
      used_by: string | null
    }
    guest_log: {
      practice_id: string
      id: string
      person_id: string
      client_id: string
      what: 'home' | 'horse' | 'visit' | 'file' | 'invoice' | 'conversation'
      subject_id: string
      /** One line an hour and thing. */
      hour: Date
      at: Date
    }
  }
}
