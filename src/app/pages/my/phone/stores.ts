/* What the portal keeps in a browser, by name: nothing of it is the staff app's, whose unsent changes may lie in the same origin. */

const OURS = 'pritchel-my'
/** Pages by their path, and the server's list of them. */
export const PAGES = `${OURS}-pages`
export const PICTURES = `${OURS}-pictures`
/** What pages are drawn with: no person's. */
export const FILES = `${OURS}-files`
/** What was typed without a signal. */
export const UNSENT = `${OURS}-unsent`

const drop = (names: readonly string[]): Promise<unknown> => Promise.all(names.map((name) => caches.delete(name)))

/** Deletes what was kept to be read. */
export const dropCopy = (): Promise<unknown> => drop([PAGES, PICTURES])

/** Deletes all that is kept of the person who was signed in. */
export const forgetAll = (): Promise<unknown> => drop([PAGES, PICTURES, FILES, UNSENT])

/** When something was kept, by the phone's clock. */
export const KEPT_AT = 'my-kept-at'
const MOST_MS = 30 * 24 * 60 * 60 * 1000

/** Whether a copy is too old to be shown: its contents have long changed. */
export const isTooOld = ({ headers }: Response, nowMs: number): boolean => nowMs - Number(headers.get(KEPT_AT)) > MOST_MS
