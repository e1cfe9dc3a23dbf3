/* What the server, the pages and the service worker of the portal call the copy that a phone keeps. Nothing of it is the staff app's. */

/** Of an answer and of a page: whose copy it goes into, as a word that says nothing about them; `none`: nothing is kept here. Absent: it is about nobody. */
export const COPY = 'my-copy'
export const NO_COPY = 'none'
/** Of a request: it is made by a phone, to keep the answer. */
export const KEEPS = 'my-keeps'
/** Where the server says what may be kept. */
export const COPY_LIST = '/my/copy'
/** The page in place of one that is not kept. */
export const NO_SIGNAL = '/my/no-signal'
/** How the words that say of when a page is are hidden while it comes from the server. */
export const AS_AT = { hidden: ' data-as-at hidden', shown: ' data-as-at' } as const

/** The pages that show what is on others too: kept anew as soon as any other is not theirs any more. */
export const GENERAL_PAGES = ['/my', '/my/visits', '/my/money'] as const

/** What may be kept on their phone. `stamp`: whose things they are and what is shown of them; with another one nothing of before is theirs. */
export type CopyList = { stamp: string; pages: readonly string[]; pictures: readonly string[] }
