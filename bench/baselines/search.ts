/** Baseline for search over the same rows: every word of the query must occur somewhere in a record's texts, literally. */
export function plainFilter<T>(rows: readonly T[], fields: (row: T) => readonly (string | null)[], question: string): T[] {
  const words = question.toLowerCase().split(' ')
  return rows.filter((row) => {
    const text = fields(row).join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
