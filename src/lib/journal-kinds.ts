/** The kinds of entry the journal can be filtered by. */
export const JOURNAL_KINDS = ['clients', 'horses', 'yards', 'diary', 'work', 'texts', 'practice'] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]
