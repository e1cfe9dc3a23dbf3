/** The plainest search there is over the same rows: every word asked for must occur somewhere in a record's texts, as they stand. */
export function plainFilter<T>(rows: readonly T[], fields: (row: T) => readonly (string | null)[], question: string): T[] {
  const words = question.toLowerCase().split(' ')
  return rows.filter((row) => {
    const text = fields(row).join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
