const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Names as a sentence lists them: `Bess`, `Bess and Dolly`, `Bess, Dolly and Max`; empty for none. */
export const inWords = (names: readonly string[]): string => LIST.format(names)
