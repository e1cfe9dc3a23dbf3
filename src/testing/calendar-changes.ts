import type { NewCalendarChange } from '#features/visits/calendars/server/put-calendar-change.ts'
import { putCalendarChange } from '#features/visits/calendars/server/put-calendar-change.ts'
import { dayOf } from '#lib/dates.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** A place in a calendar, an hour long. */
export const placeAt = (start: string) => {
  const from = new Date(start)
  return { day: dayOf(from, 'Europe/London'), start: from, end: new Date(from.getTime() + 3_600_000) }
}

/** Adds a change in a member's calendar as the engine does: by default the first member has moved the visit. Returns its id. */
export const addCalendarChange = (
  practice: FixturePractice,
  change: Pick<NewCalendarChange, 'appointmentId'> & Partial<NewCalendarChange>,
): Promise<string> =>
  practice.inPractice(async (tx, actor) => {
    const moved = { kind: 'moved', was: placeAt('2098-01-06T09:00:00Z'), now: placeAt('2098-01-08T14:30:00Z') } as const
    const asked = { memberId: practice.memberId, calendar: 'Apple and CalDAV', ...moved, ...change }
    return (await putCalendarChange(tx, { ...actor, memberId: null }, asked)).id
  })
