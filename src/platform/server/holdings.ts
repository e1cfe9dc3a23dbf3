import { declarations, type Holding } from '#platform/server/entity.ts'

const tables = () => {
  const { synced, tables: others } = declarations()
  return Object.entries({ ...synced, ...others })
}

/**
 * The data a practice holds about a client, table by table, as the features declare it: packs and erasure both use it. `holdings.test.ts` fails
 * for a table that no feature declares, and for a foreign key or a column that no declaration covers.
 */
export const holdings = (): Readonly<Record<string, Holding>> =>
  Object.fromEntries(tables().flatMap(([table, { holding }]) => (typeof holding === 'string' ? [] : [[table, holding]])))

/** Tables that are not about a client, and why. */
export const apart = (): Readonly<Record<string, string>> =>
  Object.fromEntries(tables().flatMap(([table, { holding }]) => (typeof holding === 'string' ? [[table, holding]] : [])))

/** Ids that no foreign key holds, as `table.column`, and how they are dealt with. */
export const looseIds = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tables().flatMap(([table, { loose = {} }]) => Object.entries(loose).map(([column, how]) => [`${table}.${column}`, how])),
  )

/** Columns that every synced row has; none of them is about a person. */
export const HOUSEKEEPING: readonly string[] = ['practice_id', 'id', 'rev', 'seq', 'fw', 'deleted_at', 'created_at']
