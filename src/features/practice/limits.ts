/** Shorter passwords are refused. */
export const MIN_PASSWORD = 10

/** The most minutes of travel that may be wanted between two visits. */
export const MOST_BUFFER_MINUTES = 240

/** The longest line of the farrier's own, and the longest wording of a text, in characters. */
export const LONGEST_PREP = 160
export const LONGEST_WORDING = 600
