import type { SyncedName } from '#lib/synced.ts'

/** Where a record's change that was not taken waits for its decision. */
export const offlineHref = (entity: SyncedName, id: string): string => `/offline?record=${entity}/${id}`
