import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { CalendarChange, CalendarChangeAnswer } from '#features/visits/calendars/contract.ts'
import { CalendarChangeAnswer as CalendarChangeAnswerShape } from '#features/visits/calendars/contract.ts'
import type { CalendarChangeRow } from '#features/visits/calendars/server/calendar-change-queries.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/**
 * Records a member's answer about their own calendar, or takes it back; the owner may answer for anyone. An answer to what the calendar had
 * before it changed again (`baseRev`) leaves the question open. @throws forbidden, calendar_change_not_found, conflict
 */
export async function answerCalendarChange(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  { state }: CalendarChangeAnswer,
  baseRev?: number,
): Promise<CalendarChangeRow> {
  const before = await rowForChange(tx, 'calendar_changes', id, 'calendar_change_not_found')
  if (before.member_id !== actor.memberId) requireMay(actor, 'runPractice')
  if (baseRev !== undefined && baseRev < (before.fw.question?.r ?? 0)) return before
  return updateRow(tx, actor, before, 'calendar_changes', stateColumns(state), { baseRev, policy: CHANGE_POLICY, verb: 'answered' })
}

/** What an answer writes. */
export const stateColumns = (state: CalendarChange['state'] | undefined) =>
  state === undefined ? {} : { state, decided_at: state === 'open' ? null : currentTime() }

/** Answered on two devices, the later answer holds; this raises no conflict. */
export const CHANGE_POLICY: MergePolicy = {
  groups: {
    question: ['kind', 'calendar', 'was_day', 'was_start', 'was_end', 'now_day', 'now_start', 'now_end'],
    answer: ['state', 'decided_at'],
  },
  free: ['answer'],
}

/** A row as it goes over the wire. */
export const toCalendarChange = (row: CalendarChangeRow): CalendarChange => ({
  id: row.id,
  memberId: row.member_id,
  appointmentId: row.appointment_id,
  kind: row.kind,
  calendar: row.calendar,
  wasDay: row.was_day,
  wasStart: instant(row.was_start),
  wasEnd: instant(row.was_end),
  nowDay: row.now_day,
  nowStart: instant(row.now_start),
  nowEnd: instant(row.now_end),
  state: row.state,
  decidedAt: instant(row.decided_at),
})

// After an undo it is the journal's text.
const instant = (at: Date | null) => at && new Date(at).toISOString()

/** Devices answer; only the engine that reads calendars makes questions, and nothing removes one. */
export const calendarChangeSync: SyncedEntity<'calendar_changes'> = {
  toWire: toCalendarChange,
  write: {
    newShape: CalendarChangeAnswerShape,
    changeShape: CalendarChangeAnswerShape,
    create: refuse,
    update: answerCalendarChange,
    remove: refuse,
  },
}

async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}
