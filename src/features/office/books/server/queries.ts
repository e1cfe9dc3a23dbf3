import type { ExpenseCategory } from '#features/office/books/categories.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type ExpenseRow = Row<'expenses'>
export type TripRow = Row<'trips'>

/** Where the page before ended: its last day and id. */
export type Page = { from?: Day | undefined; to?: Day | undefined; limit: number; after?: string[] | undefined }

/** Expenses, the latest day first. */
export function listExpenses(tx: PracticeTx, asked: Page & { category?: ExpenseCategory | undefined }): Promise<ExpenseRow[]> {
  let query = tx
    .selectFrom('expenses')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('spent_on', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
  if (asked.from) query = query.where('spent_on', '>=', asked.from)
  if (asked.to) query = query.where('spent_on', '<=', asked.to)
  if (asked.category) query = query.where('category', '=', asked.category)
  const [day, id] = asked.after ?? []
  if (day && id) query = query.where((eb) => eb(eb.refTuple('spent_on', 'id'), '<', eb.tuple(day, id)))
  return query.execute()
}

/** Lines of the mileage log, the latest day first. */
export function listTrips(tx: PracticeTx, asked: Page & { memberId?: string | undefined }): Promise<TripRow[]> {
  let query = tx
    .selectFrom('trips')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('on_day', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
  if (asked.from) query = query.where('on_day', '>=', asked.from)
  if (asked.to) query = query.where('on_day', '<=', asked.to)
  if (asked.memberId) query = query.where('member_id', '=', asked.memberId)
  const [day, id] = asked.after ?? []
  if (day && id) query = query.where((eb) => eb(eb.refTuple('on_day', 'id'), '<', eb.tuple(day, id)))
  return query.execute()
}
