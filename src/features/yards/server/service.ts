import type { SyncedEntity } from '#platform/server/sync.ts'

export const yardSync: SyncedEntity<'yards'> = { toWire: (row) => ({ id: row.id }) }
