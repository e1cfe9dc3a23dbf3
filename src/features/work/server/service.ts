import type { SyncedEntity } from '#platform/server/sync.ts'

export const workSync: SyncedEntity<'work_entries'> = { toWire: (row) => ({ id: row.id }) }
