import type { Generated, Selectable } from 'kysely'

/** Columns of every table that devices keep a copy of. */
export type SyncColumns = {
  rev: number
  /** Place in the practice's order of commits. */
  seq: number
  deleted_at: Date | null
  /** When the server first had it. Ids are made on any device and hold no reliable date. */
  created_at: Generated<Date>
  /** Per column or group: the last writer's revision and device. */
  fw: Generated<FieldWriters>
}
/** Those columns as a row that was read has them. */
export type SyncedRow = Selectable<SyncColumns> & { id: string }
/** `o`: the last revision another device than `d` wrote it at. */
export type FieldWriters = Record<string, { r: number; d: string | null; o?: number }>
