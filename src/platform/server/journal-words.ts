/** `before` and a text, if there is one: `, ` and a reason. */
export const ifAny = (before: string, text: unknown): string => (typeof text === 'string' && text ? `${before}${text}` : '')
