/** Shorter passwords are refused. */
export const MIN_PASSWORD = 10

/** The most minutes of travel that may be wanted between two visits. */
export const MOST_BUFFER_MINUTES = 240

/** The longest line of the farrier's own, and the longest wording of a text, in characters. */
export const LONGEST_PREP = 160
export const LONGEST_WORDING = 600

/** The longest answer given outside working hours, and the most an emergency may cost: pounds, and times the usual rates. */
export const LONGEST_REPLY = 480
export const MOST_EMERGENCY_POUNDS = 1000
export const MOST_EMERGENCY_TIMES = 5

/** The most texts a day that may be allowed. */
export const MOST_DAILY_TEXTS = 10_000
