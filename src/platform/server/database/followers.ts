import type { SyncedName } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Ending, PracticeTx } from '#platform/server/database/db.ts'
import type { SyncedRow } from '#platform/server/sync/columns.ts'

/** A synced row that a transaction wrote, as the transaction found it (undefined: newly created) and as it leaves it. */
export type Written = { table: SyncedName; before: (SyncedRow & Columns) | undefined; after: SyncedRow & Columns }
type Columns = Record<string, unknown>

/** A requested effect on a record, and who requested it; `to`: for this one person alone. */
export type Wish = { name: string; id: string; actor: Actor; to?: string }

/**
 * Effects of the rows a transaction wrote, regardless of the writer and the number of rows: run once, as the last step of that transaction. It
 * reads the rows again where it must be sure, because what was written may have been undone since.
 */
type Follower = {
  tables: readonly SyncedName[]
  follow: (tx: PracticeTx, actor: Actor, written: readonly Written[], wishes: readonly Wish[]) => Promise<void>
}

/** `isSure`: nothing of what was written has been undone since. */
type Ledger = { actor: Actor | undefined; rows: Map<string, Written>; wishes: Wish[]; isSure: boolean }

const ledgers = new WeakMap<PracticeTx, Ledger>()

/** Notes a written row. The last known actor is recorded as the cause of the effects. */
export function noteWritten(tx: PracticeTx, actor: Actor | undefined, { table, before, after }: Written): void {
  const ledger = ledgerOf(tx)
  if (actor) ledger.actor = actor
  const key = `${table} ${after.id}`
  const known = ledger.rows.get(key)
  ledger.rows.set(key, { table, before: known ? known.before : before, after })
}

/** The rows that a transaction has written so far in some tables: for effects that cannot wait for the end. */
export const writtenOf = (tx: PracticeTx, tables: readonly SyncedName[]): Written[] =>
  [...(ledgers.get(tx)?.rows.values() ?? [])].filter(({ table }) => tables.includes(table))

/** A row as this transaction left it; undefined when the transaction did not write it, or can't be sure that it still holds. */
export function writtenRow(tx: PracticeTx, table: SyncedName, id: string): SyncedRow | undefined {
  const ledger = ledgers.get(tx)
  return ledger?.isSure ? ledger.rows.get(`${table} ${id}`)?.after : undefined
}

/** Requests an effect that is better applied at the end, for all records together. */
export function noteWish(tx: PracticeTx, wish: Wish): void {
  const ledger = ledgerOf(tx)
  ledger.actor = wish.actor
  ledger.wishes.push(wish)
}

/** Marks the requests made so far. Returns a function that drops the later ones, for when the work that made them is undone. */
export function markWishes(tx: PracticeTx): () => void {
  const ledger = ledgerOf(tx)
  const known = ledger.wishes.length
  return () => {
    ledger.wishes.length = known
    ledger.isSure = false
  }
}

/** The pending requests of this transaction for a record. */
export const wishesOf = (tx: PracticeTx, id: string): readonly Wish[] => ledgers.get(tx)?.wishes.filter((wish) => wish.id === id) ?? []

/** Two handles of one transaction share one ledger: rows written through either have their effects. */
export const shareLedger = (tx: PracticeTx, other: PracticeTx): void => {
  ledgers.set(other, ledgerOf(tx))
}

/** A follower as the end of a transaction (`Database.follow`). */
export const following = ({ tables, follow }: Follower): Ending => {
  return async (tx) => {
    const ledger = ledgers.get(tx)
    if (!ledger?.actor) return
    const written = writtenOf(tx, tables)
    if (written.length + ledger.wishes.length > 0) await follow(tx, ledger.actor, written, ledger.wishes)
  }
}

function ledgerOf(tx: PracticeTx): Ledger {
  const ledger = ledgers.get(tx) ?? { actor: undefined, rows: new Map(), wishes: [], isSure: true }
  ledgers.set(tx, ledger)
  return ledger
}
