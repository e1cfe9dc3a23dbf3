import { z } from 'zod'

/** How much a calendar elsewhere shows of a visit: that there is one, where, or also whose and which horses. */
export const CalendarLevel = z.enum(['busy', 'where', 'who'])
export type CalendarLevel = z.output<typeof CalendarLevel>
