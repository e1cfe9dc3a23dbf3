import type { Generated } from 'kysely'
import type { Target } from '#features/office/posts/contract.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    posts: {
      practice_id: string
      id: string
      /** Whose the horse was when it was written. */
      client_id: string
      horse_id: string
      before_id: string | null
      after_id: string | null
      picture_id: string | null
      text: Generated<string>
      alt_text: Generated<string>
      networks: Generated<string[]>
      nobody_by: string | null
      nobody_at: Date | null
      state: Generated<'draft' | 'posting' | 'down'>
      pressed_by: string | null
      pressed_at: Date | null
      down_at: Date | null
      down_by: 'member' | 'consent' | null
      /** By network. */
      targets: Generated<Record<string, Target>>
      member_id: string | null
    } & SyncColumns
  }
}
