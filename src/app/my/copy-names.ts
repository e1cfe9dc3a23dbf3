/* What the server, the pages and the service worker of the portal call the copy that a phone keeps. Nothing of it is the staff app's. */

/** Of an answer and a page: whose copy it goes into, as an opaque word; `none`: nothing is kept here. Absent: it is about no one. */
export const COPY = 'my-copy'
export const NO_COPY = 'none'
/** Of a request: it is made by a phone, to keep the answer. */
export const KEEPS = 'my-keeps'
/** Where the server lists what may be kept. */
export const COPY_LIST = '/my/copy'
/** The page in place of one that is not kept. */
export const NO_SIGNAL = '/my/no-signal'
/** How a page's as-at words are hidden while the page comes from the server. */
export const AS_AT = { hidden: ' data-as-at hidden', shown: ' data-as-at' } as const

/** The pages that also show what is on others: kept again as soon as any other page is no longer theirs. */
export const GENERAL_PAGES = ['/my', '/my/visits', '/my/money'] as const

/** What may be kept on their phone. `stamp`: whose things they are and what is shown of them; with another one nothing older is theirs. */
export type CopyList = { stamp: string; pages: readonly string[]; pictures: readonly string[] }
