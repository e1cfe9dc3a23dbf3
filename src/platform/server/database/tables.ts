import type { Generated } from 'kysely'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

/** Tenant tables; `practice_id` is always the one of `withPractice`. Each feature adds its own, in its `server/tables.ts`. */
export interface Tables {
  sync_counters: {
    practice_id: string
    seq: Generated<number>
    min_seq: Generated<number>
    epoch: string
    /** Signs the cursors that are handed out. */
    cursor_key: Generated<string>
    /** What changes is exchanged with far sides: `exchanges.ts`. */
    has_exchanges: Generated<boolean>
  }
  sync_ops: {
    practice_id: string
    op_id: string
    device_id: string
    fingerprint: string
    entity: string
    entity_id: string
    rev: number
    /** Of the op's shape. */
    schema: Generated<number>
    applied_at: Generated<Date>
  }
  devices: {
    practice_id: string
    id: string
    member_id: string
    last_k: Generated<number>
    view: string
    app_version: Generated<string>
    /** The device's name in a sentence: `iPad`; empty when unknown. */
    name: Generated<string>
    last_seen_at: Generated<Date>
  }
  activity: {
    practice_id: string
    id: string
    at: Generated<Date>
    member_id: string | null
    device_id: string | null
    entity: string
    entity_id: string
    verb: string
    before: Json | null
    after: Json | null
    /** Shared by everything one action wrote: `Actor.opId`. */
    act_id: string | null
    /** The guest who did it, in the practice's name. */
    by_person: Generated<string | null>
  }
}
