import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { currentMs } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'

type DateHelp = {
  /** Today where the practice is. */
  useToday: () => Day
  /** Gives how many stops each day of a span has, both ends in; undefined while that is read. It may be loaded with the first month. */
  Stops: ComponentType<StopsProps>
}
type StopsProps = { from: Day; to: Day; children: (stops: ReadonlyMap<Day, number> | undefined) => ReactNode }

/* Nothing of a practice is known: the device's own calendar. */
const ALONE: DateHelp = {
  useToday: () => dayOf(currentMs(), Intl.DateTimeFormat().resolvedOptions().timeZone),
  Stops: ({ children }) => children(undefined),
}

const DateHelpContext = createContext(ALONE)

/** What date fields know of the practice: give it around the whole app, always the same object. */
export const DateHelpProvider = DateHelpContext

/** What is given around. */
export const useDateHelp = (): DateHelp => use(DateHelpContext)
