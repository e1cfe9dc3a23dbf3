import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    calendar_changes: CalendarChange
  }
}

const ref = z.string().min(1).max(60)

/** How much a calendar elsewhere shows of a visit: that there is one, where, or also whose and which horses. */
export const CalendarLevel = z.enum(['busy', 'where', 'who'])
export type CalendarLevel = z.output<typeof CalendarLevel>

/** What a member may do to one of our entries in a calendar elsewhere. */
const CalendarChangeKind = z.enum(['moved', 'deleted', 'new'])

/** `applied`: the diary follows the calendar, and a new entry stays. `put_back`: the calendar follows the diary again. */
const CalendarChangeState = z.enum(['open', 'applied', 'put_back'])

/** A question to a member: they moved, deleted or added an entry in their calendar. Only their answer changes the diary. */
export const CalendarChange = z
  .object({
    id: z.string(),
    /** Whose calendar it is. */
    memberId: ref,
    /** The visit; for a new entry the own entry made of it. */
    appointmentId: ref,
    kind: CalendarChangeKind,
    /** What the card of the calendar calls it. */
    calendar: z.string(),
    /** Where the calendar had the entry; null for a new one. Without instants: all day. */
    wasDay: dayShape.nullable(),
    wasStart: z.iso.datetime().nullable(),
    wasEnd: z.iso.datetime().nullable(),
    /** Where it has it now; null for a deleted one. */
    nowDay: dayShape.nullable(),
    nowStart: z.iso.datetime().nullable(),
    nowEnd: z.iso.datetime().nullable(),
    state: CalendarChangeState,
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CalendarChange' })
export type CalendarChange = z.output<typeof CalendarChange>

/** The answer; `open` takes it back. */
export const CalendarChangeAnswer = z.object({ state: CalendarChangeState }).partial().meta({ id: 'CalendarChangeAnswer' })
export type CalendarChangeAnswer = z.input<typeof CalendarChangeAnswer>

export const calendarChangeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/calendar-changes',
    audience: 'member',
    summary: 'What members changed in their calendars and nobody has answered yet, newest first; of one member, or of everyone',
    query: z.object({
      memberId: ref.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
      after: ref.optional(),
    }),
    response: z.array(CalendarChange),
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/calendar-changes/:id',
    audience: 'member',
    record: 'calendar_changes',
    summary: "Answer a change in one's own calendar; the owner may answer anyone's. The visit itself is changed by its own endpoint",
    params: z.object({ id: z.string().max(60) }),
    body: CalendarChangeAnswer,
    response: CalendarChange,
  }),
}
