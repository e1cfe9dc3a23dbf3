import type { SyncedEntity } from '#platform/server/sync.ts'

export const appointmentSync: SyncedEntity<'appointments'> = { toWire: (row) => ({ id: row.id }) }
export const visitHorseSync: SyncedEntity<'visit_horses'> = { toWire: (row) => ({ id: row.id }) }
export const timeOffSync: SyncedEntity<'time_off'> = { toWire: (row) => ({ id: row.id }) }
