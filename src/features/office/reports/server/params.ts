import { type RawBuilder, sql } from 'kysely'
import type { FootScheme } from '#features/core/practice/foot-names.ts'
import type { GaitRefusal, GaitTable } from '#features/evidence/gait/table.ts'
import type { Cell, ReportPreview, ReportQuery } from '#features/office/reports/contract.ts'
import type { Days } from '#features/office/reports/rules.ts'
import type { Kind } from '#features/records/kinds/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** The resolved parameters of a report or chart. */
export type ReportParams = Days & {
  practiceId: string
  today: Day
  /** The practice's time zone, in which its days begin and end. */
  zone: string
  clientId: string | undefined
  horseId: string | undefined
  only: ReportQuery['only']
  seesMoney: boolean
  kinds: readonly Kind[]
  feet: FootScheme
}

export type Column = ReportPreview['columns'][number]

/** What reading files needs. */
export type Tools = { files: FileStore; readApart: (key: string) => Promise<GaitTable | GaitRefusal> }

/**
 * How a type of report is made: its columns, its sorted rows, and a row as lines of cells. Columns of money are left out for a member who sees
 * none.
 */
export type Recipe<Row extends object> = {
  columns: readonly Column[]
  rows: (params: ReportParams) => RawBuilder<Row>
} & ({ cells: (row: Row, params: ReportParams) => Cell[] } | { lines: (row: Row, tools: Tools) => Promise<Cell[][]> })

type Sql = RawBuilder<boolean>

/** `column = id`, or true without an `id`. */
export const isThe = (column: string, id: string | undefined): Sql => (id ? sql<boolean>`${sql.ref(column)} = ${id}` : sql<boolean>`true`)

/** Whether a day is in the range. */
export const inDays = (column: string, { from, to }: Days): Sql => sql<boolean>`${sql.ref(column)} between ${from}::date and ${to}::date`

/** Whether a horse belongs to the client in the params; a given horse counts for any client. */
export const clientsOfHorse = (column: string, horseId: string | undefined): Sql =>
  horseId ? sql<boolean>`${sql.ref(column)} in (select o.client_id from horses o where o.id = ${horseId})` : sql<boolean>`true`
