import { CompiledQuery } from 'kysely'
import type { SyncedName } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A row of each synced table with nothing but the table's own defaults. */
export type Blanks = ReadonlyMap<SyncedName, Readonly<Record<string, unknown>>>

let blanks: Promise<Blanks> | undefined

/** The defaults of the tables' columns, queried once per process: only the database knows them. */
export function readBlanks(tx: PracticeTx): Promise<Blanks> {
  blanks ??= fetchBlanks(tx)
  blanks.catch(() => {
    blanks = undefined
  })
  return blanks
}

type Column = { table: SyncedName; column: string; value: string | null }

async function fetchBlanks(tx: PracticeTx): Promise<Blanks> {
  const { rows: columns } = await tx.executeQuery<Column>(CompiledQuery.raw(COLUMNS, [[...syncedNames()]]))
  const values = columns.map(({ value }, at) => `${value ?? 'null'} as "${at}"`)
  const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(`select ${values.join(', ')}`))
  const found = new Map<SyncedName, Record<string, unknown>>()
  for (const [at, { table, column }] of columns.entries()) found.set(table, { ...found.get(table), [column]: rows[0]?.[String(at)] })
  return found
}

const COLUMNS = `
  select c.relname as table, a.attname as column, pg_get_expr(d.adbin, d.adrelid) as value
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
  order by c.relname, a.attnum`
