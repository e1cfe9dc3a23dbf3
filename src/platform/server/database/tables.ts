import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { AnswerTables } from '#platform/server/database/answer-tables.ts'
import type { KeepingTables } from '#platform/server/database/keeping-tables.ts'
import type { MessageTables } from '#platform/server/database/message-tables.ts'
import type { MoneyTables } from '#platform/server/database/money-tables.ts'
import type { RightsTables } from '#platform/server/database/rights-tables.ts'
import type { SendingTables } from '#platform/server/database/sending-tables.ts'
import type { TermsTables } from '#platform/server/database/terms-tables.ts'
import type { WorkTables } from '#platform/server/database/work-tables.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

/** What a jsonb column may hold; the feature that owns the column knows its shape. */
type Json = Record<string, unknown>

type WorkingDayColumn = { dayOfWeek: number; isWorking: boolean; startTime: string; endTime: string }

type SendingColumn = {
  quietFrom?: string | undefined
  quietTo?: string | undefined
  dailyTexts?: number | undefined
  segmentTenths?: number | undefined
  optOutLine?: string | undefined
}

type AutoReplyColumn = {
  isEnabled?: boolean | undefined
  message?: string | undefined
  isEmergencyEnabled?: boolean | undefined
  emergencyRate?: number | undefined
  emergencyMultiplier?: number | undefined
  emergencyMessage?: string | undefined
}

/** Tenant tables; `practice_id` is always the one of `withPractice`. */
export interface Tables
  extends AnswerTables,
    MessageTables,
    KeepingTables,
    SendingTables,
    WorkTables,
    RightsTables,
    TermsTables,
    MoneyTables {
  sync_counters: {
    practice_id: string
    seq: Generated<number>
    min_seq: Generated<number>
    epoch: string
    /** Signs the cursors that are handed out. */
    cursor_key: Generated<string>
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
  members: {
    practice_id: string
    id: string
    person_id: string
    name: string
    role: 'owner' | 'farrier' | 'apprentice' | 'office'
    initials: string
    is_active: Generated<boolean>
  } & SyncColumns
  settings: {
    practice_id: string
    id: string
    /** Written as JSON text: the driver would make an array of PostgreSQL's own of a list. */
    working_hours: ColumnType<WorkingDayColumn[], string | undefined, string>
    feet: Generated<'near-off' | 'left-right'>
    travel_buffer_minutes: Generated<number>
    prep_line: string | null
    wording: Generated<Record<string, string>>
    base_lat: number | null
    base_lng: number | null
    transcribes_voice: Generated<boolean>
    sending: Generated<SendingColumn>
    auto_reply: Generated<AutoReplyColumn>
  } & SyncColumns
  devices: {
    practice_id: string
    id: string
    member_id: string
    last_k: Generated<number>
    view: string
    app_version: Generated<string>
    /** What it is called in a sentence: `iPad`; empty when unknown. */
    name: Generated<string>
    last_seen_at: Generated<Date>
  }
  clients: {
    practice_id: string
    id: string
    name: string
    email: string | null
    phone_e164: string | null
    phone_as_typed: string | null
    business_name: string | null
    is_business: Generated<boolean>
    address: string | null
    postcode: string | null
    notes: string | null
    is_active: Generated<boolean>
    preferred_channel: Generated<'sms' | 'email' | 'portal' | 'none'>
    tags: Generated<string[]>
    marketing_consent_at: Date | null
    marketing_consent_how: Generated<'said' | 'written' | 'form' | 'soft_opt_in' | null>
    stopped_at: Date | null
    lat: number | null
    lng: number | null
    position_source: 'gps' | 'pin' | 'pasted' | 'geocoder' | null
    what3words: string | null
    payer_client_id: string | null
    not_same_as: Generated<string[]>
    /** Kept by the server: when their oldest unpaid invoice was due. */
    oldest_due_on: Day | null
  } & SyncColumns
  sms_preferences: {
    practice_id: string
    id: string
    client_id: string
    enable_reminders: Generated<boolean>
    reminder_hours: Generated<number>
    enable_updates: Generated<boolean>
    enable_confirmations: Generated<boolean>
    next_stops_before: Generated<number>
  } & SyncColumns
  client_access: {
    practice_id: string
    client_id: string
    person_id: string
    since: Date
    until: Date | null
  }
  yards: {
    practice_id: string
    id: string
    name: string
    address: string | null
    postcode: string | null
    lat: number | null
    lng: number | null
    position_source: 'gps' | 'pin' | 'pasted' | 'geocoder' | null
    what3words: string | null
    access_notes: string | null
    gate_code: string | null
    has_cover: boolean | null
    has_lights: boolean | null
    contact_client_id: string | null
    payer_client_id: string | null
  } & SyncColumns
  horses: {
    practice_id: string
    id: string
    client_id: string
    name: string
    birth_year: number | null
    breed: string | null
    color: string | null
    markings: string | null
    temperament: string | null
    special_notes: string | null
    flags: Generated<string[]>
    yard_id: string | null
    payer_client_id: string | null
    vet_name: string | null
    vet_phone: string | null
    cycle_days: number | null
    winter_cycle_days: number | null
    cycle_rules: Generated<Json[]>
    pauses: Generated<Json[]>
    gone_on: Day | null
    gone_reason: 'deceased' | 'sold' | 'moved' | 'retired' | null
    ueln: string | null
    microchip: string | null
    passport_seen_on: Day | null
    owners: Generated<Json[]>
    last_service_on: Day | null
    last_service_type: string | null
    next_due_on: Day | null
  } & SyncColumns
  horse_owners: {
    practice_id: string
    horse_id: string
    client_id: string
    from_on: Day
    to_on: Day | null
  }
  horse_grants: {
    practice_id: string
    horse_id: string
    person_id: string
    role: 'vet' | 'para-professional'
    from_at: Date
    until_at: Date | null
  }
  service_types: {
    practice_id: string
    id: string
    service_type: string
    label: string
    resets_cycle: Generated<boolean>
    is_offered: Generated<boolean>
  } & SyncColumns
  price_items: {
    practice_id: string
    id: string
    service_type: string
    label: string
    unit_pence: number
    vat_rate_bp: Generated<number>
  } & SyncColumns
  price_overrides: {
    practice_id: string
    id: string
    price_item_id: string
    client_id: string | null
    horse_id: string | null
    yard_id: string | null
    unit_pence: number | null
  } & SyncColumns
  appointments: {
    practice_id: string
    id: string
    member_id: string
    client_id: string | null
    yard_id: string | null
    title: Generated<string>
    description: string | null
    location: string | null
    notes: string | null
    on_day: Day
    local_start: string
    local_end: string
    zone: string
    starts_at: Date
    ends_at: Date
    is_call_only: Generated<boolean>
    call_number: Generated<number>
    call_period: Generated<'AM' | 'PM'>
    round_rank: string | null
    status: Generated<'pencilled' | 'booked' | 'done' | 'cancelled' | 'no_show'>
    status_reason: string | null
    is_call_complete: Generated<boolean>
    completed_at: Date | null
    as_was: Json | null
    tariff: Generated<'standard' | 'emergency' | 'out-of-hours'>
  } & SyncColumns
  visit_horses: {
    practice_id: string
    id: string
    appointment_id: string
    horse_id: string | null
    client_id: string
    payer_client_id: string
    place: Generated<number>
    planned_work: string | null
    outcome: 'done' | 'not_done' | null
    reason: string | null
    completed_at: Date | null
  } & SyncColumns
  rounds: {
    practice_id: string
    id: string
    member_id: string
    on_day: Day
    state: Generated<'planned' | 'running' | 'paused' | 'late' | 'finished'>
    reason: string | null
    late_minutes: number | null
    said_at: Date | null
  } & SyncColumns
  time_off: {
    practice_id: string
    id: string
    member_id: string | null
    from_day: Day
    to_day: Day
    local_start: string | null
    local_end: string | null
    kind: 'holiday' | 'course' | 'personal' | 'ill'
    title: Generated<string>
    cover_note: string | null
  } & SyncColumns
  notices: {
    practice_id: string
    id: string
    event_id: string
    kind: string
    subject_id: string | null
    client_id: string | null
    member_id: string | null
    channel: 'sms' | 'email' | 'push'
    address: string
    subject: string | null
    body: string
    facts: Generated<Json>
    hold_until: Date | null
    not_before: Date | null
    not_after: Date | null
    state:
      | 'held'
      | 'queued'
      | 'sending'
      | 'sent'
      | 'delivered'
      | 'undelivered'
      | 'simulated'
      | 'handed_over'
      | 'failed'
      | 'unknown'
      | 'cancelled'
    state_reason: string | null
    purpose: Generated<'service' | 'marketing'>
    /** Visits of which its client has heard nothing later. */
    news_of: Generated<string[]>
    /** Waits for the end of the quiet hours. */
    heeds_quiet: Generated<boolean>
    /** Goes whatever the day's cap is. */
    is_urgent: Generated<boolean>
    /** Where an answer by e-mail belongs. */
    thread_id: Generated<string | null>
    provider_ref: string | null
    segments: Generated<number>
    attempts: Generated<number>
    created_at: Generated<Date>
    state_at: Generated<Date>
  }
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
    /** Shared by everything one act wrote: `Actor.opId`. */
    act_id: string | null
  }
}
