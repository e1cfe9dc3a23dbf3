import { createContext, use } from 'react'
import { currentMs } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'

type DateHelp = {
  /** Today where the practice is. */
  useToday: () => Day
  /** How many stops each day of a span has, both ends in; a day without any is not in it. Undefined while that is read. */
  useStops: (from: Day, to: Day) => ReadonlyMap<Day, number> | undefined
}

/* Nothing of a practice is known: the device's own calendar. */
const ALONE: DateHelp = {
  useToday: () => dayOf(currentMs(), Intl.DateTimeFormat().resolvedOptions().timeZone),
  useStops: () => undefined,
}

const DateHelpContext = createContext(ALONE)

/** What date fields know of the practice: give it around the whole app, always the same object. */
export const DateHelpProvider = DateHelpContext

/** What is given around. */
export const useDateHelp = (): DateHelp => use(DateHelpContext)
