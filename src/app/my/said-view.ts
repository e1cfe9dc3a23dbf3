import type { Day } from '#lib/dates.ts'

/** What a sharer of a horse or a yard's manager wrote to the farrier, with the reply. */
export type GuestWords = { id: string; words: string; day: Day; isSeen: boolean; reply: { words: string; day: Day } | null }
