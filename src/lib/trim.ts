/**
 * Removes the characters of a class from the end of a text. Each is looked at once; `/[\s,]+$/` looks at them again for each one before them.
 * `dropped` matches one character.
 */
export function trimmedEnd(text: string, dropped: RegExp): string {
  let end = text.length
  while (end > 0 && dropped.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The same at both ends. */
export function trimmed(text: string, dropped: RegExp): string {
  let start = 0
  while (start < text.length && dropped.test(text.charAt(start))) start++
  return trimmedEnd(text.slice(start), dropped)
}
