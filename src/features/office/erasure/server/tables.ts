import type { ColumnType, Generated } from 'kysely'

type Counted = { what: string; count: number }

type Listed<T> = ColumnType<T[], string | undefined, string>

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    erasures: {
      practice_id: string
      id: string
      client_id: string
      request_id: string | null
      member_id: string | null
      state: Generated<'queued' | 'running' | 'done' | 'failed'>
      handled: Generated<number>
      total: Generated<number>
      /** Written as JSON text: the driver would turn a list into a PostgreSQL array. */
      goes: Listed<Counted>
      stays: Listed<Counted & { why: string }>
      /** Files nothing names any more, whose bytes still exist. */
      file_ids: Generated<string[]>
      problem: string | null
      created_at: Generated<Date>
      state_at: Generated<Date>
    }
    retention: {
      practice_id: string
      texts_days: number
      messages_days: number
      answers_days: number
      openings_days: Generated<number>
      exports_days: number
      inactive_years: number
    }
  }
}
