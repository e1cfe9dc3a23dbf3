import type { ExpenseCategory } from '#features/office/books/categories.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type ExpenseRow = Row<'expenses'>
export type TripRow = Row<'trips'>

/** `after`: where the previous page ended, its last day and id. */
export type Page = { from?: Day | undefined; to?: Day | undefined; limit: number; after?: string[] | undefined }

/** Expenses, the latest day first. */
export function listExpenses(tx: PracticeTx, params: Page & { category?: ExpenseCategory | undefined }): Promise<ExpenseRow[]> {
  let query = tx
    .selectFrom('expenses')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('spent_on', 'desc')
    .orderBy('id', 'desc')
    .limit(params.limit)
  if (params.from) query = query.where('spent_on', '>=', params.from)
  if (params.to) query = query.where('spent_on', '<=', params.to)
  if (params.category) query = query.where('category', '=', params.category)
  const [day, id] = params.after ?? []
  if (day && id) query = query.where((eb) => eb(eb.refTuple('spent_on', 'id'), '<', eb.tuple(day, id)))
  return query.execute()
}

/** Lines of the mileage log, the latest day first. */
export function listTrips(tx: PracticeTx, params: Page & { memberId?: string | undefined }): Promise<TripRow[]> {
  let query = tx
    .selectFrom('trips')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('on_day', 'desc')
    .orderBy('id', 'desc')
    .limit(params.limit)
  if (params.from) query = query.where('on_day', '>=', params.from)
  if (params.to) query = query.where('on_day', '<=', params.to)
  if (params.memberId) query = query.where('member_id', '=', params.memberId)
  const [day, id] = params.after ?? []
  if (day && id) query = query.where((eb) => eb(eb.refTuple('on_day', 'id'), '<', eb.tuple(day, id)))
  return query.execute()
}
