import type { Generated } from 'kysely'
import type { IntegrationSettings } from '#features/office/integrations/contract.ts'
import type { Day } from '#lib/dates.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** What a member, or the whole practice (null), has connected to. */
    connections: {
      practice_id: string
      id: string
      connector: string
      member_id: string | null
      enabled: boolean
      /** `choices`: of these a person has to choose one. */
      settings: Generated<IntegrationSettings & { choices?: { id: string; name: string }[] | undefined }>
      /** Sealed by the vault. */
      secret: Buffer | null
      vault_key_id: string | null
      /** The last characters of the secret, to recognise it by; empty for a short one. */
      secret_tail: string | null
      last_success_at: Date | null
      off_at: Date | null
      status: Generated<'connected' | 'error'>
      sentence: string | null
      /** The name of the account there; null: not tried yet. */
      account: string | null
      far_calendar: string | null
      cursor: string | null
      last_tried_at: Date | null
      /** Null: nothing is exchanged. */
      next_at: Date | null
      failures: Generated<number>
      /** One worker at a time. */
      leased_until: Date | null
      many: 'found' | 'ask' | 'back' | null
      is_ending: Generated<boolean>
      busy_read_at: Date | null
      /** Counts the tokens of a sign-in there: each are renewed once. */
      tokens_rev: Generated<number>
      /** One worker renews them at a time. */
      renewing_until: Date | null
      /** The one we made there; another `far_calendar` was chosen. */
      own_calendar: string | null
      /** Requests made on a day (UTC), of a service that allows so many. */
      calls_on: Day | null
      calls: Generated<number>
    }
    /** What of ours a connection has put there. */
    connection_items: {
      practice_id: string
      connection_id: string
      subject_id: string
      remote_id: string | null
      remote_tag: string | null
      sent_hash: string | null
      sent_when: string | null
      sending_when: string | null
      /** `doubt`: the answer was lost, and nothing there tells whether it arrived. */
      state: 'sending' | 'sent' | 'asked' | 'left' | 'parked' | 'erased' | 'doubt'
      sentence: string | null
      /** The erasure it is taken out for, while it is `erased`. */
      erasure_id: string | null
      /** What it is, of a connection that puts several kinds there. */
      kind: Generated<string | null>
      sent_pence: Generated<number | null>
    }
    connection_log: {
      practice_id: string
      id: string
      connection_id: string
      at: Date
      verb: LogVerb
      count: number
      words: string | null
    }
  }
}

export type LogVerb = 'added' | 'changed' | 'removed' | 'moved_there' | 'deleted_there' | 'added_there' | 'read' | 'failed' | 'rehearsed'
