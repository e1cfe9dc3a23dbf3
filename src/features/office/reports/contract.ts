import { z } from 'zod'
import { Export } from '#features/office/exports/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

const ref = z.string().min(1).max(60)

/** Spec §9 Report types, and one of the figures in gait files (Spec §9 Farrier Professional: gait analysis reports). */
export const ReportType = z.enum([
  'horse-summary',
  'client-summary',
  'service-history',
  'appointment-log',
  'revenue-summary',
  'gait-analysis',
])
export type ReportType = z.output<typeof ReportType>

/** Spec §9 Date ranges. */
export const ReportRange = z.enum(['this-month', 'last-30-days', 'this-year', 'custom'])
export type ReportRange = z.output<typeof ReportRange>

/** Spec §9 Export formats. */
export const ReportFormat = z.enum(['pdf', 'csv', 'excel'])
export type ReportFormat = z.output<typeof ReportFormat>

const rangeFields = {
  range: ReportRange,
  /** Of a custom range: its first and its last day. */
  from: dayShape.optional(),
  to: dayShape.optional(),
  clientId: ref.optional(),
  horseId: ref.optional(),
}

/** The params of a report. They are query params too, so the schema has no name of its own in the OpenAPI description. */
export const ReportQuery = z.object({
  ...rangeFields,
  type: ReportType,
  /** Only horses overdue or due soon; only clients who owe something. */
  only: z.enum(['due', 'owing']).optional(),
})
export type ReportQuery = z.output<typeof ReportQuery>

/** Text as written; a day as yyyy-MM-dd; money in whole pence; null: no value. */
const Cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.output<typeof Cell>

/** `figure` is any measure, `count` a whole number of things. */
const CellKind = z.enum(['text', 'day', 'money', 'count', 'figure'])
export type CellKind = z.output<typeof CellKind>

const Column = z.object({ key: z.string(), head: z.string(), kind: CellKind })

/** A sum at the top of a report. */
const Fact = z.object({
  label: z.string(),
  kind: CellKind,
  value: z.number(),
  /** Whether it is the total of the facts before it. */
  isTotal: z.boolean(),
})
export type Fact = z.output<typeof Fact>

export const ReportPreview = z
  .object({
    from: dayShape,
    to: dayShape,
    columns: z.array(Column),
    /** The first rows, as every export begins. */
    rows: z.array(z.array(Cell)),
    /** The number of rows; of gait analysis the number of files, which may have many rows each. */
    total: z.int(),
    facts: z.array(Fact),
    /** What a reader must know to interpret the figures, in sentences. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ReportPreview' })
export type ReportPreview = z.output<typeof ReportPreview>

const FiguresQuery = z.object(rangeFields)
export type FiguresQuery = z.output<typeof FiguresQuery>

/** Spec §2 Reports, Quick Stats. Money is null for a member who may not see it; before VAT. */
export const QuickStats = z
  .object({
    from: dayShape,
    to: dayShape,
    revenuePence: z.int().nullable(),
    /** Revenue of the same days of the year before; null also if the accounts do not go back that far: part of a range compares with nothing. */
    revenueBeforePence: z.int().nullable(),
    /** Horses served; one served twice counts twice. */
    horsesSeen: z.int(),
    /** Finished visits, without own entries, and the horses done at them. */
    stops: z.int(),
    horsesAtStops: z.int(),
    /** Services within a week of their due day, before or after, and all services that had one. */
    onTime: z.int(),
    wereDue: z.int(),
    owedPence: z.int().nullable(),
    owedOver30Pence: z.int().nullable(),
  })
  .meta({ id: 'QuickStats' })
export type QuickStats = z.output<typeof QuickStats>

const Month = z.string().regex(/^\d{4}-\d{2}$/)
const share = { stops: z.int(), horses: z.int(), pence: z.int().nullable() }

/** The charts of a range; each has its table. Money is null for a member who may not see it; before VAT. */
export const ReportCharts = z
  .object({
    from: dayShape,
    to: dayShape,
    /**
     * Months of the year in which the range ends, up to now, with those of the year before (null if the accounts do not go back to its
     * beginning), and booked work not yet done at today's prices.
     */
    months: z.array(z.object({ month: Month, pence: z.int(), beforePence: z.int().nullable(), bookedPence: z.int() })).nullable(),
    /** The largest first. For a member who sees money it includes all other charges, so that the sum is the revenue of the days. */
    work: z.array(z.object({ label: z.string(), count: z.int(), pence: z.int().nullable() })),
    /** Services by their due day: over a week early, within a week, up to two weeks late, later; `latest` lists some of the last. */
    cycle: z.object({
      early: z.int(),
      onTime: z.int(),
      late: z.int(),
      later: z.int(),
      latest: z.array(z.object({ horseId: z.string(), name: z.string(), onDay: dayShape, daysLate: z.int() })),
    }),
    visits: z.array(z.object({ month: Month, done: z.int(), cancelled: z.int(), noShow: z.int() })),
    /** What is owed today: not yet due, then by days since the due day. */
    debtors: z.array(z.object({ label: z.string(), pence: z.int(), invoices: z.int() })).nullable(),
    /** If several members work, on a plan for teams. */
    farriers: z.array(z.object({ name: z.string(), ...share })).nullable(),
  })
  .meta({ id: 'ReportCharts' })
export type ReportCharts = z.output<typeof ReportCharts>

const byId = z.object({ id: z.string().max(60) })

export const reportEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/api/reports/preview',
    audience: 'member',
    summary: 'The first rows of a report, as its exports begin, with its sums',
    query: ReportQuery,
    response: ReportPreview,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/reports/stats',
    audience: 'member',
    summary: 'The figures of a range that are looked at first (Spec §2 Quick Stats)',
    query: FiguresQuery,
    response: QuickStats,
  }),
  charts: endpoint({
    method: 'GET',
    path: '/api/reports/charts',
    audience: 'member',
    feature: 'advanced-reports',
    summary: 'What the charts of a range are drawn from',
    query: FiguresQuery,
    response: ReportCharts,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/reports',
    audience: 'member',
    summary: "This member's last reports as files, newest first",
    response: z.array(Export),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/reports',
    audience: 'member',
    whileLapsed: true,
    summary: 'Have a report made into a PDF, a CSV or an Excel file',
    body: ReportQuery.extend({ format: ReportFormat }),
    response: Export,
    status: 201,
    perMinute: 20,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/reports/:id/file',
    audience: 'member',
    summary: 'The file of a report of this member, for a day',
    params: byId,
    response: z.unknown(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/reports/:id',
    audience: 'member',
    whileLapsed: true,
    summary: 'Stop making a report, or remove its file before its time',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
