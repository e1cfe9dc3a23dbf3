/** First letters of the first and last words; one letter for a single name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
