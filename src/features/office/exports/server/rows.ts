import { sql } from 'kysely'
import type { Column } from '#features/office/exports/server/catalogue.ts'
import { BYTE_ORDER_MARK, csvLine, headOf } from '#lib/csv.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { HOUSEKEEPING } from '#platform/server/holdings.ts'

/** An exported row: by column name, without internal columns. */
export type Leaving = Record<string, unknown>
/** A table of a pack, with the name of its sheet. */
export type Sheet = { table: string; name: string; columns: string[]; rows: Leaving[] }

/** Columns of no use to anyone outside, or private to the server. */
const THEIRS = ['id', 'deleted_at', 'created_at']
const OURS = [...HOUSEKEEPING.filter((name) => !THEIRS.includes(name)), 'store_key', 'upload_key', 'upload_ends_at']

/** The exported columns of a table, in order. */
export const leavingColumns = (columns: readonly Column[], table: string): string[] =>
  columns.filter((column) => column.table === table && column.type !== 'bytea' && !OURS.includes(column.name)).map(({ name }) => name)

/** Rows of a table as PostgreSQL's JSON has them, those that match `where`. */
export async function readLeaving(
  tx: PracticeTx,
  table: string,
  columns: readonly string[],
  where: ReturnType<typeof sql<boolean>>,
  most?: { order: ReturnType<typeof sql>; count: number },
): Promise<Leaving[]> {
  const fields = sql.join(columns.map((name) => sql.ref(name)))
  const page = most ? sql`order by ${most.order} limit ${most.count}` : sql``
  const { rows } = await sql<{ row: Leaving }>`
    select row_to_json(r) as row from (select ${fields} from ${sql.table(table)} where ${where} ${page}) r`.execute(tx)
  return rows.map(({ row }) => row)
}

/** Rows as a CSV sheet: a header, then a line each. */
export const sheetOf = (columns: readonly string[], rows: readonly Leaving[]): string =>
  BYTE_ORDER_MARK + csvLine(columns.map(headOf)) + rows.map((row) => csvLine(columns.map((column) => row[column]))).join('')
