import { z } from 'zod'
import { may } from '#features/core/practice/rules.ts'
import { requireFeature } from '#features/core/practice/server/require-feature.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import type { Export } from '#features/office/exports/contract.ts'
import { startReport } from '#features/office/exports/server/service.ts'
import type { FiguresQuery, QuickStats, ReportCharts, ReportPreview, ReportQuery } from '#features/office/reports/contract.ts'
import { ReportFormat, ReportQuery as ReportQueryShape, ReportType } from '#features/office/reports/contract.ts'
import { daysInWords, daysOf, FORMATS, MOST_ROWS, REPORTS, rangeProblem } from '#features/office/reports/rules.ts'
import { chartsOf } from '#features/office/reports/server/charts.ts'
import { statsOf } from '#features/office/reports/server/figures.ts'
import { openReader } from '#features/office/reports/server/gait.ts'
import type { ReportParams } from '#features/office/reports/server/params.ts'
import { columnsOf, countRows, firstRows, linesOf } from '#features/office/reports/server/recipes.ts'
import { revenueFacts } from '#features/office/reports/server/revenue.ts'
import { kindsOf } from '#features/records/kinds/server/service.ts'
import { optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { can, type Feature } from '#lib/plan.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

const FIRST_ROWS = 30
/** Fewer rows, because each one reads a file. */
const FIRST_FILES = 5

/**
 * The first rows of a report and its sums.
 * @throws forbidden, not_in_plan, report_range_missing, report_range_wrong, report_range_long
 */
export async function previewReport(app: App, actor: Actor, query: ReportQuery): Promise<ReportPreview> {
  requireReport(actor, query)
  const most = query.type === 'gait-analysis' ? FIRST_FILES : FIRST_ROWS
  const { input, first, ...read } = await app.db.withPractice(actor.practiceId, async (tx) => {
    const input = await paramsFrom(tx, actor, query)
    return {
      input,
      first: await firstRows(tx, query.type, input, most),
      total: await countRows(tx, query.type, input),
      ...(await headOf(tx, query.type, input)),
    }
  })
  const tools = openReader(app.setup.files)
  try {
    const rows = await linesOf(query.type, first, input, tools)
    return { from: input.from, to: input.to, columns: columnsOf(query.type, input), rows, ...read }
  } finally {
    await tools.close()
  }
}

/** The sums of a report, and notes a reader needs to interpret it. */
export async function headOf(
  tx: PracticeTx,
  type: ReportQuery['type'],
  input: ReportParams,
): Promise<Pick<ReportPreview, 'facts' | 'notes'>> {
  if (type !== 'revenue-summary') return { facts: [], notes: [] }
  const notes = input.horseId ? ['Credit notes are for invoices, not horses, so none come off here.'] : []
  return { facts: await revenueFacts(tx, input), notes }
}

/** The Quick Stats. @throws report_range_missing, report_range_wrong, report_range_long */
export const quickStats = async (tx: PracticeTx, actor: Actor, query: FiguresQuery): Promise<QuickStats> =>
  statsOf(tx, await paramsFrom(tx, actor, query))

/** The data of the charts. @throws not_in_plan, report_range_missing, report_range_wrong, report_range_long */
export async function chartsFor(tx: PracticeTx, actor: Actor, query: FiguresQuery): Promise<ReportCharts> {
  requireFeature(actor, 'advanced-reports')
  return chartsOf(tx, await paramsFrom(tx, actor, query), can(actor.tier, 'team-management'))
}

/** The input of the job that makes a report: its days are resolved when the report is requested. */
export const ReportJob = z.object({
  type: ReportType,
  format: ReportFormat,
  from: z.string(),
  to: z.string(),
  today: z.string(),
  clientId: z.uuid().optional(),
  horseId: z.uuid().optional(),
  only: ReportQueryShape.shape.only,
  seesMoney: z.boolean(),
})
export type ReportJob = z.output<typeof ReportJob>

/**
 * Queues a job that makes a report.
 * @throws forbidden, not_in_plan, report_too_long, report_range_missing, report_range_wrong, report_range_long
 */
export async function beginReport(tx: PracticeTx, actor: Actor, query: ReportQuery & { format: ReportFormat }): Promise<Export> {
  requireReport(actor, query)
  const input = await paramsFrom(tx, actor, query)
  if ((await countRows(tx, query.type, input)) > MOST_ROWS[query.format]) throw new AppError('report_too_long')
  const { from, to, today, clientId, horseId, only, seesMoney } = input
  const job: ReportJob = { type: query.type, format: query.format, from, to, today, clientId, horseId, only, seesMoney }
  const fileName = `${REPORTS[query.type].label}, ${daysInWords(input)}.${FORMATS[query.format].ending}`
  return startReport(tx, actor, fileName, job)
}

/** Checks the member's role and the practice's plan. */
function requireReport(actor: Actor, { type, only }: ReportQuery): void {
  const { feature, isOfMoney } = REPORTS[type]
  if (isOfMoney || only === 'owing') requireMay(actor, 'seeMoney')
  if (feature) requireFeature(actor, feature satisfies Feature)
}

async function paramsFrom(tx: PracticeTx, actor: Actor, query: FiguresQuery & { only?: ReportQuery['only'] }): Promise<ReportParams> {
  const problem = rangeProblem(query)
  if (problem) throw new AppError(problem)
  const today = dayOf(currentTime(), actor.zone)
  return {
    practiceId: actor.practiceId,
    ...daysOf(query, today),
    today,
    zone: actor.zone,
    clientId: optionalId(query.clientId, 'client_not_found'),
    horseId: optionalId(query.horseId, 'horse_not_found'),
    only: query.only,
    seesMoney: may(actor.role, 'seeMoney'),
    ...(await readingOf(tx)),
  }
}

/** The practice's labels for its work and the feet. */
export const readingOf = async (tx: PracticeTx): Promise<Pick<ReportParams, 'kinds' | 'feet'>> => ({
  kinds: await kindsOf(tx),
  feet: (await settingsOf(tx)).feet,
})
