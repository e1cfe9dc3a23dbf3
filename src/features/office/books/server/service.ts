import { seesMoney } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Expense, ExpenseChange, NewExpense, NewTrip, Trip, TripChange } from '#features/office/books/contract.ts'
import {
  ExpenseChange as ExpenseChangeShape,
  NewExpense as NewExpenseShape,
  NewTrip as NewTripShape,
  TripChange as TripChangeShape,
} from '#features/office/books/contract.ts'
import { type ExpenseRow, listExpenses, listTrips, type TripRow } from '#features/office/books/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, findRow, holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** Expenses, the latest day first, a page at a time. @throws forbidden for a member who sees no money */
export async function expensesPage(tx: PracticeTx, actor: Actor, params: Parameters<typeof listExpenses>[1]): Promise<Expense[]> {
  requireMay(actor, 'seeMoney')
  return (await listExpenses(tx, params)).map(toExpense)
}

/**
 * Records an expense in the name of the member who sends it; `id` may have been made on a device.
 * @throws forbidden, bad_request when there is more VAT than money, id_taken
 */
export async function addExpense(tx: PracticeTx, actor: Actor, id: string, input: NewExpense): Promise<ExpenseRow> {
  requireMay(actor, 'seeMoney')
  requireVatWithin(input.totalPence, input.vatPence ?? 0)
  const { spentOn, category, description, totalPence } = input
  const needed = { spent_on: spentOn, category, description, total_pence: totalPence }
  return insertRow(tx, actor, 'expenses', id, { ...expenseColumns(input), ...needed, member_id: memberOf(actor) })
}

/** Corrects an expense. @throws forbidden, expense_not_found, bad_request when there is more VAT than money, conflict */
export async function changeExpense(tx: PracticeTx, actor: Actor, id: string, input: ExpenseChange, baseRev?: number): Promise<ExpenseRow> {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'expenses', id, 'expense_not_found')
  requireVatWithin(input.totalPence ?? before.total_pence, input.vatPence ?? before.vat_pence)
  return updateRow(tx, actor, before, 'expenses', expenseColumns(input), { baseRev, policy: SUMS })
}

/** Removes an expense; its receipts stay on record with it, in case it is restored. @throws forbidden, expense_not_found, conflict */
export async function removeExpense(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<ExpenseRow> {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'expenses', id, 'expense_not_found')
  return deleteRow(tx, actor, before, 'expenses', { baseRev })
}

/** The mileage log, the latest day first, a page at a time. @throws forbidden for a member who sees no money */
export async function tripsPage(tx: PracticeTx, actor: Actor, params: Parameters<typeof listTrips>[1]): Promise<Trip[]> {
  requireMay(actor, 'seeMoney')
  return (await listTrips(tx, params)).map(toTrip)
}

/** Adds a trip to the log, of the member who sends it unless another is named. @throws forbidden, member_not_found, id_taken */
export async function addTrip(tx: PracticeTx, actor: Actor, id: string, input: NewTrip): Promise<TripRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const { onDay, milesTenths, purpose } = input
  const member_id = input.memberId ? await requireMember(tx, input.memberId) : memberOf(actor)
  return insertRow(tx, actor, 'trips', id, { ...tripColumns(input), on_day: onDay, miles_tenths: milesTenths, purpose, member_id })
}

/** Corrects a trip. @throws forbidden, trip_not_found, member_not_found, conflict */
export async function changeTrip(tx: PracticeTx, actor: Actor, id: string, input: TripChange, baseRev?: number): Promise<TripRow> {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'trips', id, 'trip_not_found')
  const member_id = input.memberId && (await requireMember(tx, input.memberId))
  return updateRow(tx, actor, before, 'trips', { ...tripColumns(input), member_id }, { baseRev })
}

/** Removes a trip. @throws forbidden, trip_not_found, conflict */
export async function removeTrip(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<TripRow> {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'trips', id, 'trip_not_found')
  return deleteRow(tx, actor, before, 'trips', { baseRev })
}

/** A row as it goes over the wire. */
export const toExpense = (row: ExpenseRow): Expense => ({
  id: row.id,
  spentOn: row.spent_on,
  category: row.category,
  description: row.description,
  supplier: row.supplier,
  totalPence: row.total_pence,
  vatPence: row.vat_pence,
  method: row.method,
  memberId: row.member_id,
})

export const toTrip = (row: TripRow): Trip => ({
  id: row.id,
  onDay: row.on_day,
  memberId: row.member_id,
  vehicle: row.vehicle,
  milesTenths: row.miles_tenths,
  purpose: row.purpose,
  fromPlace: row.from_place,
  toPlace: row.to_place,
})

export const expenseSync: SyncedEntity<'expenses'> = {
  toWire: toExpense,
  isSeenBy: seesMoney,
  write: {
    newShape: NewExpenseShape,
    changeShape: ExpenseChangeShape,
    create: addExpense,
    update: changeExpense,
    remove: removeExpense,
  },
}

export const tripSync: SyncedEntity<'trips'> = {
  toWire: toTrip,
  isSeenBy: seesMoney,
  write: { newShape: NewTripShape, changeShape: TripChangeShape, create: addTrip, update: changeTrip, remove: removeTrip },
}

/** A sum and its VAT are merged together. */
const SUMS = { groups: { sum: ['total_pence', 'vat_pence'] } }

/** @throws bad_request when the VAT is more than the sum it is part of, or has the opposite sign */
function requireVatWithin(totalPence: number, vatPence: number): void {
  const isWithin = Math.abs(vatPence) <= Math.abs(totalPence) && (vatPence === 0 || vatPence > 0 === totalPence > 0)
  if (!isWithin) throw new AppError('bad_request', { fields: ['vatPence'] }, "The VAT can't be more than was paid.")
}

/** @throws member_not_found */
async function requireMember(tx: PracticeTx, named: string): Promise<string> {
  const row = await findRow(tx, 'members', idOf(named, 'member_not_found'))
  if (!row || row.deleted_at) throw new AppError('member_not_found')
  return row.id
}

const expenseColumns = (input: ExpenseChange) => ({
  spent_on: input.spentOn,
  category: input.category,
  description: input.description,
  supplier: noneIfBlank(input.supplier),
  total_pence: input.totalPence,
  vat_pence: input.vatPence,
  method: input.method,
})

const tripColumns = (input: Omit<TripChange, 'memberId'>) => ({
  on_day: input.onDay,
  vehicle: input.vehicle,
  miles_tenths: input.milesTenths,
  purpose: input.purpose,
  from_place: noneIfBlank(input.fromPlace),
  to_place: noneIfBlank(input.toPlace),
})
