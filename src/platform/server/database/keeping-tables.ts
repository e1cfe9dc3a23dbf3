import type { ColumnType, Generated } from 'kysely'

type Counted = { what: string; count: number }
type Listed<T> = ColumnType<T[], string | undefined, string>

/** Tenant tables of what leaves in one piece and of what is forgotten. */
export interface KeepingTables {
  exports: {
    practice_id: string
    id: string
    kind: 'client' | 'practice' | 'report'
    client_id: string | null
    /** The request of rights it answers. */
    request_id: string | null
    member_id: string | null
    state: Generated<'queued' | 'running' | 'done' | 'failed' | 'gone'>
    handled: Generated<number>
    total: Generated<number>
    file_name: Generated<string>
    bytes: number | null
    store_key: string | null
    /** What was asked of a report. */
    report: Record<string, unknown> | null
    problem: string | null
    /** When its bytes go. */
    dies_at: Date | null
    created_at: Generated<Date>
    state_at: Generated<Date>
  }
  erasures: {
    practice_id: string
    id: string
    client_id: string
    request_id: string | null
    member_id: string | null
    state: Generated<'queued' | 'running' | 'done' | 'failed'>
    handled: Generated<number>
    total: Generated<number>
    /** Written as JSON text: the driver would make an array of PostgreSQL's own of a list. */
    goes: Listed<Counted>
    stays: Listed<Counted & { why: string }>
    /** Files nothing names any more, whose bytes are still to go. */
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
    exports_days: number
    inactive_years: number
  }
}
