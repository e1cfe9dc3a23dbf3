/**
 * The records that devices keep: the name of each, which is its table's, and its shape on the wire. Each feature adds its own, in its contract.
 * Apart from `sync.ts`, so that the browser gets the names without the schemas.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it
export interface Synced {}
export type SyncedName = keyof Synced

let names: readonly SyncedName[] | undefined

/** Declares the records' names, each after those it refers to. */
export const nameSynced = (all: readonly SyncedName[]): void => {
  names = all
}

/**
 * The records' names in the order in which they are written: each after those it refers to. Server only: in a browser they are never declared.
 * @throws Error before `nameSynced`
 */
export function syncedNames(): readonly SyncedName[] {
  if (!names) throw new Error('nobody has declared the records yet')
  return names
}

/** Version of the op shapes this build speaks; an older one is upcast by the server. */
export const SYNC_SCHEMA = 1
