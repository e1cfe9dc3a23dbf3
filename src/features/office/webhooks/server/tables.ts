import type { Generated } from 'kysely'
import type { Fault, OffWhy, Thing } from '#features/office/webhooks/rules.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    webhooks: {
      practice_id: string
      id: string
      url: string
      things: Thing[]
      made_at: Date
      /** Null: it is on. */
      off_at: Date | null
      off_why: OffWhy | null
      failing_since: Date | null
      /** Sealed by the vault. */
      secret: Buffer
      vault_key_id: string
      /** The one before, which signs too until `old_until`. */
      old_secret: Buffer | null
      old_vault_key_id: string | null
      old_until: Date | null
    }
    webhook_deliveries: {
      practice_id: string
      id: string
      webhook_id: string
      type: string
      subject_id: string
      rev: number
      at: Date
      state: Generated<'waiting' | 'delivered' | 'failed' | 'stopped' | 'rehearsed'>
      attempts: Generated<number>
      /** Null: it is not sent again. While it is on its way: when it is tried again if its worker has died. */
      next_at: Date | null
      last_tried_at: Date | null
      status: number | null
      fault: Fault | null
    }
  }
}
