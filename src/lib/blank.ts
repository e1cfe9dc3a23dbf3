/** An empty text says nothing, so it is kept as none; absent stays absent. */
export const noneIfBlank = <T extends string | null | undefined>(text: T): T | null => (text === '' ? null : text)
