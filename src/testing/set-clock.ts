import { inject } from 'vitest'
import { setClock } from '#lib/clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the clock shows as a test file begins; empty: the machine's own time. */
    moment: string
  }
}

/** Sets the clock back to where every test file begins. */
export const resetClock = () => setClock(inject('moment') || undefined)

// Before the file's modules are loaded, for many read the date as they load.
resetClock()
