import type { SyncedEntity } from '#platform/server/sync.ts'

export const roundSync: SyncedEntity<'rounds'> = { toWire: (row) => ({ id: row.id }) }
