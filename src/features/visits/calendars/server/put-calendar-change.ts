import { isAsked } from '#features/visits/calendars/asking.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { CHANGE_POLICY, stateColumns, toCalendarChange } from '#features/visits/calendars/server/answer-calendar-change.ts'
import { type CalendarChangeRow, findUnanswered, listUnanswered } from '#features/visits/calendars/server/calendar-change-queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/database/rows.ts'

/** Where a calendar has an entry. Without instants: all of the day. */
export type CalendarPlace = { day: Day; start: Date | null; end: Date | null }

/** What a member did to an entry in their calendar: `was` is null for a new one, `now` for a deleted one. */
export type NewCalendarChange = Pick<CalendarChange, 'memberId' | 'appointmentId' | 'kind' | 'calendar'> & {
  was: CalendarPlace | null
  now: CalendarPlace | null
}

/**
 * Puts a question to a member about a change in their calendar. An entry has at most one open question about where it is, moved or deleted,
 * and one about being new: the later replaces the earlier. The same again writes nothing.
 */
export async function putCalendarChange(tx: PracticeTx, actor: Actor, change: NewCalendarChange): Promise<CalendarChangeRow> {
  await holdWriters(tx)
  const { memberId, appointmentId, kind, calendar, was, now } = change
  const question = {
    kind,
    calendar,
    ...{ was_day: was?.day ?? null, was_start: was?.start ?? null, was_end: was?.end ?? null },
    ...{ now_day: now?.day ?? null, now_start: now?.start ?? null, now_end: now?.end ?? null },
  }
  const open = await findUnanswered(tx, { appointment_id: appointmentId, kind })
  if (open) return updateRow(tx, actor, open, 'calendar_changes', question, { policy: CHANGE_POLICY, isPart: true })
  return insertRow(tx, actor, 'calendar_changes', uuidv7(), {
    ...question,
    member_id: memberId,
    appointment_id: appointmentId,
    state: 'open',
    decided_at: null,
  })
}

/** The questions that still wait for an answer, newest first; of one member, or of everyone. */
export async function listOpenCalendarChanges(tx: PracticeTx, memberId?: string): Promise<CalendarChange[]> {
  const asked = (await listUnanswered(tx, memberId)).map(({ change, visit }) => ({ change: toCalendarChange(change), visit }))
  const now = currentTime()
  return asked.flatMap(({ change, visit }) => (isAsked(change, visit, now) ? [change] : []))
}

/** Answers a question without its member, as when the entry went back there; the journal is silent. @throws calendar_change_not_found */
export async function closeCalendarChange(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  state: 'applied' | 'put_back',
): Promise<CalendarChangeRow> {
  const before = await rowForChange(tx, 'calendar_changes', id, 'calendar_change_not_found')
  if (before.state !== 'open') return before
  return updateRow(tx, actor, before, 'calendar_changes', stateColumns(state), { policy: CHANGE_POLICY, isPart: true })
}

/** Closes a member's questions that the diary has answered meanwhile: the visit is over, off, or where the calendar has it. */
export async function closeOverCalendarChanges(tx: PracticeTx, actor: Actor, memberId: string): Promise<void> {
  const now = currentTime()
  for (const { change, visit } of await listUnanswered(tx, memberId))
    if (!isAsked(toCalendarChange(change), visit, now)) await closeCalendarChange(tx, actor, change.id, 'applied')
}
