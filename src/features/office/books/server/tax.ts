import { requireMay } from '#features/core/practice/server/require-may.ts'
import { CATEGORIES } from '#features/office/books/categories.ts'
import type { TaxYear, VatTurnover } from '#features/office/books/contract.ts'
import { claimByTrip, milesFigure, VEHICLES } from '#features/office/books/mileage.ts'
import { packRows, quarterFigures } from '#features/office/books/pack.ts'
import { listExpenses, listTrips } from '#features/office/books/server/queries.ts'
import { toTrip } from '#features/office/books/server/service.ts'
import {
  type IncomeLine,
  listIncome,
  sumExpenses,
  sumIncome,
  sumMiles,
  sumTaxableByMonth,
} from '#features/office/books/server/tax-queries.ts'
import { quartersOf, yearEnd, yearStart, yearWords } from '#features/office/books/tax-year.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { currentTime } from '#lib/clock.ts'
import { BYTE_ORDER_MARK, csvLine } from '#lib/csv.ts'
import { addMonths, type Day, dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Months the VAT gauge looks back: twelve to add up at the end of each of the last twelve. */
const GAUGE_MONTHS = 24
/** More lines than any practice has in a year; one tax year is one file. */
const MOST_LINES = 100_000

/** The figures of a tax year, each quarter from its first day on. @throws forbidden for a member who sees no money */
export async function taxYear(tx: PracticeTx, actor: Actor, year: number, { tax }: Money): Promise<TaxYear> {
  requireMay(actor, 'seeMoney')
  const quarters = quartersOf(year, tax.quarters)
  const spans = { from: yearStart(year, tax.quarters), ends: quarters.map(({ to }) => to) }
  const income = await sumIncome(tx, tax.basis, spans)
  const spent = await sumExpenses(tx, spans)
  const driven = await sumMiles(tx, spans)
  const periods = quarters.map((quarter, index) => {
    const { turnover = 0, other = 0, vat = 0 } = income[index] ?? {}
    const upTo = <T extends { upTo: Day }>(rows: readonly T[]) => rows.filter((row) => row.upTo === quarter.to)
    return quarterFigures(quarter, { turnover, other, vat, spent: upTo(spent), driven: upTo(driven) }, tax)
  })
  const gross = [await grossOf(tx, year - 2, tax), await grossOf(tx, year - 1, tax), grossFrom(year, income.at(-1))]
  return { year, basis: tax.basis, quarters: tax.quarters, periods, gross }
}

/** A quarter by HMRC's names, as bridging software reads it: a CSV file and its name. @throws forbidden */
export async function bridgingFile(tx: PracticeTx, actor: Actor, params: { year: number; quarter: number }, money: Money) {
  const { periods } = await taxYear(tx, actor, params.year, money)
  const quarter = periods.find(({ number }) => number === params.quarter)
  const rows = quarter ? packRows(quarter) : []
  const head = ['Period from', 'Period to', 'HMRC field', 'What', 'Amount', 'Disallowed']
  const lines = rows.map((row) => [quarter?.from, quarter?.to, row.field, row.label, pounds(row.pence), pounds(row.disallowedPence)])
  return { name: `MTD ${yearWords(params.year)} quarter ${params.quarter}.csv`, text: fileOf(head, lines) }
}

/** Every line behind a tax year's figures, for an accountant: a CSV file and its name. @throws forbidden */
export async function accountantFile(tx: PracticeTx, actor: Actor, { year }: { year: number }, { tax }: Money) {
  requireMay(actor, 'seeMoney')
  const span = { from: yearStart(year, tax.quarters), to: yearEnd(year, tax.quarters) }
  const income = await listIncome(tx, tax.basis, span)
  const spent = await listExpenses(tx, { ...span, limit: MOST_LINES })
  const trips = (await listTrips(tx, { ...span, limit: MOST_LINES })).map(toTrip)
  const claims = claimByTrip(trips, tax)
  const lines = [
    ...income.flatMap(incomeCells),
    ...spent.map((row) => {
      const net = row.total_pence - row.vat_pence
      const { label } = CATEGORIES[row.category]
      return [row.spent_on, 'Expense', '', row.supplier ?? '', label, row.description, ...sums(net, row.vat_pence)]
    }),
    ...trips.map((trip) => {
      const what = `${trip.purpose}, ${milesFigure(trip.milesTenths)} miles, ${VEHICLES[trip.vehicle].toLowerCase()}`
      return [trip.onDay, 'Mileage', '', trip.toPlace ?? '', CATEGORIES.travel.label, what, ...sums(claims.get(trip.id) ?? 0, 0)]
    }),
  ].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : String(a[0]) > String(b[0]) ? 1 : 0))
  const head = ['Date', 'Line', 'Reference', 'Name', 'Category', 'What', 'Before VAT', 'VAT', 'Total']
  return { name: `Books ${yearWords(year)}.csv`, text: fileOf(head, lines) }
}

/** Taxable turnover of the last months, the running one last. @throws forbidden */
export async function vatTurnover(tx: PracticeTx, actor: Actor, { vat }: Money): Promise<VatTurnover> {
  requireMay(actor, 'seeMoney')
  const today = dayOf(currentTime(), actor.zone)
  const from = `${addMonths(today, -GAUGE_MONTHS).slice(0, 7)}-01`
  const months = await sumTaxableByMonth(tx, { from, to: today })
  return { isRegistered: vat.isRegistered, thresholdPence: vat.thresholdPence, months }
}

const grossFrom = (year: number, sum: { turnover: number; other: number } | undefined) => ({
  year,
  pence: (sum?.turnover ?? 0) + (sum?.other ?? 0),
})

async function grossOf(tx: PracticeTx, year: number, { basis, quarters }: Money['tax']) {
  const [sum] = await sumIncome(tx, basis, { from: yearStart(year, quarters), ends: [yearEnd(year, quarters)] })
  return grossFrom(year, sum)
}

/** Turnover and other income are two lines, as HMRC separates them; the VAT is on the line of the turnover. */
function incomeCells({ onDay, what, reference, name, turnover, other, vat }: IncomeLine) {
  const line = (category: string, net: number, tax: number) => [onDay, what, reference, name, category, '', ...sums(net, tax)]
  return [
    ...(turnover !== 0 || vat !== 0 ? [line('Turnover', turnover, vat)] : []),
    ...(other !== 0 ? [line('Other business income', other, 0)] : []),
  ]
}

const sums = (netPence: number, vatPence: number) => [pounds(netPence), pounds(vatPence), pounds(netPence + vatPence)]

/** A number for a cell, so that a sheet can add it up. */
const pounds = (pence: number): number => pence / 100

const fileOf = (head: readonly string[], lines: readonly (readonly unknown[])[]): string =>
  BYTE_ORDER_MARK + [head, ...lines].map(csvLine).join('')
