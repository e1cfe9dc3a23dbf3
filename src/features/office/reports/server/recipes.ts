import { sql } from 'kysely'
import type { Cell, ReportType } from '#features/office/reports/contract.ts'
import { appointmentLog, clientSummary } from '#features/office/reports/server/client-reports.ts'
import { gaitAnalysis } from '#features/office/reports/server/gait.ts'
import { horseSummary, serviceHistory } from '#features/office/reports/server/horse-reports.ts'
import type { Column, Recipe, ReportParams, Tools } from '#features/office/reports/server/params.ts'
import { revenueSummary } from '#features/office/reports/server/revenue.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const RECIPES = {
  'horse-summary': horseSummary,
  'client-summary': clientSummary,
  'service-history': serviceHistory,
  'appointment-log': appointmentLog,
  'revenue-summary': revenueSummary,
  'gait-analysis': gaitAnalysis,
} as const satisfies Record<ReportType, unknown>

/* Each type has its own row type; callers only pass rows on. */
const recipeOf = (type: ReportType) => RECIPES[type] as unknown as Recipe<object>

/** The columns of a report; columns of money only for a member who sees it. */
export const columnsOf = (type: ReportType, { seesMoney }: Pick<ReportParams, 'seesMoney'>): Column[] =>
  recipeOf(type).columns.filter(({ kind }) => seesMoney || kind !== 'money')

/** The number of rows; of gait analysis, of files. */
export async function countRows(tx: PracticeTx, type: ReportType, params: ReportParams): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${recipeOf(type).rows(params)}) r`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether the rows' content is read from files: then by `linesOf`, which no transaction may wait for. */
export const readsFiles = (type: ReportType): boolean => 'lines' in recipeOf(type)

/** The first rows, as every export begins. */
export async function firstRows(tx: PracticeTx, type: ReportType, params: ReportParams, most: number): Promise<object[]> {
  const { rows } = await sql<object>`${recipeOf(type).rows(params)} limit ${most}`.execute(tx)
  return rows
}

const PAGE = 500

/** All rows a page at a time, as they were when the first was read. */
export async function* pagesOf(tx: PracticeTx, type: ReportType, params: ReportParams): AsyncGenerator<object[]> {
  await sql`declare report no scroll cursor for ${recipeOf(type).rows(params)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<object>`fetch ${sql.lit(PAGE)} from report`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) break
  }
  await sql`close report`.execute(tx)
}

/** The cells of rows. */
export async function linesOf(type: ReportType, rows: readonly object[], params: ReportParams, tools: Tools): Promise<Cell[][]> {
  const recipe = recipeOf(type)
  const shown = recipe.columns.map(({ kind }) => params.seesMoney || kind !== 'money')
  const lines: Cell[][] = []
  for (const row of rows) {
    const its = 'lines' in recipe ? await recipe.lines(row, tools) : [recipe.cells(row, params)]
    for (const cells of its) lines.push(cells.filter((_, at) => shown[at]))
  }
  return lines
}
