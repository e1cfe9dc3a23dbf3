export type Option = { value: string; label: string; detail?: string /** Words it is also found by. */; keywords?: string }

/** Matched without regard to case, accents or apostrophes: "sian" finds Siân, "oneil" finds O'Neil. */
const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘.]/g, '')
    .toLowerCase()

/**
 * The options every typed word occurs in, those whose label starts with what was typed first, at most `limit`,
 * and how many there are in all. Order within a rank is the given one.
 */
export function matchOptions(options: readonly Option[], typed: string, limit: number): { shown: Option[]; total: number } {
  const query = foldText(typed).trim()
  if (!query) return { shown: options.slice(0, limit), total: options.length }
  const words = query.split(/\s+/)
  const ranked: [Option[], Option[], Option[]] = [[], [], []]
  for (const option of options) {
    const label = foldText(option.label)
    const all = `${label} ${foldText(`${option.detail ?? ''} ${option.keywords ?? ''}`)}`
    if (words.every((word) => all.includes(word)))
      ranked[label.startsWith(query) ? 0 : words.every((w) => label.includes(w)) ? 1 : 2].push(option)
  }
  const found = ranked.flat()
  return { shown: found.slice(0, limit), total: found.length }
}
