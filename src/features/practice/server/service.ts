import type { SyncedEntity } from '#platform/server/sync.ts'

export const memberSync: SyncedEntity<'members'> = { toWire: (row) => ({ id: row.id }) }
