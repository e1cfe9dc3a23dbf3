import type { SyncColumns } from '#platform/server/sync/columns.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    photo_consents: {
      practice_id: string
      id: string
      client_id: string
      horse_id: string | null
      uses: ('card' | 'social')[]
      wording_version: number
      asked_at: Date | null
      how: 'link' | 'portal' | 'said' | 'written' | null
      given_at: Date | null
      refused_at: Date | null
      withdrawn_at: Date | null
      withdrawn_by: 'owner' | 'practice' | null
      member_id: string | null
    } & SyncColumns
  }
}
