import { isPencilled } from '#features/visits/appointments/rules.ts'
import { cancellingOf, type KnownVisit, movingOf, reopeningOf } from '#features/visits/appointments/web/data.ts'
import { targetOf } from '#features/visits/calendars/asking.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'

/** A change in a calendar as this device holds it. */
export type KnownCalendarChange = Kept<CalendarChange>
type Undo = () => Promise<boolean>

/**
 * Leaves the diary as it is: a new entry stays, any other goes back in the calendar. Returns how to undo that, or false when this device no
 * longer has the question.
 */
export const leaveDiary = ({ id, kind }: CalendarChange): Promise<false | Undo> =>
  both([answering(id, kind === 'new' ? 'applied' : 'put_back')], [answering(id, 'open')])

/** Moves the visit to where the calendar has it, as a drag does. */
export const moveAsInCalendar = (change: CalendarChange, visit: KnownVisit, texts: boolean): Promise<false | Undo> =>
  both(
    [movingOf(visit.id, targetOf(change, visit), { texts }), answering(change.id, 'applied')],
    [movingOf(visit.id, visit, { roundRank: visit.roundRank, texts }), answering(change.id, 'open')],
  )

/** Cancels the visit that was deleted in the calendar. */
export const cancelAsInCalendar = (change: CalendarChange, visit: KnownVisit, texts: boolean): Promise<false | Undo> =>
  both(
    [cancellingOf(visit.id, null, texts), answering(change.id, 'applied')],
    [reopeningOf(visit.id, isPencilled(visit) ? 'pencilled' : 'booked', texts), answering(change.id, 'open')],
  )

const answering = (id: string, state: CalendarChange['state']): Change => ({
  action: 'UPDATE',
  entity: 'calendar_changes',
  id,
  data: { state },
})

/** Records these changes, all or none, and returns what reverts them. */
const both = async (changes: readonly Change[], reverse: readonly Change[]): Promise<false | Undo> =>
  (await record(changes)) !== false && (async () => (await record(reverse)) !== false)
