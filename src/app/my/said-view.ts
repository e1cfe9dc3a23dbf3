import type { Day } from '#lib/dates.ts'

/** What somebody has told the farrier about a horse that is shared with them or a yard of theirs, and what they were answered. */
export type Said = { id: string; words: string; day: Day; isSeen: boolean; reply: { words: string; day: Day } | null }
