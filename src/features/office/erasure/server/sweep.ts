import { sql } from 'kysely'
import { ERASED } from '#features/office/erasure/server/identity.ts'
import type { Reach } from '#features/office/exports/server/reach-of.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { HOUSEKEEPING } from '#platform/server/holdings.ts'

/** Column types that can hold words. */
const WORDS = /^(text|character varying.*|jsonb?)(\[\])?$/
/** Others' names, and the name of a yard where others' horses stand: theirs, even if it matches. */
const OTHERS = new Set(['clients.name', 'clients.business_name', 'members.name', 'members.initials', 'yards.address'])

/** The columns of each table whose words may be about anyone. */
function wordColumns(columns: Reach['columns']): Map<string, { name: string; type: string }[]> {
  const wordy = columns.filter(
    ({ table, name, type }) => WORDS.test(type) && !HOUSEKEEPING.includes(name) && !OTHERS.has(`${table}.${name}`),
  )
  return Map.groupBy(wordy, ({ table }) => table)
}

/** Writes `[erased]` wherever the practice's words still name the person, in any column of any table; returns how many rows did. */
export async function sweepWords(tx: PracticeTx, { columns }: Pick<Reach, 'columns'>, pattern: string): Promise<number> {
  let swept = 0
  for (const [table, wordy] of wordColumns(columns)) {
    const found = wordy.map(({ name }) => sql`${sql.ref(name)}::text ~* ${pattern}`)
    const cleaned = wordy.map(({ name, type }) => sql`${sql.ref(name)} = ${cleanedAs(name, type, pattern)}`)
    const newer = columns.some((column) => column.table === table && column.name === 'rev') ? sql`, rev = rev + 1` : sql``
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${sql.join(cleaned)}${newer} where ${sql.join(found, sql` or `)}`.execute(tx)
    swept += Number(numAffectedRows)
  }
  return swept
}

/** The number of rows that would change. */
export async function countNamed(
  tx: PracticeTx,
  { columns }: Pick<Reach, 'columns'>,
  pattern: string,
  table: string,
  butFor: readonly string[],
) {
  const wordy = wordColumns(columns).get(table) ?? []
  if (wordy.length === 0) return 0
  const found = wordy.map(({ name }) => sql`${sql.ref(name)}::text ~* ${pattern}`)
  const isKeyed = columns.some((column) => column.table === table && column.name === 'id')
  const others = isKeyed ? sql`and id <> all(${[...butFor]}::uuid[])` : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where (${sql.join(found, sql` or `)}) ${others}`.execute(tx)
  return rows[0]?.count ?? 0
}

function cleanedAs(name: string, type: string, pattern: string) {
  const clean = (value: ReturnType<typeof sql>) => sql`regexp_replace(${value}, ${pattern}, ${ERASED}, 'gi')`
  const column = sql`${sql.ref(name)}`
  if (!type.endsWith('[]')) return sql`${clean(sql`${column}::text`)}::${sql.raw(type)}`
  const each = type.slice(0, -2)
  return sql`case when ${column} is null then null
    else array(select ${clean(sql`one::text`)}::${sql.raw(each)} from unnest(${column}) with ordinality as part (one, place) order by place) end`
}
