import { openLedger } from '#platform/server/ledger.ts'

/** An erased client: ids alone, which no longer lead to any record. */
export type ErasedIds = { practiceId: string; clientIds: string[] }

/** The erased clients, next to the database: an earlier backup brings them back, and their erasure's row is missing from it. */
export const erasedLedger = (dataFolder: string) => openLedger<ErasedIds>(dataFolder, 'erased.jsonl')
