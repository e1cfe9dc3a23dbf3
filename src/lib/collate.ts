const collator = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true })

/** Order of names as people read them: case and accents aside, 2 before 10. */
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name)

/** The letter a name is listed under: without accents, in capitals; `#` for a name that begins with none. */
export function initialOf(name: string): string {
  const first = [...name.trim().normalize('NFD')][0]?.toUpperCase() ?? ''
  return /\p{L}/u.test(first) ? first : '#'
}
