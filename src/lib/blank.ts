/** An empty text holds nothing, so it is kept as null; an absent one stays absent. */
export const noneIfBlank = <T extends string | null | undefined>(text: T): T | null => (text === '' ? null : text)
