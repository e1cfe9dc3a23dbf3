import type { Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'

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
    /** One of its webhooks is on. */
    has_webhooks: Generated<boolean>
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
    /** The API key by which its member did it. */
    by_key: Generated<string | null>
  }
  /** Keys by which programs act for a member; what each opens by is in the directory, hashed. */
  api_keys: {
    practice_id: string
    id: string
    member_id: string
    name: string
    scopes: string[]
    made_at: Generated<Date>
    /** Its last day; null: it has no end. */
    expires_on: Day | null
    last_used_on: Generated<Day | null>
    revoked_at: Generated<Date | null>
  }
}
