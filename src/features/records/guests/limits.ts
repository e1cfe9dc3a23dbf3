/** The most that is written about a horse or a yard at a time, and answered to it. */
export const LONGEST_WORDS = 1000
