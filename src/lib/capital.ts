/** `near fore` as a sentence or a heading begins: `Near fore`. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
