import { inject } from 'vitest'
import { setClock } from '#lib/clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the clock shows as a test file begins; empty: the machine's own time. */
    moment: string
  }
}

// Before the file's modules are loaded, for many ask what day it is as they load.
setClock(inject('moment') || undefined)
