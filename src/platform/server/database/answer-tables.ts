import type { ColumnType, Generated } from 'kysely'
import type { Day, WallTime } from '#lib/dates.ts'
import type { SyncColumns } from '#platform/server/sync/columns.ts'

type OfferedHorseColumn = { horseId: string; plannedWork: string | null }

/** Tenant tables of what owners answer: about a visit of theirs, and to a slot that came free. */
export interface AnswerTables {
  visit_answers: {
    practice_id: string
    id: string
    appointment_id: string
    client_id: string
    kind: 'confirmed' | 'move' | 'add_horse' | 'box_rest' | 'gate_code'
    horse_id: string | null
    horse_name: string | null
    work: string | null
    until_on: Day | null
    words: string | null
    /** When the visit was to be as they answered. */
    visit_start: Date
    said_at: Date
    seen_at: Date | null
    seen_by: string | null
  } & SyncColumns
  slot_offers: {
    practice_id: string
    id: string
    /** Of those asked together. */
    gap_id: string
    client_id: string
    member_id: string
    on_day: Day
    local_start: WallTime
    local_end: WallTime
    zone: string
    starts_at: Date
    ends_at: Date
    yard_id: string | null
    /** Written as JSON text: the driver would make an array of PostgreSQL's own of a list. */
    horses: ColumnType<OfferedHorseColumn[], string, string>
    expires_at: Date
    state: Generated<'offered' | 'taken' | 'gone' | 'declined' | 'withdrawn'>
    state_at: Date
    appointment_id: string | null
    asked_by: string
  } & SyncColumns
}
