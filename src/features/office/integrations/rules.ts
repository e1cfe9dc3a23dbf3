/** Where programs read a member's diary; the token and `.ics` follow. */
export const FEED_PATH = '/calendar/'
