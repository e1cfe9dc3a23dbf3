import { AsyncLocalStorage } from 'node:async_hooks'

/** A member who looks at the portal as a client of their practice does. */
export type LookingAs = { practiceId: string; clientId: string }

const looking = new AsyncLocalStorage<LookingAs>()

/** Does something as a client sees it: what reads for a guest in there reads for them, and no line records that they did. */
export const lookAs = <T>(who: LookingAs, work: () => T): T => looking.run(who, work)

/** Whom a member looks as now; undefined: a guest looks for themselves. */
export const lookedAs = (): LookingAs | undefined => looking.getStore()
