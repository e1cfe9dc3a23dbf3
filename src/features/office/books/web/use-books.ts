import { useMemo } from 'react'
import type { PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import type { TravelTable } from '#features/day/round/contract.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import type { Expense, Trip } from '#features/office/books/contract.ts'
import { type ProposedTrip, roundTrips } from '#features/office/books/round-trips.ts'
import { yearEnd, yearStart } from '#features/office/books/tax-year.ts'
import type { KnownExpense, KnownTrip } from '#features/office/books/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** All expenses, the latest day first; undefined while they load. */
export function useExpenses(): readonly KnownExpense[] | undefined {
  const rows = useRows<Expense>('expenses')
  return rows && expensesByDay(rows)
}

/** The mileage log, the latest day first; undefined while it loads. */
export function useTrips(): readonly KnownTrip[] | undefined {
  const rows = useRows<Trip>('trips')
  return rows && tripsByDay(rows)
}

/** Receipts by their expense, in the order they were taken; undefined while they load. */
export function useReceipts(): ReadonlyMap<string, readonly KnownFile[]> | undefined {
  const files = useRows<Attachment>('attachments')
  return files && receiptsByExpense(files)
}

/** Rounds of a tax year that are not in a member's log, computed from where their van is at night. */
export function useRoundTrips(memberId: string, year: number): { hasBase: boolean; trips: readonly ProposedTrip[] } | undefined {
  const today = useToday()
  const quarters = useMoney()?.tax.quarters ?? 'standard'
  const [from, end] = [yearStart(year, quarters), yearEnd(year, quarters)]
  const [to = today] = [end, today].toSorted()
  const visits = useRows<VisitRow>('appointments', { from, to })
  const yards = useRows<Yard>('yards')
  const clients = useRows<Client>('clients')
  const settings = useRows<PracticeSettings>('settings')
  const trips = useRows<Trip>('trips')
  const tables = useRows<TravelTable>('travel_tables', { from, to })
  return useMemo(() => {
    if (!visits || !yards || !clients || !settings || !trips || !tables) return undefined
    const { base } = settingsFrom(settings[0])
    return { hasBase: base !== null, trips: roundTrips({ memberId, from, to, visits, yards, clients, base, trips, tables }) }
  }, [memberId, from, to, visits, yards, clients, settings, trips, tables])
}

const latestFirst =
  <T extends { id: string }>(dayOf: (row: T) => string) =>
  (a: T, b: T) =>
    dayOf(a) === dayOf(b) ? (a.id < b.id ? 1 : -1) : dayOf(a) < dayOf(b) ? 1 : -1

const expensesByDay = memoLast((rows: readonly KnownExpense[]) => rows.toSorted(latestFirst((row) => row.spentOn)))
const tripsByDay = memoLast((rows: readonly KnownTrip[]) => rows.toSorted(latestFirst((row) => row.onDay)))
const receiptsByExpense = memoLast((files: readonly KnownFile[]): ReadonlyMap<string, readonly KnownFile[]> => {
  const receipts = files.filter((file) => file.expenseId).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Map.groupBy(receipts, (file) => file.expenseId ?? '')
})
