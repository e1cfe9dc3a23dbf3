import { sql } from 'kysely'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A foreign key of the practice's tables: a column naming the id of another table's row. */
export type Tie = { child: string; column: string; parent: string; isNullable: boolean }
/** A column as the database has it; `type` as PostgreSQL names it. */
export type Column = { table: string; name: string; type: string; isNullable: boolean }

/** Every foreign key between tenant tables, except those to the practice itself. */
export const listTies = async (tx: PracticeTx): Promise<Tie[]> =>
  (
    await sql<Tie>`
      select c.relname as child, a.attname as "column", p.relname as parent, not a.attnotnull as "isNullable"
      from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and array_length(k.conkey, 1) = 2
      order by 1, 2`.execute(tx)
  ).rows

/** Every column of every tenant table, in order. */
export const listColumns = async (tx: PracticeTx): Promise<Column[]> =>
  (
    await sql<Column>`
      select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely_%'
        and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`.execute(tx)
  ).rows

/** Tables ordered so that each comes after those it references; references to itself are ignored. */
export function inOrder(tables: readonly string[], ties: readonly Tie[]): string[] {
  const ordered: string[] = []
  const seen = new Set<string>()
  const place = (table: string) => {
    if (seen.has(table)) return
    seen.add(table)
    for (const { child, parent } of ties) if (child === table && tables.includes(parent)) place(parent)
    ordered.push(table)
  }
  for (const table of tables) place(table)
  return ordered
}
