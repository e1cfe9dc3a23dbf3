import type { z } from 'zod'
import type { SyncRow } from '#lib/sync.ts'
import type { Synced, SyncedName } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'
import type { SyncedRow } from '#platform/server/sync/columns.ts'

type Wire = Record<string, unknown>

/** How one entity takes part in sync. Writers are the same service functions the ordinary endpoints call. */
export type SyncedEntity<T extends SyncedName = SyncedName> = {
  toWire: (row: Row<T>) => Synced[T]
  /** Absent: every member's device holds it. A device of any other member receives nothing of it, and changes nothing. */
  isSeenBy?: (role: Actor['role']) => boolean
  /** Absent: a member who holds the entity holds every row. For any other member a row counts as removed. */
  isRowSeenBy?: (role: Actor['role'], row: Row<T>) => boolean
  /** Absent: devices may not write it. */
  write?: {
    newShape: z.ZodType
    changeShape: z.ZodType
    create: (tx: PracticeTx, actor: Actor, id: string, data: never) => Promise<Row<T>>
    update: (tx: PracticeTx, actor: Actor, id: string, data: never, baseRev: number | undefined) => Promise<Row<T>>
    /** `data`: the data sent along with the removal, unchanged. */
    remove: (tx: PracticeTx, actor: Actor, id: string, baseRev: number | undefined, data?: Wire) => Promise<Row<T>>
  }
}
export type SyncRegistry = { [T in SyncedName]: SyncedEntity<T> }

/** Whether devices of this member hold an entity at all. */
export const isSeen = (registry: SyncRegistry, entity: SyncedName, actor: Pick<Actor, 'role'>): boolean =>
  registry[entity].isSeenBy?.(actor.role) ?? true

/** A row as a device gets it. One that its member may not see counts as removed. */
export function syncRowOf(
  { registry, actor, entity }: { registry: SyncRegistry; actor: Pick<Actor, 'role'>; entity: SyncedName },
  row: SyncedRow,
): SyncRow {
  const { toWire, isRowSeenBy } = registry[entity]
  const deleted = row.deleted_at !== null || isRowSeenBy?.(actor.role, row as never) === false
  return { entity, id: row.id, rev: row.rev, seq: row.seq, deleted, data: deleted ? {} : (toWire(row as never) as Wire) }
}
