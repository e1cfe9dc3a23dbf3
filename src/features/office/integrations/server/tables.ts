import type { Generated } from 'kysely'
import type { Integration } from '#features/office/integrations/contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** What a member, or the practice (`member_id` null), has connected to. */
    connections: {
      practice_id: string
      id: string
      connector: string
      member_id: string | null
      enabled: boolean
      settings: Generated<Integration['settings']>
      secret: Buffer | null
      vault_key_id: string | null
      last_success_at: Date | null
      off_at: Date | null
    }
  }
}
