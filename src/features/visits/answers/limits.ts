/** As much as an owner may write at once. */
export const LONGEST_WORDS = 1000
/** A gate's code, or the place of the key. */
export const LONGEST_CODE = 120
