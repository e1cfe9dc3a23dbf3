/** The most that is written about a horse or a yard at a time, and answered to it. */
export const LONGEST_WORDS = 1000
/** The most clients that are invited by one press. */
export const MOST_INVITED_AT_ONCE = 500
