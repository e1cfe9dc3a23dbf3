/** Whether what is long is proved at its full length, as `npm run prove` does; `npm test` proves it by a short form (docs/TESTING.md). */
export const isWhole = process.env.PRITCHEL_WHOLE === 'yes'

/** How much of it this run takes. */
export const atLength = <T>(short: T, whole: T): T => (isWhole ? whole : short)
