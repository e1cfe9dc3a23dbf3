import type { Generated } from 'kysely'
import type { AskFacts, AskKind, OpeningKind, OpeningRole } from '#features/records/guests/contract.ts'
import type { CareRole, GuestRole } from '#features/records/guests/rules.ts'
import type { ShareParts, SharePurpose } from '#features/records/guests/share-contract.ts'
import type { Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    owner_asks: {
      practice_id: string
      id: string
      /** None: it is about a yard, by its manager. */
      client_id: string | null
      /** Its author; none: by a link. */
      person_id: string | null
      kind: AskKind
      horse_id: string | null
      yard_id: string | null
      facts: AskFacts
      words: string | null
      asked_at: Date
      seen_at: Date | null
      seen_by: string | null
      outcome: 'done' | 'declined' | null
      reply: string | null
      replied_at: Date | null
      replied_by: string | null
    } & SyncColumns
    portal_invites: {
      practice_id: string
      id: string
      /** None: of a yard manager, who is no one's client. */
      client_id: string | null
      /** By a message to the client's own address or the one that is named, or by a link handed over. */
      how: 'sms' | 'email' | 'handed'
      role: Generated<GuestRole>
      horse_id: Generated<string | null>
      yard_id: Generated<string | null>
      /** Of a vet or a para-professional. */
      consent_id: Generated<string | null>
      to_name: Generated<string | null>
      /** As addresses are compared; none: the client's own. */
      to_address: Generated<string | null>
      sees_money: Generated<boolean>
      may_answer: Generated<boolean>
      by_person: Generated<string | null>
      by_member: string | null
      made_at: Date
      dies_at: Date
      ended_at: Date | null
      used_at: Date | null
      /** Whom it let in. */
      used_by: string | null
    }
    care_consents: {
      practice_id: string
      id: string
      /** Whose horses they are. */
      client_id: string
      role: CareRole
      horse_ids: string[]
      to_name: string
      /** As addresses are compared. */
      to_address: string
      to_practice: string | null
      /** Their own word. */
      reg_number: string | null
      /** From which day on the record is open; none: as far back as the owner reads it. */
      back_to_on: Day | null
      /** The last day. */
      until_on: Day
      may_contact: boolean
      /** What was agreed, in the words that were shown. */
      words: string
      asked_at: Date
      asked_person: string | null
      asked_member: string | null
      agreed_at: Date | null
      agreed_how: 'portal' | 'link' | 'said' | 'written' | null
      agreed_person: string | null
      agreed_member: string | null
      /** By the practice: at once, or by a member where the practice decides. */
      approved_at: Date | null
      approved_member: string | null
      refused_at: Date | null
      refused_by: 'owner' | 'practice' | 'invited' | null
      /** The agreement that this one goes on from. */
      renews_id: Generated<string | null>
      /** Of a colleague proposed by a carer of the horse: the agreement by which that carer came in. */
      colleague_of: Generated<string | null>
      taken_back_at: Date | null
      taken_back_person: string | null
      taken_back_member: string | null
    }
    horse_services: {
      practice_id: string
      id: string
      horse_id: string
      service: Service
      /** Who pays; none: arranged with the operator of the server. */
      person_id: string | null
      from_on: Day
      /** The last day that is paid for; none: arranged, without an end. */
      paid_until: Day | null
      is_past_due: boolean
      /** Its last day. */
      ends_on: Day | null
      ended_why: string | null
      /** Which change of the directory's seat it is. */
      seat_rev: Generated<number>
    }
    horse_shares: {
      practice_id: string
      id: string
      horse_id: string
      /** Whose horse it was then. */
      client_id: string
      /** Who made it. */
      person_id: string
      to_name: string
      purpose: SharePurpose
      parts: ShareParts
      from_on: Day | null
      photo_ids: string[]
      made_at: Date
      until_at: Date
      ended_at: Date | null
      ended_by_person: string | null
      ended_by_member: string | null
      opens: Generated<number>
      last_open_at: Date | null
    }
    yard_access: {
      practice_id: string
      yard_id: string
      person_id: string
      since: Date
      until: Date | null
      /** The name that the farrier gave. */
      to_name: string | null
      by_member: string | null
    }
    guest_log: {
      practice_id: string
      id: string
      /** None: by a link. */
      person_id: string | null
      /** None: a yard's page. */
      client_id: string | null
      share_id: Generated<string | null>
      /** What they were then; none where `client_access` has it. */
      role: Generated<OpeningRole | null>
      what: OpeningKind
      subject_id: string
      /** One line an hour and thing. */
      hour: Date
      at: Date
    }
  }
}
