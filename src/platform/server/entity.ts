import type { JournalKind } from '#lib/journal-kinds.ts'
import { nameSynced, type SyncedName } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import type { SyncedEntity, SyncRegistry } from '#platform/server/sync/sync.ts'

type Json = Record<string, unknown>

/** An entry of the journal: what one action did to one record, with the columns it wrote, before and after. */
export type ActivityRow = {
  id: string
  at: Date
  member_id: string | null
  entity: string
  entity_id: string
  verb: string
  before: Json | null
  after: Json | null
  act_id: string | null
}

/** Reverts an action through the services that did it. @throws what they throw, changed_since, text_has_gone, cannot_undo */
export type Undo = (tx: PracticeTx, actor: Actor, done: ActivityRow) => Promise<void>

/** The parts of a journal title: the entry, the name of its record at the time, and the name at the time of a record whose id a column holds. */
export type JournalLine = Pick<ActivityRow, 'verb' | 'before' | 'after'> & {
  named: string
  nameIn: (column: string) => string | undefined
  textIn: (column: string) => string | undefined
}

/** How the journal describes a record. */
export type Journal = {
  kind: JournalKind
  /** The noun for a record without a name: `a yard`. */
  noun?: string
  /** The column that names it, or the record it is named after. `sql` returns id, name and the owner of the name, for `$2` in practice `$1`. */
  named?: { by: string; sql?: string } | { after: 'clients' | 'horses'; column: string }
  /** By default `Added Biscuit`. */
  title?: (line: JournalLine) => string
  /** A few words shown below the title; none by default. */
  detail?: (line: JournalLine, zone: string) => string
}

/** The data a table holds about a client: packs and erasure both use it. */
export type Holding = {
  /** The readable name of such rows: singular and plural. */
  words: readonly [one: string, several: string]
  /** Foreign keys by which a row belongs to a client, or to what belongs to one: it goes with any of them. */
  with: readonly string[]
  /** Foreign keys that only name: emptied. One that must not be empty names a client, whose nameless record stays. */
  names?: readonly string[]
  /**
   * Rows that stay without the person: these columns keep their values, the others are emptied; `blank` gives the value where null is not
   * allowed.
   */
  kept?: { columns: readonly string[]; blank?: Readonly<Record<string, string>> }
}

/** What every table of a practice declares. */
export type TableDeclaration = {
  /** The data it holds about a client; else the reason why it is not about any. Its texts are searched for a person in either case. */
  holding: Holding | string
  /** Ids that no foreign key holds, and how erasure deals with each. */
  loose?: Readonly<Record<string, string>>
  journal?: Journal
  /** How an action is undone, by its verb. */
  undo?: Readonly<Record<string, Undo>>
}

/** A row as the database writes its columns as text. */
export type TextRow = Readonly<Record<string, string | null>>

/** What a feature declares of a record that devices keep. */
export type Entity<T extends SyncedName> = TableDeclaration & {
  sync: SyncedEntity<T>
  journal: Journal
  /** Columns that name a client. When two clients are merged, they name the one that is kept; none for what merging `clients` handles itself. */
  namesClient: readonly (keyof Tables[T] & string)[]
  /**
   * The id that follows from what the record is of, where two devices must make the same one; null for a record with an id of its own. A
   * copy of the practice derives it again.
   */
  derivedId?: (row: TextRow) => string | null | undefined
  /** An apprentice may undo their own actions on it. */
  isApprentices?: boolean
}

/** The records of a feature. */
export type Entities = { readonly [T in SyncedName]?: Entity<T> }

/** A kind of journal entry that is not about a table. */
export type ActDeclaration = Pick<TableDeclaration, 'undo'> & { journal: Journal }

/** A table of a practice that no device keeps. */
type ServerTable = Exclude<keyof Tables, SyncedName | `directory.${string}`>

export type Declarations = {
  /** In the order in which records are written: each after those it names. */
  synced: { readonly [T in SyncedName]: Entity<T> }
  tables: Readonly<Record<ServerTable, TableDeclaration>>
  acts: Readonly<Record<string, ActDeclaration>>
}

let declared: Declarations | undefined

/** Declares every entity to the process; `app/entities.ts` calls it before anything is read or written. */
export const declareAll = (all: Declarations): void => {
  declared = all
  nameSynced(Object.keys(all.synced) as SyncedName[])
}

/** @throws Error before `declareAll` */
export function declarations(): Declarations {
  if (!declared) throw new Error('nobody has declared the records yet')
  return declared
}

/** The declaration of a synced record, of a table, or of an action; undefined for an unknown name. */
export function declarationOf(name: string): Partial<TableDeclaration & Pick<Entity<SyncedName>, 'isApprentices'>> | undefined {
  const { synced, tables, acts } = declarations()
  return synced[name as SyncedName] ?? tables[name as ServerTable] ?? acts[name]
}

/** The declarations of the records that devices keep, by any name. */
export const syncDeclarations = (): Readonly<Record<string, Pick<Entity<SyncedName>, 'derivedId'> | undefined>> => declarations().synced

/** How the records that devices keep take part in sync. */
export const syncRegistry = (): SyncRegistry =>
  Object.fromEntries(Object.entries(declarations().synced).map(([name, { sync }]) => [name, sync])) as unknown as SyncRegistry
