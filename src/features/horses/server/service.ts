import type { SyncedEntity } from '#platform/server/sync.ts'

export const horseSync: SyncedEntity<'horses'> = { toWire: (row) => ({ id: row.id }) }
