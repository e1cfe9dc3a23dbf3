import type { Generated } from 'kysely'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    imports: {
      practice_id: string
      id: string
      member_id: string
      file_name: string
      source: 'csv' | 'vcard' | 'ics'
      kind: 'clients' | 'horses' | 'yards' | 'visits'
      state: Generated<'draft' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'undoing' | 'undone'>
      content: Buffer | null
      plan: Json | null
      choices: Generated<Json>
      total: Generated<number>
      handled: Generated<number>
      counts: Json | null
      left_out: Json | null
      kept: Json | null
      problem: string | null
      created_at: Generated<Date>
      state_at: Generated<Date>
    }
  }
}
