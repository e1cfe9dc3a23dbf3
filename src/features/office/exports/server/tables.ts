import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    exports: {
      practice_id: string
      id: string
      kind: 'client' | 'practice' | 'report'
      client_id: string | null
      /** The request of rights it is made for. */
      request_id: string | null
      member_id: string | null
      state: Generated<'queued' | 'running' | 'done' | 'failed' | 'gone'>
      handled: Generated<number>
      total: Generated<number>
      file_name: Generated<string>
      bytes: number | null
      store_key: string | null
      /** The parameters of a report. */
      report: Record<string, unknown> | null
      problem: string | null
      /** When its bytes are deleted. */
      dies_at: Date | null
      created_at: Generated<Date>
      state_at: Generated<Date>
    }
  }
}
