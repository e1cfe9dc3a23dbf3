import type { JournalKind } from '#lib/journal-kinds.ts'
import { nameSynced, type SyncedName } from '#lib/synced.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'
import type { SyncedEntity, SyncRegistry } from '#platform/server/sync/sync.ts'

type Json = Record<string, unknown>

/** A line of the journal: what one act did to one record, with the columns it wrote as they were and as it left them. */
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

/** Puts back what an act did, through the services that did it. @throws what they throw, changed_since, text_has_gone, cannot_undo */
export type Undo = (tx: PracticeTx, actor: Actor, done: ActivityRow) => Promise<void>

/** What a title of the journal is made of: the line, what its record was called then, and what a record was called whose id a column holds. */
export type JournalLine = Pick<ActivityRow, 'verb' | 'before' | 'after'> & {
  named: string
  nameIn: (column: string) => string | undefined
  textIn: (column: string) => string | undefined
}

/** How the journal tells of a record. */
export type Journal = {
  kind: JournalKind
  /** What a record without a name is called: `a yard`. */
  noun?: string
  /** The column that names it; else the record that it is called after; `sql`: id, name and whose name that is, of `$2` in practice `$1`. */
  named?: { by: string; sql?: string } | { after: 'clients' | 'horses'; column: string }
  /** `Added Biscuit`, unless said otherwise. */
  title?: (line: JournalLine) => string
  /** What is said below it, in a few words; nothing unless said otherwise. */
  detail?: (line: JournalLine, zone: string) => string
}

/** What is held about a client in a table: packs and erasure both go by it. */
export type Holding = {
  /** What people call such rows: one, and several. */
  words: readonly [one: string, several: string]
  /** Foreign keys by which a row belongs to a client, or to what belongs to one: it goes with any of them. */
  with: readonly string[]
  /** Foreign keys that only name: emptied. One that must not be empty names a client, whose nameless record stays. */
  names?: readonly string[]
  /** Rows that stay without the person: these columns as they are, the others emptied, as `blank` says where they can't be nothing. */
  kept?: { columns: readonly string[]; blank?: Readonly<Record<string, string>> }
}

/** What every table of a practice declares. */
export type TableDeclaration = {
  /** What is held about a client in it; else why it is not about any. Words in it are looked through for a person all the same. */
  holding: Holding | string
  /** Ids that no foreign key holds, and how erasure deals with each. */
  loose?: Readonly<Record<string, string>>
  journal?: Journal
  /** How an act is taken back, by its verb. */
  undo?: Readonly<Record<string, Undo>>
}

/** What a feature declares of a record that devices keep. */
export type Entity<T extends SyncedName> = TableDeclaration & {
  sync: SyncedEntity<T>
  journal: Journal
  /** Columns that name a client, and name the kept one when two are made one; none for what `clients` merges by itself. */
  namesClient: readonly (keyof Tables[T] & string)[]
  /** An apprentice may take back what they did to it themselves. */
  isApprentices?: boolean
}

/** The records of a feature. */
export type Entities = { readonly [T in SyncedName]?: Entity<T> }

/** What the journal tells of that is no table. */
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

/** Tells the process what there is; `app/entities.ts` does, before anything is read or written. */
export const declareAll = (all: Declarations): void => {
  declared = all
  nameSynced(Object.keys(all.synced) as SyncedName[])
}

/** @throws Error before `declareAll` */
export function declarations(): Declarations {
  if (!declared) throw new Error('nobody has declared the records yet')
  return declared
}

/** What is declared of a record that devices keep, of a table, or of an act; undefined for a name that nobody knows. */
export function declarationOf(name: string): Partial<TableDeclaration & Pick<Entity<SyncedName>, 'isApprentices'>> | undefined {
  const { synced, tables, acts } = declarations()
  return synced[name as SyncedName] ?? tables[name as ServerTable] ?? acts[name]
}

/** How the records that devices keep take part in sync. */
export const syncRegistry = (): SyncRegistry =>
  Object.fromEntries(Object.entries(declarations().synced).map(([name, { sync }]) => [name, sync])) as unknown as SyncRegistry
